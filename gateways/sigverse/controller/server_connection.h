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
/// With a server that supports turns (`has_turns`), everything goes over one connection, because the order matters: the
/// events of a turn have to be handled before the turn ends. A server without turns calls handlers on the command
/// connection and answers requests on a second one, the data connection: answers to raw requests do not identify
/// themselves, and on this connection nothing else can arrive between them. In a turn a server sends only answers, so
/// one connection suffices.
///
/// Requests without an answer are queued, and sent when the handler returns or before a request with an answer, whose
/// answer therefore reflects everything that was set before it. When the connection breaks, the server is lost: nothing
/// more is sent, and no request is answered.
class ServerConnection {
 public:
  explicit ServerConnection(std::string agent, wire::Stream command);

  /// Sends ATTACH_CONTROLLER. Throws std::runtime_error with a line for users.
  void attach();
  /// Sends CONNECT_DATA_PORT on a second connection, for servers without turns. Throws the same.
  void connect_data(wire::Stream data);

  const std::string& agent() const { return agent_; }
  bool has_turns() const { return has_turns_; }
  /// Whether the world waits for the end of each turn (lock-step).
  bool world_waits() const { return world_waits_; }
  bool is_lost() const { return lost_; }
  /// Why the server is lost, as part of a sentence.
  const std::string& problem() const { return problem_; }
  /// Declares the server lost: nothing more is sent or received.
  void lose(const std::string& problem);
  /// Sets a function that is called once, when the server is lost.
  void on_lost(std::function<void()> call) { on_lost_ = std::move(call); }

  /// Sets the function that appends the changes of objects. It is called before anything is sent.
  void on_collect(std::function<void(std::string& out)> call) { on_collect_ = std::move(call); }
  /// Queues the present changes of objects.
  void collect();
  /// Sends the queue.
  bool flush();
  /// Returns when the server has carried out the queue and all changes of objects. Must be called before a request to
  /// another program, because that may query the world.
  void settle();

  template <typename Message>
  bool queue(const Message& message, wire::PacketHead head = {}) {
    return wire::append_packet(queued_, message, head) && bound_queue();
  }
  bool queue(const wire::RawRequest& request) { return wire::append_raw_request(queued_, request) && bound_queue(); }
  bool queue(const wire::RawMessage& message) { return wire::append_raw_message(queued_, message) && bound_queue(); }
  /// Queues complete packets.
  bool queue_octets(std::string_view octets) {
    queued_ += octets;
    return bound_queue();
  }

  /// Sends a request and waits for an answer of this type. Returns nullopt if the server is lost or the request cannot
  /// be encoded. The packet is valid until the next request or event.
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
  /// Waits for an answer with that many octets.
  std::optional<std::string_view> ask(const wire::RawRequest& request, std::size_t answer);
  std::optional<std::string_view> next_octets(std::size_t count);

  struct Event {
    enum class Kind { nothing, packet, raw, lost };
    Kind kind = Kind::nothing;
    std::string octets;
  };
  /// The next unsolicited event from the server, in order of arrival.
  Event next_event(wire::Stream::Timeout timeout);
  /// The descriptor to poll, for code that also waits for services; -1 if an event is already available.
  int poll_descriptor() const { return events_.empty() ? command_.in() : -1; }

 private:
  /// Servers answer quickly, but may themselves wait for services for a few seconds.
  static constexpr wire::Stream::Timeout kTimeout{60'000};

  bool bound_queue();
  wire::Stream& answers() { return data_ ? *data_ : command_; }

  std::string agent_;
  wire::Stream command_;
  std::optional<wire::Stream> data_;
  bool has_turns_ = false, world_waits_ = false, lost_ = false;
  std::string problem_;
  std::string queued_;
  std::deque<Event> events_;  ///< received while waiting for an answer
  std::function<void()> on_lost_;
  std::function<void(std::string&)> on_collect_;
};

}  // namespace sigverse
