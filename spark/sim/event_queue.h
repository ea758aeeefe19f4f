// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "spark/core/clock.h"

namespace spark {

/// What can happen between two steps. At the same time, senses come before acts, so a sensation shows the world as it
/// was before the acts of its step (behaviour 14.3); lost agents leave last.
enum class EventKind : std::uint8_t { create_sense, act, agent_leaves };

/// When an event happens and which of two comes first: time, kind, agent, order of sending. Never the order of arrival.
struct EventKey {
  Step time = 0;
  EventKind kind = EventKind::create_sense;
  AgentId agent = 0;
  std::uint64_t sequence = 0;
  friend auto operator<=>(const EventKey&, const EventKey&) = default;
};

struct Event {
  EventKey key;
  Step stamp = 0;    ///< of an act: when it was sent
  std::string text;  ///< of an act: the message; else empty
};

/// All future events, earliest first. Texts are given back with `recycle`, so a steady match allocates nothing here.
class EventQueue {
 public:
  void push(EventKey key) { insert(key, 0, {}); }
  void push_act(Step time, AgentId agent, std::uint64_t sequence, Step stamp, std::string_view text) {
    insert({time, EventKind::act, agent, sequence}, stamp, text);
  }
  bool empty() const { return heap_.empty(); }
  const EventKey& first() const { return heap_.front().key; }
  Event pop();
  void recycle(Event event) { spare_texts_.push_back(std::move(event.text)); }

 private:
  void insert(EventKey key, Step stamp, std::string_view text);
  std::vector<Event> heap_;
  std::vector<std::string> spare_texts_;
};

}  // namespace spark
