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

/// The way of one agent to its server and back.
///
/// A server with turns (`has_turns`) has everything on one connection, because the order counts: what happens in a turn
/// is to be done before the turn ends. One without turns calls handlers on the command connection and answers requests
/// on another one, the data connection: answers to raw requests do not say what they are, and there nothing else can
/// come in between. In a turn a server sends nothing but answers, so one connection will do.
///
/// What needs no answer is collected, and sent when the handler returns or before anything that needs one; what is set
/// is thus there for whoever asks. When the connection breaks the session is lost: nothing is sent any more, and
/// nothing is answered.
class Session {
 public:
  explicit Session(std::string agent, wire::Stream command);

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
  /// Nothing more is said or heard.
  void lose(const std::string& problem);
  /// Called once when the session is lost.
  void on_lost(std::function<void()> call) { on_lost_ = std::move(call); }

  /// Appends what objects have to be told. Called before anything is sent.
  void on_collect(std::function<void(std::string& out)> call) { on_collect_ = std::move(call); }
  /// What objects have to be told by now takes its place behind what has been collected.
  void collect();
  /// Sends what has been collected.
  bool flush();

  template <typename Message>
  bool later(const Message& message, wire::PacketHead head = {}) {
    return wire::append_packet(collected_, message, head) && keep_small();
  }
  bool later(const wire::RawRequest& request) { return wire::append_raw_request(collected_, request) && keep_small(); }
  bool later(const wire::RawMessage& message) { return wire::append_raw_message(collected_, message) && keep_small(); }
  /// Whole packets.
  bool later_octets(std::string_view octets) {
    collected_ += octets;
    return keep_small();
  }

  /// Asks, and waits for the answer of this type; none if the session is lost or the request cannot be written. The
  /// packet is valid until something is asked or heard again.
  template <typename Message>
  std::optional<wire::Packet> ask(const Message& message, wire::PacketType answer, wire::PacketHead head = {}) {
    collect();
    if (!wire::append_packet(collected_, message, head) || !flush()) return {};
    return more(answer);
  }
  std::optional<wire::Packet> ask_octets(std::string_view request, wire::PacketType answer);
  /// The next packet of an answer that has several.
  std::optional<wire::Packet> more(wire::PacketType answer) { return more(answer, kPatience); }
  std::optional<wire::Packet> more(wire::PacketType answer, wire::Stream::Patience patience);
  /// An answer of so many octets.
  std::optional<std::string_view> ask(const wire::RawRequest& request, std::size_t answer);
  std::optional<std::string_view> more_octets(std::size_t count);

  struct Heard {
    enum class Kind { nothing, packet, raw, lost };
    Kind kind = Kind::nothing;
    std::string octets;
  };
  /// What the server sends unasked, in the order in which it came.
  Heard hear(wire::Stream::Patience patience);
  /// For whoever waits for others, too; -1 if something has come already.
  int waits_at() const { return unasked_.empty() ? command_.in() : -1; }

 private:
  /// A server that answers is quick about it; it waits itself for services, for some seconds at most.
  static constexpr wire::Stream::Patience kPatience{60'000};

  bool keep_small();
  wire::Stream& answers() { return data_ ? *data_ : command_; }

  std::string agent_;
  wire::Stream command_;
  std::optional<wire::Stream> data_;
  bool has_turns_ = false, world_waits_ = false, lost_ = false;
  std::string problem_;
  std::string collected_;
  std::deque<Heard> unasked_;  ///< came while an answer was awaited
  std::function<void()> on_lost_;
  std::function<void(std::string&)> on_collect_;
};

}  // namespace sigverse
