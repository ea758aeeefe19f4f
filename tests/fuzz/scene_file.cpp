// SPDX-License-Identifier: Apache-2.0
// Scene files, in a server without Ruby: a file that has been read, or has not, leaves a world that goes on. Its
// template gets a number and a text.
#include <string>

#include "spark/agent/agent_aspect.h"
#include "spark/core/core.h"
#include "spark/parts/parts.h"
#include "spark/physics/body.h"
#include "spark/physics/physics_classes.h"
#include "spark/physics/world.h"
#include "spark/scene/scene.h"
#include "spark/script/bundles.h"
#include "tests/fuzz/memory_file.h"
#include "tests/fuzz/target.h"

using namespace spark;
using fuzz::demand;

namespace {

struct Stage {
  Stage() {
    register_scene_classes(core.classes);
    register_physics_classes(core.classes);
    register_agent_classes(core.classes);
    Bundles bundles;
    provide_parts(bundles);
    for (const char* bundle : {"sparkagent", "robotparts"}) bundles.import(core, bundle);
    core.create("oxygen/Scene", "/scene");
    world = &dynamic_cast<World&>(core.create("oxygen/World", "/scene/world"));
    core.create("oxygen/Space", "/scene/space");
    target = &dynamic_cast<BaseNode&>(core.create("oxygen/AgentAspect", "/scene/target"));
  }
  Core core{1};
  World* world = nullptr;
  BaseNode* target = nullptr;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* octets, std::size_t size) {
  const fuzz::MemoryFile file(fuzz::as_text(octets, size));
  Stage stage;
  import_scene(*stage.target, file.path(), {0.5, std::string("name")});
  for (int i = 0; i != 2; ++i) {
    stage.world->step(0.01);
    stage.core.clock.advance();
  }
  for (const Body* body : stage.core.find_all<Body>()) demand(is_finite(body->position()));
  return 0;
}
