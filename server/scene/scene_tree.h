// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <variant>
#include <vector>

namespace spark {
class Leaf;
class Scene;
}  // namespace spark

namespace server {

/// A scene as plain data for printing. Lengths in m, angles in degrees, masses in kg, rotations as unit quaternions w,
/// x, y, z; numbers are rounded to millionths.
struct SceneEntry {
  struct Attribute {
    std::string name;
    std::vector<std::variant<double, std::string>> values;
    bool is_list = true;  ///< false: a single value
  };
  std::string kind;  ///< the class of a node, else a word
  std::string name;
  std::vector<Attribute> attributes;  ///< without trivial ones: no offset of 0, no velocity of a body at rest
  std::vector<SceneEntry> children;

  const Attribute* find(std::string_view attribute) const;
};

/// The nodes of the scene, in the order of the tree, with the poses of those that have one.
SceneEntry tree_of(const spark::Scene& scene);
/// The appearance of the scene (`spark/scene/appearance.h`) in that form: movers with their shapes, scenery, joints.
std::vector<SceneEntry> appearance_entries(const spark::Scene& scene);

/// The printed state of a scene at a step.
struct SceneDump {
  std::string file;
  long long step = 0;
  double seconds = 0;
  SceneEntry tree;
  std::vector<SceneEntry> appearance;
};
/// A line for each entry, children indented by two blanks, `(name value …)` for each attribute.
std::string as_text(const SceneDump& dump);
std::string as_json(const SceneDump& dump);

}  // namespace server
