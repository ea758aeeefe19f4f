// SPDX-License-Identifier: Apache-2.0
// Scene files in a server without Ruby: the world continues whether a file is accepted or not. Its template gets a
// number and a text.
#include <string>
#include <vector>

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

/// A server for all cases, because registering all classes takes longer than reading a scene. Each case has a new
/// scene.
class Stage {
 public:
  Stage() {
    register_scene_classes(core_.classes);
    register_physics_classes(core_.classes);
    register_agent_classes(core_.classes);
    Bundles bundles;
    provide_parts(bundles);
    for (const char* bundle : {"sparkagent", "robotparts"}) bundles.import(core_, bundle);
  }

  void begin() {
    if (Leaf* scene = core_.root().find("/scene")) core_.root().destroy(*scene);
    core_.log.forget_mistakes();
    core_.create("oxygen/Scene", "/scene");
    world_ = &dynamic_cast<World&>(core_.create("oxygen/World", "/scene/world"));
    core_.create("oxygen/Space", "/scene/space");
    target_ = &dynamic_cast<BaseNode&>(core_.create("oxygen/AgentAspect", "/scene/target"));
  }
  BaseNode& target() { return *target_; }
  void step() {
    world_->step(0.01);
    core_.clock.advance();
  }
  std::vector<Body*> bodies() { return core_.find_all<Body>(); }

 private:
  Core core_{1};
  World* world_ = nullptr;
  BaseNode* target_ = nullptr;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* octets, std::size_t size) {
  const fuzz::MemoryFile file(fuzz::as_text(octets, size));
  static Stage stage;
  stage.begin();
  import_scene(stage.target(), file.path(), {0.5, std::string("name")});
  for (int i = 0; i != 2; ++i) stage.step();
  for (const Body* body : stage.bodies()) demand(is_finite(body->position()));
  return 0;
}
