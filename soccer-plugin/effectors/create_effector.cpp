// SPDX-License-Identifier: Apache-2.0
#include "soccer-plugin/effectors/create_effector.h"

#include <exception>

#include "spark/agent/agent_aspect.h"
#include "spark/core/core.h"
#include "spark/script/script_engine.h"

namespace soccer {

void CreateEffector::realise(const spark::Arguments&) {
  if (used_) {
    core().log.complain(agent().label(), "(create) again; ignored");
    return;
  }
  used_ = true;
  try {
    spark::ScriptEngine::of(core()).call("addAgent", {agent().full_path() + '/'});
  } catch (const std::exception& error) {
    core().log.error("{} could not be created: {}", agent().label(), error.what());
  }
}

}  // namespace soccer
