// SPDX-License-Identifier: Apache-2.0
#include "server/bodies_put_back.h"

#include <fmt/format.h>

#include "spark/agent/agent_aspect.h"
#include "spark/core/core.h"
#include "spark/physics/world.h"

namespace server {

using namespace spark;

std::string bodies_put_back(Core& core, const World& world) {
  using Why = BadStates::Why;
  const BadStates& bad = world.bad_states();
  if (bad.count() == 0) return {};
  std::string text;
  for (const Why why : {Why::not_finite, Why::too_far, Why::too_fast})
    if (bad.count(why) > 0)
      text += fmt::format("{}{} times {}", text.empty() ? "" : ", ", bad.count(why), BadStates::words(why));
  std::uint64_t named = 0;
  for (const BadStates::Named& body : bad.named()) {
    named += body.times;
    const Leaf* leaf = core.root().find(body.path);
    const AgentAspect* agent = leaf ? agent_of(*leaf) : nullptr;
    text += fmt::format("; {} {} times, first at {:.2f} s", agent ? agent->label() + " " + body.path : body.path,
                        body.times, static_cast<double>(body.first) * core.clock.step_seconds());
  }
  if (named < bad.count()) text += fmt::format("; others {} times", bad.count() - named);
  return text;
}

}  // namespace server
