// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/server/controller_slot.h"

#include <algorithm>

#include "gateways/sigverse/server/reused_buffer.h"

namespace sigverse::server {

bool ControllerSlot::holds_world() const {
  return waits && !is_absent && turn == Turn::open;
}

void ControllerSlot::leave() {
  program.reset();
  command = nullptr;
  data = nullptr;
  knows_turns = false;
  is_foreign = false;
  is_ready = false;
  waits = false;
  is_absent = false;
  turn = Turn::none;
  answer_awaited_since.reset();
  reported_running = false;
  is_stale = false;
  id_ = -1;
  statistics = {};
  object_.set_attached(false);
  empty_buffer(pending_after_reset);
  forget_run();
}

void ControllerSlot::forget_run() {
  pending.swap(pending_after_reset);
  empty_buffer(pending_after_reset);
  has_begun = false;
  next_action = 0.0;
  sounds = {};
  is_stale = turn != Turn::none;
}

void ControllerSlot::pause_turn(Time now) {
  if (!answer_awaited_since) answer_awaited_since = now;
}

void ControllerSlot::resume_turn(Time now) {
  if (!answer_awaited_since) return;
  turn_began += now - *answer_awaited_since;
  answer_awaited_since.reset();
}

ControllerSlot* find_slot(const ControllerSlots& slots, std::string_view name) {
  const auto found = std::ranges::find(slots, name, [](const auto& slot) -> std::string_view { return slot->name(); });
  return found == slots.end() ? nullptr : found->get();
}

ControllerSlot* find_slot(const ControllerSlots& slots, spark::AgentId agent) {
  const auto found = std::ranges::find(slots, agent, [](const auto& slot) { return slot->id(); });
  return found == slots.end() ? nullptr : found->get();
}

}  // namespace sigverse::server
