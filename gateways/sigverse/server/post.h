// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gateways/sigverse/server/agent_seat.h"
#include "gateways/sigverse/server/options.h"
#include "gateways/sigverse/server/sessions.h"
#include "gateways/sigverse/server/turns.h"

namespace sigverse {

/// What goes from client to client: packets that ask to be forwarded, octet for octet, and the answers to them; and
/// messages. A sender with an object may limit how far it is heard.
class Post {
 public:
  using Time = Session::Time;

  /// All outlive it.
  Post(const Seats& seats, const Sessions& sessions, Turns& turns, std::chrono::nanoseconds forward_timeout,
       spark::Log& log)
      : seats_(seats), sessions_(sessions), turns_(turns), forward_timeout_(forward_timeout), log_(log) {}

  /// A whole message that asks to be forwarded: its first packet, and all octets of it.
  void forward(Session& from, const wire::Packet& packet, std::string_view octets, Time now);
  /// A packet that may be the answer to a request that was forwarded to who sends it: then it is passed on.
  bool answer(Session& from, const wire::Packet& packet);
  /// Request 8.
  void message(Session& from, std::string_view body, Time now);
  /// Gives up answers that take too long.
  void attend(Time now);

 private:
  /// An answer that is to come.
  struct Awaited {
    std::uint64_t asker, asked;  ///< sessions
    wire::PacketType type;
    Time until;
    std::string request;  ///< for the answer that says that there is none
  };

  AgentSeat* find(std::string_view name) const;
  bool is_in_reach(const Session& from, const AgentSeat& to, double reach) const;
  bool deliver(const Session& from, AgentSeat& to, std::string_view octets);
  void ask(Session& from, const wire::Packet& packet, std::string_view octets, double reach, Time now);
  void fail(Session& asker, std::string_view request);

  const Seats& seats_;
  const Sessions& sessions_;
  Turns& turns_;
  std::chrono::nanoseconds forward_timeout_;
  spark::Log& log_;
  std::vector<Awaited> awaited_;
  std::string octets_;
};

}  // namespace sigverse
