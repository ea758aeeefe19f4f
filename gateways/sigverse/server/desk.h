// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "gateways/sigverse/server/gathering.h"
#include "gateways/sigverse/server/object_requests.h"
#include "gateways/sigverse/server/options.h"
#include "gateways/sigverse/server/post.h"
#include "gateways/sigverse/server/run_state.h"
#include "gateways/sigverse/server/sessions.h"
#include "gateways/sigverse/server/turns.h"
#include "gateways/sigverse/wire/messages.h"
#include "spark/core/line_limit.h"

namespace sigverse {

/// Where everything that clients send is done, at once: who attaches, control of the run, turns and log here, the rest
/// by those who know about it. One table says for each type of packet who.
class Desk final : public SessionListener {
 public:
  struct Parts {
    SimWorld& world;
    const SigOptions& options;
    const spark::RealClock& clock;
    spark::Log& log;
    RunState& run;
    const Seats& seats;
    Sessions& sessions;
    Turns& turns;
    Post& post;
  };
  /// All outlive it.
  explicit Desk(Parts parts);

  /// Who is told of agents, during `Sessions::read`; null otherwise.
  void set_listener(spark::AgentGatewayListener* listener) { listener_ = listener; }
  /// What is kept of a session that is over.
  void forget(const Session& session) { gatherings_.erase(session.id()), log_lines_.erase(session.id()); }

  void packet(Session& session, const wire::Packet& packet) override;
  void raw(Session& session, const wire::Raw& request) override;
  void service(Session& session, std::string_view name) override;

 private:
  using Handler = void (Desk::*)(Session&, const wire::Packet&);
  struct Entry {
    wire::PacketType type;
    Handler handler;
  };
  static const Entry kHandlers[];

  void follow(Session& session, const wire::Packet& packet, std::string_view octets);
  void gather(Session& session, const wire::Packet& packet);
  void carry_out(Session& session, const wire::Packet& packet);
  template <typename Message>
  bool read(Session& session, const wire::Packet& packet, Message& message) {
    const bool good = wire::read_data(packet.data, message);
    if (!good) malformed(session, std::string(wire::name_of(packet.head.type)) + " with data that are cut");
    return good;
  }
  void malformed(Session& session, std::string_view what);
  Asker asker(const Session& session) const;

  // Packets.
  void control(Session& session, const wire::Packet& packet);
  void attach_controller(Session& session, const wire::Packet& packet);
  void attach_view(Session& session, const wire::Packet& packet);
  void connect_data_port(Session& session, const wire::Packet& packet);
  void provide_service(Session& session, const wire::Packet& packet);
  void query_service(Session& session, const wire::Packet& packet);
  void fail(Session& session, const wire::Packet& packet);
  void log_message(Session& session, const wire::Packet& packet);
  void display_text(Session& session, const wire::Packet& packet);
  void ignore(Session& session, const wire::Packet& packet);
  void refuse(Session& session, const wire::Packet& packet);
  void turn_hello(Session& session, const wire::Packet& packet);
  void turn_done(Session& session, const wire::Packet& packet);
  void turn_wait(Session& session, const wire::Packet& packet);

  std::pair<wire::AttachResult, std::string> attach(Session& session, std::string_view name);
  void take_seat(Session& session, AgentSeat& seat, std::string_view name);
  void show_viewers(const Session& from, const wire::Packet& packet);
  AgentSeat* in_turn(Session& session);
  bool take_raw(Session& session, const wire::Raw& raw);
  void step_world(Session& session, const wire::Raw& raw);

  Parts parts_;
  ObjectRequests objects_;
  spark::AgentGatewayListener* listener_ = nullptr;
  /// Of messages of several packets that are not complete, of all clients together.
  static constexpr std::size_t kMostUnderWay = 64 * 1024 * 1024;
  std::size_t octets_under_way() const;
  std::map<std::uint64_t, Gathering> gatherings_;        ///< by session, while a message is coming
  std::map<std::uint64_t, spark::LineLimit> log_lines_;  ///< by session that has sent some
  std::string problem_;
};

}  // namespace sigverse
