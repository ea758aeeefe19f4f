// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/server/agent_seat.h"

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

}  // namespace sigverse
