// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "spark/core/class_registry.h"
#include "spark/core/transform.h"

namespace spark {

/// Root of one scene: world, space and all its other objects are below it.
class Scene : public BaseNode {
 protected:
  void unlinking() override;
};

class SceneImporter;

/// /sys/server/scene: refers to the active scene; the importers of scene files are its children.
class SceneServer : public Node {
 public:
  /// Script methods. `createScene(path)` creates an oxygen/Scene there and makes it active; `setActiveScene(path)`
  /// selects one; false, and a line in the log, if there is no scene. An impossible class or path throws
  /// `std::runtime_error`.
  bool create_scene(const std::string& path);
  bool set_active_scene(const std::string& path);
  /// Adds an importer of that class, once. False, and a line in the log, if it is not a class of importers.
  bool init_scene_importer(const std::string& class_name);
  /// Whether superfluous transforms are removed from an imported scene (`shorten_transforms`).
  void set_transform_shortening(bool on) { shortens_transforms_ = on; }
  bool shortens_transforms() const { return shortens_transforms_; }

  /// Null before a scene exists and after it has been deleted.
  Scene* active_scene() const { return active_; }
  /// In the order in which they were added.
  std::vector<SceneImporter*> importers() const;

 private:
  friend class Scene;
  Scene* active_ = nullptr;
  bool shortens_transforms_ = true;
};

/// Imports the scene file `name`, searched for in the scene path, below `target`. `arguments` fill the file's template.
/// False, after one error line with file and line, if the file, or one that it imports, is missing or invalid; the
/// nodes built until then are kept, unless a file is not a scene at all (brackets, header, size, endless imports): then
/// none are. An unknown method causes an error line, refused arguments and misplaced nodes a warning; the import
/// continues after these.
bool import_scene(BaseNode& target, const std::string& name, const Values& arguments);

/// The same for a peer outside, such as an agent, that has chosen the file and the arguments. The template must have
/// exactly this number of parameters; otherwise nothing is built, after one line with its number. Texts among them can
/// only become names in the scene: one in a Ruby expression, or as the name of another file, ends the import.
bool import_chosen_scene(BaseNode& target, const std::string& name, const Values& arguments);

/// Registers oxygen/BaseNode (with importScene), Transform, Scene, SceneServer and the drawing-only classes
/// (kerosin/Box, Sphere, CCylinder, Light …) that scene files may contain and this server stores as data.
void register_scene_classes(ClassRegistry& classes);

}  // namespace spark
