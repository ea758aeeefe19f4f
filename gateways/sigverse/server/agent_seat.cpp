// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/server/agent_seat.h"

#include <algorithm>

namespace sigverse {

void AgentSeat::leave() {
  program.reset();
  command = nullptr;
  data = nullptr;
  knows_turns = false;
  is_foreign = false;
  is_ready = false;
  waits = false;
  is_absent = false;
  turn = Turn::none;
  told_running = false;
  is_stale = false;
  id_ = -1;
  statistics = {};
  object_.set_attached(false);
  forget_run();
}

void AgentSeat::forget_run() {
  mail.clear();
  has_begun = false;
  wish = 0.0;
  is_stale = turn != Turn::none;
}

AgentSeat* find_seat(const Seats& seats, std::string_view name) {
  const auto found = std::ranges::find(seats, name, [](const auto& seat) -> std::string_view { return seat->name(); });
  return found == seats.end() ? nullptr : found->get();
}

AgentSeat* find_seat(const Seats& seats, spark::AgentId agent) {
  const auto found = std::ranges::find(seats, agent, [](const auto& seat) { return seat->id(); });
  return found == seats.end() ? nullptr : found->get();
}

}  // namespace sigverse
