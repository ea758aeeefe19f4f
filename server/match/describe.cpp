// SPDX-License-Identifier: Apache-2.0
#include "server/match/describe.h"

#include <sstream>

#include "server/engine/assembly.h"
#include "server/reference/reference.h"
#include "spark/agent/agent_aspect.h"
#include "spark/scene/scene.h"
#include "spark/script/bundles.h"
#include "spark/sim/control_aspect.h"

namespace server {

using namespace spark;
namespace {

/// Imports all modules of the server, whether or not the script imports them. Modules that cannot be loaded are
/// reported and left out.
void import_all(Assembly& assembly) {
  Bundles& bundles = assembly.scripts().bundles();
  std::vector<std::string> names = bundles.provided();
  std::istringstream modules(RCSS_MODULES);
  for (std::string name; modules >> name;) names.push_back(name);
  for (const std::string& name : names) try {
      bundles.import(assembly.core, name);
    } catch (const std::exception& error) {
      assembly.core.log.error("{}", error.what());
    }
}

/// An agent as `(create)` builds it; null if there is no scene for one.
const AgentAspect* make_sample(Assembly& assembly) {
  const auto* scenes = assembly.core.find_first<SceneServer>();
  if (!scenes || !scenes->active_scene()) return nullptr;
  AgentAspect& agent = assembly.game_control().make_agent(*scenes->active_scene(), 0);
  if (auto* birth = agent.child_of_type<Effector>()) birth->realise({});
  return &agent;
}

}  // namespace

std::string describe_world(Assembly& assembly, const std::string& name, Options::Format format) {
  const AgentAspect* sample = make_sample(assembly);
  import_all(assembly);
  Reference reference = collect_reference(assembly.core.classes, sample);
  if (!name.empty()) reference = select_reference(reference, name);
  switch (format) {
    case Options::Format::json:
      return as_json(reference);
    case Options::Format::md:
      return as_markdown(reference);
    case Options::Format::text:
      break;
  }
  return as_text(reference);
}

}  // namespace server
