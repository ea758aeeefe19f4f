// SPDX-License-Identifier: Apache-2.0
#include "spark/parts/time_perceptor.h"

#include "spark/core/core.h"

namespace spark {

void TimePerceptor::perceive(PerceptWriter& writer) {
  const Clock& clock = core().clock;
  writer.begin(predicate());
  writer.field("now", clock.episode_seconds(), Unit::second);
  writer.field("step", clock.step_seconds(), Unit::second);
  writer.end();
}

}  // namespace spark
