// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/server/post.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "gateways/sigverse/server/failed_replies.h"
#include "gateways/sigverse/wire/raw.h"
#include "spark/core/log.h"

namespace sigverse {

using namespace spark;
using wire::PacketType;
namespace {

constexpr double kNoReach = -1.0;

double distance(const SimObj& a, const SimObj& b) {
  const SigVector p = a.position(), q = b.position();
  return std::hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
}

/// How far a packet is to be heard, cm; `kNoReach`: everywhere.
double reach_of(const Session& from, const wire::Packet& packet) {
  if ((packet.head.flags & wire::kHasReach) != 0) return packet.head.reach;
  const bool is_voice = packet.head.type == PacketType::on_recv_text || packet.head.type == PacketType::on_recv_sound;
  if (!is_voice || !from.seat()) return kNoReach;
  const Attributes& attributes = from.seat()->object().attributes();
  return attributes.is_on("voiceReachRadiusEnable") ? attributes.number("voiceReachRadius") : kNoReach;
}

}  // namespace

AgentSeat* Post::find(std::string_view name) const {
  AgentSeat* seat = find_seat(seats_, name);
  return seat && seat->is_attached() ? seat : nullptr;
}

/// A reach below zero, and one that is no number, is none. Who has no object is heard everywhere.
bool Post::is_in_reach(const Session& from, const AgentSeat& to, double reach) const {
  if (!(reach >= 0.0) || !from.seat()) return true;
  return distance(from.seat()->object(), to.object()) <= reach;
}

bool Post::deliver(const Session& from, AgentSeat& to, std::string_view octets) {
  if (turns_.deliver(to, octets)) return true;
  log_.complain(from.label(), "{} has {} octets that it has not heard yet; what comes is dropped", Printable{to.name()},
                to.mail.size());
  return false;
}

void Post::forward(Session& from, const wire::Packet& packet, std::string_view octets, Time now) {
  const double reach = reach_of(from, packet);
  if (reply_of(packet.head.type) && (packet.head.flags & wire::kWantsNoResult) == 0)
    return ask(from, packet, octets, reach, now);
  if (packet.head.target.empty()) {
    for (const auto& seat : seats_)
      if (seat->is_attached() && seat.get() != from.seat() && is_in_reach(from, *seat, reach))
        deliver(from, *seat, octets);
    return;
  }
  AgentSeat* to = find(packet.head.target);
  if (!to)
    log_.complain(from.label(), "{} for '{}', which is no controller that is attached", wire::name_of(packet.head.type),
                  printable(packet.head.target));
  else if (is_in_reach(from, *to, reach))
    deliver(from, *to, octets);
}

/// Only a client whose packets are its own affair can answer: what knows turns has handlers, and none for these.
void Post::ask(Session& from, const wire::Packet& packet, std::string_view octets, double reach, Time now) {
  AgentSeat* to = find(packet.head.target);
  if (!to || to->knows_turns || to->command == &from || !is_in_reach(from, *to, reach))
    return append_failure(from.out(), packet);
  awaited_.push_back(
      {from.id(), to->command->id(), *reply_of(packet.head.type), now + forward_timeout_, std::string(packet.octets)});
  to->command->out() += octets;
  to->command->flush();
}

bool Post::answer(Session& from, const wire::Packet& packet) {
  const auto awaited = std::ranges::find_if(
      awaited_, [&](const Awaited& each) { return each.asked == from.id() && each.type == packet.head.type; });
  if (awaited == awaited_.end()) return false;
  if (Session* asker = sessions_.find(awaited->asker)) {
    asker->out() += packet.octets;
    asker->flush();
  }
  if (packet.head.number + 1 >= packet.head.count) awaited_.erase(awaited);
  return true;
}

void Post::attend(Time now) {
  for (std::size_t i = 0; i < awaited_.size();) {
    const bool has_gone = !sessions_.find(awaited_[i].asked);
    if (!has_gone && now < awaited_[i].until) {
      ++i;
      continue;
    }
    const Awaited late = std::move(awaited_[i]);
    awaited_.erase(awaited_.begin() + static_cast<std::ptrdiff_t>(i));
    if (Session* asker = sessions_.find(late.asker)) fail(*asker, late.request);
  }
}

void Post::fail(Session& asker, std::string_view request) {
  if (const auto packet = wire::read_packet(request)) append_failure(asker.out(), *packet);
  asker.flush();
}

void Post::message(Session& from, std::string_view body, Time now) {
  wire::RawMessage message;
  if (!wire::read_raw_message(body, false, message)) return from.complain("a message that makes no sense", now);
  if (from.name().empty()) return log_.complain(from.label(), "a message of somebody without a name");
  octets_.clear();
  if (!wire::append_forwarded_message(octets_, from.name(), body))
    return from.complain("a message that is too long, or of a name with a comma", now);
  using All = wire::RawMessage::All;
  if (message.to.empty()) {
    if (message.all == All::services) return;
    for (const auto& seat : seats_)
      if (seat->is_attached() && seat.get() != from.seat() && is_in_reach(from, *seat, message.distance))
        deliver(from, *seat, octets_);
    return;
  }
  for (const std::string_view name : message.to) {
    AgentSeat* to = find(name);
    if (!to)
      log_.complain(from.label(), "a message for '{}', which is no controller that is attached", Printable{name});
    else if (to != from.seat() && is_in_reach(from, *to, message.distance))
      deliver(from, *to, octets_);
  }
}

}  // namespace sigverse
