// SPDX-License-Identifier: Apache-2.0
#include "server/describe.h"

#include <sstream>

#include "server/assembly.h"
#include "server/reference/reference.h"
#include "spark/agent/agent_aspect.h"
#include "spark/scene/scene.h"
#include "spark/script/bundles.h"
#include "spark/sim/control_aspect.h"

namespace server {

using namespace spark;
namespace {

/// The modules that the server comes with, whether the script asks for them or not. What cannot be loaded is said, and
/// missing then.
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

/// An agent as one that says (create) gets it; null if there is no place for one.
const AgentAspect* make_sample(Assembly& assembly) {
  Core& core = assembly.core;
  const auto* scenes = core.find_first<SceneServer>();
  const auto* game = core.find_first<GameControlServer>();
  if (!scenes || !scenes->active_scene() || !game || game->birth_effector().empty()) return nullptr;
  auto made = core.classes.create("oxygen/AgentAspect");
  auto& agent = static_cast<AgentAspect&>(*made);
  agent.set_id(0);
  agent.set_name("AgentAspect0");
  scenes->active_scene()->append(std::move(made));
  auto birth = core.classes.create(game->birth_effector());
  birth->set_name("_" + game->birth_effector());
  auto* effector = dynamic_cast<Effector*>(birth.get());
  agent.append(std::move(birth));
  if (effector) effector->realise({});
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
