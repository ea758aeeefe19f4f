// SPDX-License-Identifier: Apache-2.0
#include "spark/core/core.h"
#include "spark/scene/scene.h"

namespace spark {

void Scene::unlinking() {
  if (auto* server = core().find_first<SceneServer>(); server && server->active_ == this) server->active_ = nullptr;
}

bool SceneServer::create_scene(const std::string& path) {
  active_ = dynamic_cast<Scene*>(&core().create("oxygen/Scene", path));
  return active_ != nullptr;
}

bool SceneServer::set_active_scene(const std::string& path) {
  auto* scene = dynamic_cast<Scene*>(core().root().find(path));
  if (!scene) {
    core().log.error("setActiveScene: there is no scene '{}'", printable(path));
    return false;
  }
  active_ = scene;
  return true;
}

bool SceneServer::init_scene_importer(const std::string& class_name) {
  if (class_name == "RubySceneImporter") return true;
  core().log.error("initSceneImporter: there is no importer '{}'", printable(class_name));
  return false;
}

}  // namespace spark
