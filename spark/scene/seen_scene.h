// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace spark {

class Body;
class Camera;
class Leaf;
class MaterialServer;
class Scene;

/// The moving or visible objects of a scene, cached until the tree changes, for code that reads a scene repeatedly
/// (monitors, gateways). While the tree is unchanged, a call costs one comparison.
///
/// Borrows the objects, so it is valid only from a `refresh` to the next change of the tree. Used on the simulation
/// thread, between two steps.
class SeenScene {
 public:
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  struct Thing {
    enum class Kind { transform, body, collider, drawing, joint, camera };
    Kind kind;
    const Leaf* leaf;
    const Leaf* top;    ///< the object, or its ancestor, right below the scene
    std::size_t above;  ///< index in `things()` of the nearest Transform above; kNone if there is none in the scene

    /// The object, cast to the class of its kind.
    template <typename T>
    const T& as() const {
      return static_cast<const T&>(*leaf);
    }
  };

  /// Updates the list for `scene`; null: there is none. Returns whether objects other than Transforms were added or
  /// removed since the last call.
  bool refresh(const Scene* scene);

  const Scene* scene() const { return scene_; }
  /// In the order of the tree, without bodies that have no position (`Body::id`).
  std::span<const Thing> things() const { return things_; }
  std::span<const Body* const> bodies() const { return bodies_; }
  std::span<const Camera* const> cameras() const { return cameras_; }
  /// The material server that the script made; null if it made none.
  const MaterialServer* materials() const { return materials_; }

 private:
  void collect(const class Node& at, const Leaf* top, std::size_t above);
  bool add(const Leaf& leaf, const Leaf& top, std::size_t above);

  const Scene* scene_ = nullptr;
  std::uint64_t tree_changes_ = 0;
  std::vector<Thing> things_;
  std::vector<const Body*> bodies_;
  std::vector<const Camera*> cameras_;
  const MaterialServer* materials_ = nullptr;
  std::vector<std::uint64_t> serials_, serials_before_;  ///< of all things except Transforms
};

}  // namespace spark
