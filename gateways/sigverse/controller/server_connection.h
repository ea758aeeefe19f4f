// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "gateways/sigverse/wire/messages.h"
#include "gateways/sigverse/wire/raw.h"
#include "gateways/sigverse/wire/stream.h"

namespace sigverse {

/// The connection of one agent to its server.
///
/// A server with turns (`has_turns`) has everything on one connection, because the order counts: what happens in a turn
/// is to be done before the turn ends. One without turns calls handlers on the command connection and answers requests
/// on another one, the data connection: answers to raw requests do not say what they are, and there nothing else can
/// come in between. In a turn a server sends nothing but answers, so one connection will do.
///
/// Requests that need no answer are queued, and sent when the handler returns or before a request that needs one; so a
/// question sees everything that was set before it. When the connection breaks, the server is lost: nothing is sent any
/// more, and nothing is answered.
class ServerConnection {
 public:
  explicit ServerConnection(std::string agent, wire::Stream command);

  /// ATTACH_CONTROLLER. Throws std::runtime_error with a line for people.
  void attach();
  /// CONNECT_DATA_PORT on a second connection, for servers without turns. Throws alike.
  void connect_data(wire::Stream data);

  const std::string& agent() const { return agent_; }
  bool has_turns() const { return has_turns_; }
  /// In lock-step: the world waits until a turn is over.
  bool world_waits() const { return world_waits_; }
  bool is_lost() const { return lost_; }
  /// Why it is lost, as a part of a sentence.
  const std::string& problem() const { return problem_; }
  /// Nothing more is sent or received.
  void lose(const std::string& problem);
  /// Called once when the server is lost.
  void on_lost(std::function<void()> call) { on_lost_ = std::move(call); }

  /// Sets what appends the changes of objects. Called before anything is sent.
  void on_collect(std::function<void(std::string& out)> call) { on_collect_ = std::move(call); }
  /// Queues the changes that objects have by now.
  void collect();
  /// Sends what has been queued.
  bool flush();
  /// Returns when the server has carried out all that was queued and all changes of objects. To be called before
  /// something is asked of another program, which may look at the world.
  void settle();

  template <typename Message>
  bool queue(const Message& message, wire::PacketHead head = {}) {
    return wire::append_packet(queued_, message, head) && bound_queue();
  }
  bool queue(const wire::RawRequest& request) { return wire::append_raw_request(queued_, request) && bound_queue(); }
  bool queue(const wire::RawMessage& message) { return wire::append_raw_message(queued_, message) && bound_queue(); }
  /// Whole packets.
  bool queue_octets(std::string_view octets) {
    queued_ += octets;
    return bound_queue();
  }

  /// Asks, and waits for the answer of this type; none if the server is lost or the request cannot be written. The
  /// packet is valid until the next request or event.
  template <typename Message>
  std::optional<wire::Packet> ask(const Message& message, wire::PacketType answer, wire::PacketHead head = {}) {
    collect();
    if (!wire::append_packet(queued_, message, head) || !flush()) return {};
    return next_answer(answer);
  }
  std::optional<wire::Packet> ask_octets(std::string_view request, wire::PacketType answer);
  /// The next packet of an answer that has several.
  std::optional<wire::Packet> next_answer(wire::PacketType answer) { return next_answer(answer, kTimeout); }
  std::optional<wire::Packet> next_answer(wire::PacketType answer, wire::Stream::Timeout timeout);
  /// An answer of so many octets.
  std::optional<std::string_view> ask(const wire::RawRequest& request, std::size_t answer);
  std::optional<std::string_view> next_octets(std::size_t count);

  struct Event {
    enum class Kind { nothing, packet, raw, lost };
    Kind kind = Kind::nothing;
    std::string octets;
  };
  /// The next thing that the server has sent unasked, in the order in which it came.
  Event next_event(wire::Stream::Timeout timeout);
  /// The descriptor to poll, for code that waits for services, too; -1 if something has come already.
  int poll_descriptor() const { return events_.empty() ? command_.in() : -1; }

 private:
  /// A server that answers is quick about it; it waits itself for services, for some seconds at most.
  static constexpr wire::Stream::Timeout kTimeout{60'000};

  bool bound_queue();
  wire::Stream& answers() { return data_ ? *data_ : command_; }

  std::string agent_;
  wire::Stream command_;
  std::optional<wire::Stream> data_;
  bool has_turns_ = false, world_waits_ = false, lost_ = false;
  std::string problem_;
  std::string queued_;
  std::deque<Event> events_;  ///< came while an answer was awaited
  std::function<void()> on_lost_;
  std::function<void(std::string&)> on_collect_;
};

}  // namespace sigverse
