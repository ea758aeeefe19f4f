// SPDX-License-Identifier: Apache-2.0
#include "spark/core/core.h"
#include "spark/core/source_place.h"
#include "spark/scene/scene.h"
#include "spark/scene/scene_importer.h"

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
    report(core(), LogLevel::error, "setActiveScene",
           fmt::format("setActiveScene: there is no scene '{}'", printable(path)));
    return false;
  }
  active_ = scene;
  return true;
}

bool SceneServer::init_scene_importer(const std::string& class_name) {
  const ClassInfo* info = core().classes.find(class_name);
  auto made = info && !info->is_abstract() ? core().classes.create(class_name) : nullptr;
  if (!dynamic_cast<SceneImporter*>(made.get())) {
    report(core(), LogLevel::error, "initSceneImporter",
           fmt::format("initSceneImporter: there is no importer '{}'", printable(class_name)));
    return false;
  }
  for (const auto& child : children())
    if (child->class_info() == info) return true;
  made->set_name(class_name);
  append(std::move(made));
  return true;
}

std::vector<SceneImporter*> SceneServer::importers() const {
  std::vector<SceneImporter*> found;
  for (const auto& child : children())
    if (auto* importer = dynamic_cast<SceneImporter*>(child.get())) found.push_back(importer);
  return found;
}

}  // namespace spark
