// SPDX-License-Identifier: Apache-2.0
#include "agent-sample/lib/sent_acts.h"

namespace rcss3d::agent {

void SentActs::add(const Acts& acts, long first, bool can_delay) {
  const int last = can_delay ? Acts::kSteps : 1;
  for (int steps = 0; steps < last; ++steps) {
    const long step = first + steps;
    if (step < 0) continue;
    steps_[static_cast<std::size_t>(step) % kKept] = {step, acts.drive_at(steps), acts.kick_at(steps),
                                                      acts.pan_at(steps) * kDegree};
  }
}

}  // namespace rcss3d::agent
