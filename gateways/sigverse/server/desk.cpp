// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/server/desk.h"

#include <fmt/format.h>

#include <algorithm>

#include "gateways/sigverse/server/failed_replies.h"
#include "gateways/sigverse/wire/messages.h"
#include "spark/core/log.h"

namespace sigverse {

using namespace spark;
using wire::PacketType;

/// What is not here is about objects, or unknown.
const Desk::Entry Desk::kHandlers[] = {
    {PacketType::sim_ctrl, &Desk::control},
    {PacketType::capture_view_image, &Desk::fail},
    {PacketType::detect_entities, &Desk::fail},
    {PacketType::attach_controller, &Desk::attach_controller},
    {PacketType::attach_view, &Desk::attach_view},
    {PacketType::connect_data_port, &Desk::connect_data_port},
    {PacketType::provide_service, &Desk::provide_service},
    {PacketType::get_attributes, &Desk::refuse},
    {PacketType::set_attributes, &Desk::refuse},
    {PacketType::sound_recog, &Desk::fail},
    {PacketType::log_msg, &Desk::log_message},
    {PacketType::controller_command, &Desk::ignore},
    {PacketType::ns_query, &Desk::query_service},
    {PacketType::display_text, &Desk::display_text},
    {PacketType::distance_sensor, &Desk::fail},
    {PacketType::turn_hello, &Desk::turn_hello},
    {PacketType::turn_done, &Desk::turn_done},
    {PacketType::turn_wait, &Desk::turn_wait},
};

Desk::Desk(Parts parts) : parts_(parts), objects_(parts.world, parts.options.own_objects_only) {}

void Desk::packet(Session& session, const wire::Packet& packet) {
  if (parts_.post.answer(session, packet)) return;
  const auto gathering = gatherings_.find(session.id());
  if (packet.head.count > 1 || gathering != gatherings_.end()) return gather(session, packet);
  follow(session, packet, packet.octets);
}

/// `octets`: of the whole message, of which `packet` may be the first.
void Desk::follow(Session& session, const wire::Packet& packet, std::string_view octets) {
  if ((packet.head.flags & wire::kForward) != 0)
    parts_.post.forward(session, packet, octets, parts_.clock.now());
  else
    carry_out(session, packet);
}

std::size_t Desk::octets_under_way() const {
  std::size_t sum = 0;
  for (const auto& [session, gathering] : gatherings_) sum += gathering.octets().size();
  return sum;
}

/// One of several packets that are one message, which is done when all of it is there.
void Desk::gather(Session& session, const wire::Packet& packet) {
  Gathering& gathering = gatherings_[session.id()];
  const Gathering::State state = gathering.add(packet);
  if (state == Gathering::State::broken)
    session.end(fmt::format("packets of one {} are out of order, or too many", wire::name_of(packet.head.type)));
  if (state == Gathering::State::incomplete && octets_under_way() > kMostUnderWay)
    session.end("sends a large message while all clients together have too much of such under way");
  if (state != Gathering::State::complete) return;
  const std::string octets = gathering.octets();
  gatherings_.erase(session.id());
  const auto first = wire::read_packet(std::string_view(octets).substr(0, wire::first_unit(octets).size));
  if (first) follow(session, *first, octets);
}

void Desk::carry_out(Session& session, const wire::Packet& packet) {
  const auto entry = std::ranges::find(kHandlers, packet.head.type, &Entry::type);
  if (entry != std::end(kHandlers)) return (this->*entry->handler)(session, packet);
  problem_.clear();
  if (!objects_.take(packet, asker(session), session.out(), problem_))
    return malformed(session, fmt::format("a packet of the unknown type {}", static_cast<int>(packet.head.type)));
  if (problem_.empty()) return;
  if (objects_.is_malformed())
    malformed(session, problem_);
  else
    parts_.log.complain(session.label(), "{}", problem_);
}

void Desk::malformed(Session& session, std::string_view what) {
  session.complain(what, parts_.clock.now());
}

Asker Desk::asker(const Session& session) const {
  const bool attached = session.kind() != Session::Kind::stranger;
  return {attached && session.seat() ? &session.seat()->object() : nullptr, attached};
}

void Desk::control(Session& session, const wire::Packet& packet) {
  wire::SimCtrl message;
  if (!read(session, packet, message)) return;
  switch (static_cast<wire::SimCommand>(message.command)) {
    case wire::SimCommand::start:
      return parts_.run.start(session.label());
    case wire::SimCommand::stop:
      return parts_.run.stop(session.label());
    case wire::SimCommand::reset:
      return parts_.run.reset(session.label());
    case wire::SimCommand::restart:
      return parts_.run.restart(session.label());
  }
  malformed(session, fmt::format("SIM_CTRL {}, which is no command", message.command));
}

/// There is nobody who could serve.
void Desk::provide_service(Session& session, const wire::Packet& packet) {
  wire::ProvideService message;
  if (!read(session, packet, message)) return;
  wire::append_packet(session.out(), wire::ProvideServiceResult{1, "this server takes no services"});
}

void Desk::query_service(Session& session, const wire::Packet& packet) {
  wire::NsQuery message;
  if (read(session, packet, message)) wire::append_packet(session.out(), wire::NsQueryResult{});
}

void Desk::fail(Session& session, const wire::Packet& packet) {
  append_failure(session.out(), packet);
}

void Desk::ignore(Session&, const wire::Packet&) {}

void Desk::refuse(Session& session, const wire::Packet& packet) {
  parts_.log.complain(session.label(), "{}, which this server does not know", wire::name_of(packet.head.type));
}

/// A controller's own words, for people: its log has them all.
void Desk::log_message(Session& session, const wire::Packet& packet) {
  constexpr std::uint64_t kInFull = 100;
  wire::LogMsg message;
  if (!read(session, packet, message)) return;
  show_viewers(session, packet);
  const auto level = static_cast<wire::LogLevel>(message.level);
  const LogLevel ours = level == wire::LogLevel::error                                         ? LogLevel::warning
                        : level >= wire::LogLevel::debug_1 && level <= wire::LogLevel::debug_3 ? LogLevel::debug
                                                                                               : LogLevel::normal;
  LineLimit& lines = log_lines_.try_emplace(session.id(), kInFull).first->second;
  if (lines.next())
    parts_.log.write(ours, fmt::format("{}: {}{}", session.label(), printable(message.text, 1000),
                                       lines.is_thinned() ? fmt::format(" (line {})", lines.count()) : ""));
}

void Desk::display_text(Session& session, const wire::Packet& packet) {
  wire::DisplayText message;
  if (read(session, packet, message)) show_viewers(session, packet);
}

void Desk::show_viewers(const Session& from, const wire::Packet& packet) {
  for (const auto& viewer : parts_.sessions.all()) {
    if (viewer.get() == &from || viewer->is_over() || !viewer->takes_log()) continue;
    viewer->out() += packet.octets;
    viewer->flush();
  }
}

}  // namespace sigverse
