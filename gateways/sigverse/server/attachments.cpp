// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/server/attachments.h"

#include <fmt/format.h>

#include <utility>

#include "spark/core/log.h"

namespace sigverse::server {

using wire::AttachResult;
namespace {

/// The agent type, in the agent database, of agents that connect by themselves.
constexpr const char* kArrivedType = "sigverse";

const char* data_port_words(AttachResult result) {
  if (result == AttachResult::ok) return "";
  if (result == AttachResult::no_such_agent) return "no such agent";
  return "no command port without data port from this address";
}

}  // namespace

void Attachments::attach_controller(Request& request, const wire::AttachController& message) {
  const auto [result, words] = attach(request.session, message.name);
  wire::append_packet(request.out(), wire::AttachControllerResult{static_cast<std::uint16_t>(result), words});
  if (result != AttachResult::ok)
    request.refuse("has not been attached to {}: {}", spark::printable(message.name), words);
}

/// The text of a successful reply states that this server supports turns, and whether the world would wait for those of
/// this client.
std::pair<AttachResult, std::string> Attachments::attach(Session& session, std::string_view name) {
  if (session.kind() != Session::Kind::unattached)
    return {AttachResult::already_attached, "this connection is attached already"};
  ControllerSlot* slot = find_slot(parts_.slots, name);
  if (!slot || (session.was_started_here() && session.slot() != slot))
    return {AttachResult::no_such_agent, fmt::format("no agent {}", spark::printable(name))};
  if (slot->is_attached() || (slot->program && session.slot() != slot))
    return {AttachResult::already_attached, fmt::format("{} has a controller", spark::printable(name))};
  if (!session.was_started_here()) {
    const auto agent = listener_->agent_arrived(kArrivedType);
    if (!agent) return {AttachResult::already_attached, "there have been too many agents"};
    slot->take(*agent);
  }
  take_slot(session, *slot, name);
  return {AttachResult::ok, std::string(wire::kTurnsKnown) + (slot->waits ? "" : " free")};
}

void Attachments::take_slot(Session& session, ControllerSlot& slot, std::string_view name) {
  session.become_controller(slot, name);
  slot.command = &session;
  slot.waits = parts_.options.lock_step && (session.was_started_here() || parts_.options.sync);
  slot.attached_at = parts_.clock.now();
  slot.object().set_attached(true);
}

void Attachments::connect_data_port(Request& request, const wire::ConnectDataPort& message) {
  Session& session = request.session;
  ControllerSlot* slot = find_slot(parts_.slots, message.name);
  const bool may_come = slot && !slot->is_attached() && !slot->program;
  if (!may_come || session.kind() != Session::Kind::unattached) return answer_data_port(session, slot);
  session.hold(parts_.clock.now());
  waiting_.push_back({&session, slot, parts_.clock.now() + kDataPortWait});
}

bool Attachments::attend(Time now) {
  const auto answered = std::erase_if(waiting_, [&](const WaitingDataPort& waiting) {
    if (!waiting.slot->is_attached() && now < waiting.until) return false;
    waiting.session->release(now);
    answer_data_port(*waiting.session, waiting.slot);
    waiting.session->flush();
    return true;
  });
  return answered > 0;
}

void Attachments::forget(const Session& session) {
  std::erase_if(waiting_, [&session](const WaitingDataPort& waiting) { return waiting.session == &session; });
}

/// `slot` is null if there is no such agent.
void Attachments::answer_data_port(Session& session, ControllerSlot* slot) {
  AttachResult result = AttachResult::ok;
  if (!slot)
    result = AttachResult::no_such_agent;
  else if (session.kind() != Session::Kind::unattached || !slot->is_attached() || slot->data ||
           slot->command->channel().host() != session.channel().host())
    result = AttachResult::already_attached;
  if (result == AttachResult::ok) {
    session.become_data_port(*slot, slot->name());
    slot->data = &session;
    // A client that supports turns needs only one connection.
    if (!slot->knows_turns) slot->is_foreign = true;
  }
  wire::append_packet(session.out(),
                      wire::ConnectDataPortResult{static_cast<std::uint16_t>(result), data_port_words(result)});
}

void Attachments::attach_view(Request& request, const wire::AttachView& message) {
  wire::AttachViewResult result;
  if (request.session.kind() != Session::Kind::unattached) {
    result.result = static_cast<std::uint16_t>(AttachResult::already_attached);
    result.message = "this connection is attached already";
  } else if (message.name.size() > wire::kLongestName) {
    result.result = static_cast<std::uint16_t>(AttachResult::no_such_agent);
    result.message = "the name is too long";
  } else {
    request.session.become_viewer(message.name);
    for (const ShapeFile& shape : parts_.world.shapes()) result.shapes.push_back({shape.key, shape.file});
  }
  wire::append_packet(request.out(), result);
}

void Attachments::turn_hello(Request& request, const wire::TurnHello& message) {
  ControllerSlot* slot = request.session.slot();
  if (request.session.kind() != Session::Kind::controller || message.version != wire::kTurnVersion || slot->knows_turns)
    return request.reject("an invalid TURN_HELLO: not from a controller, unknown version or repeated");
  slot->knows_turns = true;
  slot->is_foreign = false;
  if (!std::exchange(slot->is_ready, true)) listener_->agent_ready(slot->id());
}

}  // namespace sigverse::server
