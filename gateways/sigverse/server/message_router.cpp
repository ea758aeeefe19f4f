// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/server/message_router.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "gateways/sigverse/wire/failed_replies.h"
#include "gateways/sigverse/wire/raw.h"
#include "spark/core/log.h"

namespace sigverse::server {

using wire::PacketType;
namespace {

constexpr double kNoReach = -1.0;
/// Speech recognition takes up to 10 s.
constexpr std::chrono::seconds kRecognitionTimeout{12};

double distance(const SimObj& a, const SimObj& b) {
  const SigVector p = a.position(), q = b.position();
  return std::hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
}

/// The reach of a packet, in cm; `kNoReach` if it is unlimited.
double reach_of(const Session& from, const wire::Packet& packet) {
  if ((packet.head.flags & wire::kHasReach) != 0) return packet.head.reach;
  const bool is_voice = packet.head.type == PacketType::on_recv_text || packet.head.type == PacketType::on_recv_sound;
  if (!is_voice || !from.slot()) return kNoReach;
  const Attributes& attributes = from.slot()->object().attributes();
  return attributes.is_on("voiceReachRadiusEnable") ? attributes.number("voiceReachRadius") : kNoReach;
}

}  // namespace

ControllerSlot* MessageRouter::find(std::string_view name) const {
  ControllerSlot* slot = find_slot(slots_, name);
  return slot && slot->is_attached() ? slot : nullptr;
}

/// A negative or NaN reach means no limit. A sender without an object is received everywhere.
bool MessageRouter::is_in_reach(const Session& from, const ControllerSlot& to, double reach) const {
  if (!(reach >= 0.0) || !from.slot()) return true;
  return distance(from.slot()->object(), to.object()) <= reach;
}

bool MessageRouter::deliver(const Session& from, ControllerSlot& to, std::string_view octets) {
  const bool is_in_handler = from.slot() && from.slot()->turn != ControllerSlot::Turn::none;
  if (turns_.deliver(to, octets, is_in_handler)) return true;
  log_.complain(from.label(), "{} has {} octets waiting for its next turn; further ones are dropped",
                spark::Printable{to.name()}, to.pending.size());
  return false;
}

/// A service that does not read is disconnected when too much output is waiting for it.
void MessageRouter::deliver(Session& service, std::string_view octets) {
  service.out() += octets;
  service.flush();
}

void MessageRouter::forward(Session& from, const wire::Packet& packet, std::string_view octets, Time now) {
  const double reach = reach_of(from, packet);
  if (reply_of(packet.head.type) && (packet.head.flags & wire::kWantsNoResult) == 0)
    return ask(from, packet, octets, reach, now);
  if (packet.head.target.empty()) {
    for (const auto& slot : slots_)
      if (slot->is_attached() && slot.get() != from.slot() && is_in_reach(from, *slot, reach))
        deliver(from, *slot, octets);
    return;
  }
  ControllerSlot* to = find(packet.head.target);
  if (!to)
    log_.complain(from.label(), "{} for '{}', which is not an attached controller", wire::name_of(packet.head.type),
                  spark::printable(packet.head.target));
  else if (is_in_reach(from, *to, reach))
    deliver(from, *to, octets);
}

/// Only controllers that read packets themselves can answer. One that supports turns has handlers, but none for these.
void MessageRouter::ask(Session& from, const wire::Packet& packet, std::string_view octets, double reach, Time now) {
  // A provider may be registered at a port of this server, or of one that passes the request back here. Such a request
  // arrives on a connection that has not attached.
  if (from.kind() == Session::Kind::unattached) {
    log_.complain(from.label(), "{} for '{}': only controllers and viewers may ask others",
                  wire::name_of(packet.head.type), spark::printable(packet.head.target));
    return fail(from, packet.octets);
  }
  ControllerSlot* to = find(packet.head.target);
  if (!to && ask_provider(from, packet, octets, now)) return;
  if (!to || to->knows_turns || to->command == &from || !is_in_reach(from, *to, reach))
    return fail(from, packet.octets);
  awaited_.push_back(
      {from.id(), to->command->id(), *reply_of(packet.head.type), now + forward_timeout_, std::string(packet.octets)});
  to->command->out() += octets;
  to->command->flush();
}

bool MessageRouter::has_receiver(const wire::Packet& packet) const {
  if (find(packet.head.target)) return true;
  const auto* provider = registry_.find(packet.head.target, wire::service_kind::of(packet.head.type));
  return provider && !registry_.rests(*provider);
}

/// Returns false if there is no provider with that name for this kind of request.
bool MessageRouter::ask_provider(Session& from, const wire::Packet& packet, std::string_view octets, Time now) {
  const auto* provider = registry_.find(packet.head.target, wire::service_kind::of(packet.head.type));
  if (!provider) return false;
  const auto timeout = packet.head.type == PacketType::sound_recog
                           ? std::max<std::chrono::nanoseconds>(kRecognitionTimeout, forward_timeout_)
                           : forward_timeout_;
  from.hold(now);
  registry_.ask(*provider, std::string(octets), timeout,
                [this, asker = from.id(), request = std::string(packet.octets)](std::string_view reply, Time then) {
                  Session* session = sessions_.find(asker);
                  if (!session) return;
                  session->release(then);
                  take_answer(*session, request, reply);
                });
  return true;
}

/// An empty reply means that the provider has sent none.
void MessageRouter::take_answer(Session& asker, const std::string& request, std::string_view reply) {
  const auto packet = wire::read_packet(request);
  if (reply.empty() && !(packet && substitute_ && substitute_(asker, *packet))) return fail(asker, request);
  asker.out() += reply;
  asker.flush();
}

bool MessageRouter::answer(Session& from, const wire::Packet& packet) {
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

void MessageRouter::attend(Time now) {
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

void MessageRouter::append_failure(Session& asker, std::string_view request) {
  const bool knows_turns = asker.slot() && asker.slot()->knows_turns;
  if (const auto packet = wire::read_packet(request))
    wire::append_failure(asker.out(), *packet, knows_turns ? wire::kNoAnswer : 0);
}

void MessageRouter::fail(Session& asker, std::string_view request) {
  append_failure(asker, request);
  asker.flush();
}

void MessageRouter::message(Session& from, std::string_view body, Time now) {
  wire::RawMessage message;
  if (!wire::read_raw_message(body, false, message)) return from.complain("a message that makes no sense", now);
  if (from.name().empty()) return log_.complain(from.label(), "a message from a client without a name");
  octets_.clear();
  if (!wire::append_forwarded_message(octets_, from.name(), body))
    return from.complain("a message that is too long, or of a name with a comma", now);
  if (message.to.empty())
    deliver_to_all(from, message);
  else
    deliver_to_named(from, message);
}

void MessageRouter::deliver_to_all(const Session& from, const wire::RawMessage& message) {
  using All = wire::RawMessage::All;
  if (message.all == All::everybody || message.all == All::controllers)
    for (const auto& slot : slots_)
      if (slot->is_attached() && slot.get() != from.slot() && is_in_reach(from, *slot, message.distance))
        deliver(from, *slot, octets_);
  if (message.all == All::everybody || message.all == All::services)
    for (Session* service : services_.all())
      if (service != &from) deliver(*service, octets_);
}

/// A message could name one receiver twenty thousand times, and gigabytes would be sent.
void MessageRouter::deliver_to_named(const Session& from, wire::RawMessage& message) {
  std::ranges::sort(message.to);
  const auto repeated = std::unique(message.to.begin(), message.to.end());
  message.to.erase(repeated, message.to.end());
  for (const std::string_view name : message.to) {
    if (ControllerSlot* to = find(name)) {
      if (to != from.slot() && is_in_reach(from, *to, message.distance)) deliver(from, *to, octets_);
    } else if (Session* service = services_.find(name)) {
      if (service != &from) deliver(*service, octets_);
    } else if (!services_.has_service(name)) {
      log_.complain(from.label(), "a message for '{}', which is neither an attached controller nor a service",
                    spark::Printable{name});
    }
  }
}

}  // namespace sigverse::server
