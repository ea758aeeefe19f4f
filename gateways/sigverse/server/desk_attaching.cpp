// SPDX-License-Identifier: Apache-2.0
//
// Who a client is, and turns.
#include <fmt/format.h>

#include <utility>

#include "gateways/sigverse/server/desk.h"
#include "gateways/sigverse/wire/messages.h"
#include "spark/core/log.h"

namespace sigverse {

using namespace spark;
using wire::AttachResult;
namespace {

/// Agents that come by themselves, in the table of agents.
constexpr const char* kArrivedType = "sigverse";

}  // namespace

void Desk::attach_controller(Session& session, const wire::Packet& packet) {
  wire::AttachController message;
  if (!read(session, packet, message)) return;
  const auto [result, words] = attach(session, message.name);
  wire::append_packet(session.out(), wire::AttachControllerResult{static_cast<std::uint16_t>(result), words});
  if (result != AttachResult::ok)
    parts_.log.complain(session.label(), "has not been attached to {}: {}", Printable{message.name}, words);
}

/// The text of a good reply says that this server knows turns, and whether the world would wait for this client's.
std::pair<AttachResult, std::string> Desk::attach(Session& session, std::string_view name) {
  if (session.kind() != Session::Kind::stranger)
    return {AttachResult::already_attached, "this connection is attached already"};
  AgentSeat* seat = find_seat(parts_.seats, name);
  if (!seat || (session.was_started_here() && session.seat() != seat))
    return {AttachResult::no_such_agent, fmt::format("no agent {}", printable(name))};
  if (seat->is_attached() || (seat->program && session.seat() != seat))
    return {AttachResult::already_attached, fmt::format("{} has a controller", printable(name))};
  if (!session.was_started_here()) {
    const auto agent = listener_->agent_arrived(kArrivedType);
    if (!agent) return {AttachResult::already_attached, "there have been too many agents"};
    seat->take(*agent);
  }
  take_seat(session, *seat, name);
  return {AttachResult::ok, std::string(wire::kTurnsKnown) + (seat->waits ? "" : " free")};
}

void Desk::take_seat(Session& session, AgentSeat& seat, std::string_view name) {
  session.become_controller(seat, name);
  seat.command = &session;
  seat.waits = parts_.options.lock_step && (session.was_started_here() || parts_.options.sync);
  seat.attached_at = parts_.clock.now();
  seat.object().set_attached(true);
}

void Desk::connect_data_port(Session& session, const wire::Packet& packet) {
  wire::ConnectDataPort message;
  if (!read(session, packet, message)) return;
  AgentSeat* seat = find_seat(parts_.seats, message.name);
  AttachResult result = AttachResult::ok;
  if (!seat)
    result = AttachResult::no_such_agent;
  else if (session.kind() != Session::Kind::stranger || !seat->is_attached() || seat->data ||
           seat->command->channel().host() != session.channel().host())
    result = AttachResult::already_attached;
  if (result == AttachResult::ok) {
    session.become_data_port(*seat, message.name);
    seat->data = &session;
    if (!seat->knows_turns) seat->is_foreign = true;  // who knows turns needs one connection only
  }
  const char* words = result == AttachResult::ok              ? ""
                      : result == AttachResult::no_such_agent ? "no such agent"
                                                              : "no command port without data port from this address";
  wire::append_packet(session.out(), wire::ConnectDataPortResult{static_cast<std::uint16_t>(result), words});
}

void Desk::attach_view(Session& session, const wire::Packet& packet) {
  wire::AttachView message;
  if (!read(session, packet, message)) return;
  wire::AttachViewResult result;
  if (session.kind() != Session::Kind::stranger) {
    result.result = static_cast<std::uint16_t>(AttachResult::already_attached);
    result.message = "this connection is attached already";
  } else if (message.name.size() > wire::kLongestName) {
    result.result = static_cast<std::uint16_t>(AttachResult::no_such_agent);
    result.message = "the name is too long";
  } else {
    session.become_viewer(message.name);
    for (const ShapeFile& shape : parts_.world.shapes()) result.shapes.push_back({shape.key, shape.file});
  }
  wire::append_packet(session.out(), result);
}

/// A service would have to be served: there is none, except that one of them ends the simulation.
void Desk::service(Session& session, std::string_view name) {
  if (name == "SIGEND") return parts_.run.quit(session.label());
  parts_.log.complain(session.label(), "the service {}: this server takes no services", Printable{name});
  session.out() += "FAIL";
}

void Desk::turn_hello(Session& session, const wire::Packet& packet) {
  wire::TurnHello message;
  if (!read(session, packet, message)) return;
  AgentSeat* seat = session.seat();
  if (session.kind() != Session::Kind::controller || message.version != wire::kTurnVersion || seat->knows_turns)
    return malformed(session, "a TURN_HELLO of no controller, of another version, or once more");
  seat->knows_turns = true;
  seat->is_foreign = false;
  if (!std::exchange(seat->is_ready, true)) listener_->agent_ready(seat->id());
}

/// Null, and a line, if no controller says it on its command port.
AgentSeat* Desk::in_turn(Session& session) {
  if (session.kind() == Session::Kind::controller && session.seat()->knows_turns) return session.seat();
  malformed(session, "speaks of turns and has none");
  return nullptr;
}

void Desk::turn_done(Session& session, const wire::Packet& packet) {
  wire::TurnDone message;
  if (!read(session, packet, message)) return;
  AgentSeat* seat = in_turn(session);
  if (seat && !parts_.turns.done(*seat, message.turn, message.time, parts_.clock.now()))
    malformed(session, fmt::format("TURN_DONE {}, which is not the turn", message.turn));
}

void Desk::turn_wait(Session& session, const wire::Packet& packet) {
  wire::TurnWait message;
  if (!read(session, packet, message)) return;
  AgentSeat* seat = in_turn(session);
  if (seat && !parts_.turns.wait(*seat, message.turn, message.time))
    malformed(session, fmt::format("TURN_WAIT {}, which is not the turn", message.turn));
}

}  // namespace sigverse
