// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "spark/scene/client_nodes.h"
#include "spark/scene/drawing_nodes.h"
#include "spark/scene/scene.h"
#include "spark/scene/scene_importer.h"

namespace spark {
namespace {

bool import_scene_method(BaseNode& target, const std::string& file, const Values& arguments) {
  return import_scene(target, file, arguments);
}

/// Whether the rows are perpendicular unit vectors and right-handed, within the precision of a scene file's digits. ODE
/// requires it.
bool is_rotation(const Mat3& m) {
  constexpr double kTolerance = 1e-3;
  const Mat3 product = m * transposed(m);
  for (std::size_t i = 0; i < product.size(); ++i)
    if (!(std::abs(product[i] - kIdentity3[i]) < kTolerance)) return false;
  return m[0] * (m[4] * m[8] - m[5] * m[7]) - m[1] * (m[3] * m[8] - m[5] * m[6]) + m[2] * (m[3] * m[7] - m[4] * m[6]) >
         0.0;
}

/// 16 numbers column by column, as OpenGL has them; scaling and shearing are refused.
bool set_local_transform(Transform& transform, const Values& numbers) {
  if (numbers.size() != 16) return false;
  std::array<double, 16> m;
  for (std::size_t i = 0; i < m.size(); ++i) {
    m[i] = as_real(numbers[i]).value_or(NAN);
    if (!std::isfinite(m[i])) return false;
  }
  const Mat3 rotation{m[0], m[4], m[8], m[1], m[5], m[9], m[2], m[6], m[10]};
  if (!is_rotation(rotation)) return false;
  transform.set_local_pose({{m[12], m[13], m[14]}, rotation});
  return true;
}

}  // namespace

void register_scene_classes(ClassRegistry& classes) {
  classes.add<BaseNode>("oxygen/BaseNode", "zeitgeist/Node", "A node that may be part of a scene.")
      .method("importScene", &import_scene_method, "file, arguments", "Imports a scene file below this node.")
      .immediate();
  classes.add<Transform>("oxygen/Transform", "oxygen/BaseNode", "A node with a position.")
      .method("setLocalPos", &Transform::set_local_pos, "x, y, z (m)", "Position in the parent's frame.")
      .immediate()
      .method("setLocalRotation", &Transform::set_local_rotation, "x, y, z (degrees)", "Rotation Rx Ry Rz.")
      .immediate()
      .method("setLocalTransform", &set_local_transform, "16 numbers of a matrix, column by column",
              "Position and rotation.")
      .immediate();
  classes.add<Scene>("oxygen/Scene", "oxygen/BaseNode", "The root of a scene.");
  classes.add<SceneServer>("oxygen/SceneServer", "zeitgeist/Node", "Holds the active scene.")
      .method("createScene", &SceneServer::create_scene, "path", "Creates a scene and makes it the active one.")
      .method("setActiveScene", &SceneServer::set_active_scene, "path", "Makes a scene the active one.")
      .method("initSceneImporter", &SceneServer::init_scene_importer, "class",
              "Adds a reader for another kind of scene file; the reader for .rsg is always present.")
      .method("setTransformShortening", &SceneServer::set_transform_shortening, "on",
              "Whether superfluous transforms are removed after an import (true).")
      .method("getTransformShortening", &SceneServer::shortens_transforms, "", "Whether they are removed.");
  classes.add<SceneImporter>("oxygen/SceneImporter", "zeitgeist/Leaf", "Reads scene files of one kind.");
  classes.add<RubySceneImporter>("RubySceneImporter", "oxygen/SceneImporter", "Reads .rsg files.")
      .method("setUnlinkOnCompleteScenes", &RubySceneImporter::set_unlink_on_complete_scenes, "on",
              "Whether a full scene replaces everything below its target (false).");
  register_drawing_classes(classes);
  register_client_classes(classes);
}

}  // namespace spark
