// SPDX-License-Identifier: Apache-2.0
#include "spark/parts/create_effector.h"

#include <exception>

#include "spark/agent/agent_aspect.h"
#include "spark/core/core.h"
#include "spark/script/script_engine.h"

namespace spark {

void CreateEffector::realise(const Arguments&) {
  if (used_) {
    complain("(create) again; ignored");
    return;
  }
  used_ = true;
  const std::size_t parts = agent().children().size();
  try {
    ScriptEngine::of(core()).call("addAgent", {agent().full_path() + '/'});
  } catch (const std::exception& error) {
    core().log.error("{} could not be created: {}", agent().label(), error.what());
    take_away(parts);
  }
}

/// Removes an incomplete body, which is worse than none: it might be in the way of others without being able to move.
void CreateEffector::take_away(std::size_t parts) {
  for (std::size_t i = agent().children().size(); i > parts; --i) try {
      agent().destroy(*agent().children()[i - 1]);
    } catch (const std::exception& error) {
      core().log.error("{}: {}", agent().label(), error.what());
    }
}

}  // namespace spark
