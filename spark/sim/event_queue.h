// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "spark/agent/act.h"
#include "spark/core/agent_id.h"
#include "spark/core/clock.h"

namespace spark {

/// The kinds of events between two steps. At the same time a halt comes first, so that nothing of its agent precedes
/// it; senses come before acts, so a sensation shows the world before the acts of its step (behaviour 14.3); lost
/// agents leave last.
enum class EventKind : std::uint8_t { halt, create_sense, act, agent_leaves };

/// The time of an event and its order among others: time, kind, agent, order of sending. Never the order of arrival.
struct EventKey {
  Step time = 0;
  EventKind kind = EventKind::create_sense;
  AgentId agent = 0;
  std::uint64_t sequence = 0;
  friend auto operator<=>(const EventKey&, const EventKey&) = default;
};

struct Event {
  EventKey key;
  Step stamp = 0;            ///< of an act: when it was sent
  std::unique_ptr<Act> act;  ///< of an act; else null
};

/// All future events, earliest first. Acts are returned with `recycle`, so a steady match allocates nothing here.
class EventQueue {
 public:
  void push(EventKey key) { insert({key, 0, nullptr}); }
  /// `content`: text, or actions.
  template <typename Content>
  void push_act(Step time, AgentId agent, std::uint64_t sequence, Step stamp, const Content& content) {
    auto act = spare_act();
    act->assign(content);
    insert({{time, EventKind::act, agent, sequence}, stamp, std::move(act)});
  }
  bool empty() const { return heap_.empty(); }
  const EventKey& first() const { return heap_.front().key; }
  Event pop();
  void recycle(Event event);
  /// Removes all acts of that agent with a lower sequence.
  void remove_acts(AgentId agent, std::uint64_t before);
  /// Removes all events for which `stays` is false; the others take place at `time` or later.
  template <typename Predicate>
  void put_off(Step time, const Predicate& stays) {
    std::vector<Event> all;
    all.swap(heap_);
    for (Event& event : all) {
      if (!stays(event.key)) {
        recycle(std::move(event));
        continue;
      }
      event.key.time = std::max(event.key.time, time);
      insert(std::move(event));
    }
  }

 private:
  std::unique_ptr<Act> spare_act();
  void insert(Event event);
  std::vector<Event> heap_;
  std::vector<std::unique_ptr<Act>> spare_acts_;
};

}  // namespace spark
