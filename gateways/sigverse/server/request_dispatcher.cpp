// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/server/request_dispatcher.h"

#include <fmt/format.h>

#include "gateways/sigverse/wire/failed_replies.h"
#include "spark/core/log.h"
#include "spark/net/loop.h"

namespace sigverse::server {

RequestDispatcher::RequestDispatcher(Parts parts)
    : log_(parts.log),
      clock_(parts.loop.clock()),
      run_(parts.run),
      services_(parts.services),
      router_(parts.router),
      registry_(parts.registry),
      attachments_({parts.world, parts.options, clock_, parts.slots}),
      objects_(parts.world, parts.options.own_objects_only),
      links_(parts.world, objects_),
      client_log_(parts.sessions, parts.log),
      eyes_(parts.world),
      sight_time_(parts.loop),
      viewer_(parts.options.own_eyes, eyes_, sight_time_, parts.loop, parts.log),
      handlers_{parts.world, objects_,    links_,       attachments_,   client_log_,    eyes_, viewer_,
                parts.run,   parts.turns, parts.router, parts.services, parts.registry, clock_} {
  router_.set_substitute([this](Session& asker, const wire::Packet& packet) { return see_instead(asker, packet); });
}

void RequestDispatcher::forget(const Session& session) {
  assemblers_.erase(session.id());
  client_log_.forget(session);
  registry_.forget(session);
  attachments_.forget(session);
  services_.forget(session);
  viewer_.forget(session);
}

bool RequestDispatcher::attend(Session::Time now) {
  client_log_.attend(handlers_.world.time(), run_.is_running());
  const bool lets_continue = attachments_.attend(now);
  const bool has_more = viewer_.attend();
  sight_time_.end_pass();
  return has_more || lets_continue;
}

void RequestDispatcher::packet(Session& session, const wire::Packet& packet) {
  if (session.holds_world() || !is_for_own_eyes(packet)) return take(session, packet);
  if (!sight_time_.give(session.sight_asker(), [&] { take(session, packet); })) session.postpone();
}

void RequestDispatcher::take(Session& session, const wire::Packet& packet) {
  if (router_.answer(session, packet)) return;
  const bool is_sound =
      packet.head.type == wire::PacketType::on_recv_sound || packet.head.type == wire::PacketType::sound_recog;
  if (packet.head.count > 1 || is_sound || assemblers_.contains(session.id())) return assemble(session, packet);
  forward_or_carry_out(session, packet, packet.octets);
}

/// The server itself answers requests to `SIGViewer` unless a client has that name. Requests that it cannot serve, such
/// as pictures, fail as for any unknown name, so that the controller asks another provider.
bool RequestDispatcher::is_for_own_viewer(const wire::Packet& packet) const {
  return (packet.head.flags & wire::kForward) != 0 && (packet.head.flags & wire::kWantsNoResult) == 0 &&
         viewer_.is_called(packet.head.target) && OwnViewer::answers(packet.head.type) && !router_.has_receiver(packet);
}

bool RequestDispatcher::is_for_own_eyes(const wire::Packet& packet) const {
  return viewer_.is_there() && OwnViewer::answers(packet.head.type) &&
         ((packet.head.flags & wire::kForward) == 0 || is_for_own_viewer(packet));
}

/// If a program with the name `SIGViewer` dies or hangs during a request, the server answers instead. If the world does
/// not wait for the client and there is no time for sight, it gets no answer: its request has been read and cannot be
/// repeated.
bool RequestDispatcher::see_instead(Session& session, const wire::Packet& packet) {
  if (!viewer_.is_called(packet.head.target) || !OwnViewer::answers(packet.head.type)) return false;
  const auto see = [&] {
    Request request{session, wire::name_of(packet.head.type), packet.octets};
    carry_out(handlers_, request, packet);
    report(request);
  };
  if (!session.holds_world()) return sight_time_.give(session.sight_asker(), see);
  see();
  return true;
}

/// `octets` is the whole message, `packet` its first packet.
void RequestDispatcher::forward_or_carry_out(Session& session, const wire::Packet& packet, std::string_view octets) {
  if ((packet.head.flags & wire::kForward) != 0 && !is_for_own_viewer(packet))
    return router_.forward(session, packet, octets, clock_.now());
  Request request{session, wire::name_of(packet.head.type), packet.octets};
  if (!carry_out(handlers_, request, packet))
    request.reject("a packet of the unknown type {}", static_cast<int>(packet.head.type));
  report(request);
}

std::size_t RequestDispatcher::pending_octets() const {
  std::size_t sum = 0;
  for (const auto& [session, assembler] : assemblers_) sum += assembler.size();
  return sum;
}

/// A controller for which the world waits may send as fast as it can, but its sounds are limited in SIG time.
bool RequestDispatcher::has_time_for(const Session& session, const wire::Packet& packet, std::size_t octets) const {
  ControllerSlot* const slot = session.slot();
  return packet.head.count == 1 || !slot || !slot->holds_world() || slot->sounds.take(octets, handlers_.world.time());
}

/// Adds a packet of a message of several packets, which is carried out once it is complete.
void RequestDispatcher::assemble(Session& session, const wire::Packet& packet) {
  using State = PacketAssembler::State;
  PacketAssembler& assembler = assemblers_[session.id()];
  const State state = assembler.add(packet);
  const std::string_view name = wire::name_of(packet.head.type);
  if (state == State::broken) session.end(fmt::format("packets of one {} are out of order, or too many", name));
  if (state == State::incomplete && pending_octets() > kMaxUnderWay)
    session.end("sends a large message while the incomplete messages of all clients together are too large");
  if (state == State::incomplete || state == State::broken) return;
  const std::string problem = assembler.problem(), octets = assembler.take();
  assemblers_.erase(session.id());
  Request request{session, name, octets};
  if (state == State::refused)
    request.reject("{} {}; it is dropped", name, problem);
  else if (!has_time_for(session, packet, octets.size()))
    request.refuse("{} of {} octets: more than 8 MB a second of simulated time; it is dropped", name, octets.size());
  if (!request.problem.empty()) {
    if ((packet.head.flags & wire::kWantsNoResult) == 0) append_failure(session.out(), packet);
    return report(request);
  }
  const auto first = wire::read_packet(std::string_view(octets).substr(0, wire::first_unit(octets).size));
  if (first) forward_or_carry_out(session, *first, octets);
}

void RequestDispatcher::raw(Session& session, const wire::Raw& raw) {
  Request request{session, wire::name_of(static_cast<wire::RawCode>(raw.code)), raw.body};
  if (!carry_out(handlers_, request, raw)) request.reject("a raw request of the unknown code {}", raw.code);
  report(request);
}

/// A service with the name SIGEND requests the end of the simulation.
void RequestDispatcher::service(Session& session, std::string_view name) {
  if (name == "SIGEND") return run_.quit(session.label());
  services_.join(session, name);
  if (session.kind() == Session::Kind::service && viewer_.is_called(name)) viewer_.give_way();
}

/// Logs what was wrong with a request.
void RequestDispatcher::report(const Request& request) {
  if (request.problem.empty()) return;
  if (request.is_malformed)
    request.session.complain(request.problem, clock_.now());
  else
    log_.complain(request.session.label(), "{}", request.problem);
}

}  // namespace sigverse::server
