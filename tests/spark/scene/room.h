// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "spark/physics/world.h"
#include "tests/support/script_stage.h"

namespace script_test {

/// A scene with a world, filled from the text of a scene file.
struct Room : Stage {
  explicit Room(const std::string& nodes) {
    scenes = &dynamic_cast<spark::SceneServer&>(core.create("oxygen/SceneServer", "/sys/server/scene"));
    scene = &dynamic_cast<spark::Scene&>(core.create("oxygen/Scene", "/usr/scene"));
    world = &dynamic_cast<spark::World&>(core.create("oxygen/World", "/usr/scene/world"));
    core.create("oxygen/Space", "/usr/scene/space");
    add(nodes);
  }
  void add(const std::string& nodes) {
    file("room.rsg", "(RubySceneGraph 0 1)\n(" + nodes + ")\n");
    if (!spark::import_scene(*scene, "room.rsg", {})) throw std::runtime_error("the room cannot be imported");
  }
  void remove(const std::string& name) { scene->destroy(*scene->child(name)); }

  spark::SceneServer* scenes = nullptr;
  spark::Scene* scene = nullptr;
  spark::World* world = nullptr;
};

}  // namespace script_test
