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

/// The objects of a scene that move or are seen, found once and remembered until something comes or goes, for code that
/// looks at a scene again and again (monitors, gateways). As long as the tree is as it was, a look costs one
/// comparison.
///
/// Borrows the objects, so it is up to date only from a `refresh` to the next change of the tree. Used on the
/// simulation thread, between two steps.
class SeenScene {
 public:
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  struct Thing {
    enum class Kind { transform, body, collider, drawing, joint, camera };
    Kind kind;
    const Leaf* leaf;
    const Leaf* top;    ///< the object right below the scene that it is, or is below
    std::size_t above;  ///< which of `things()` is the nearest Transform above; kNone if there is none in the scene

    /// The object as the class that belongs to its kind.
    template <typename T>
    const T& as() const {
      return static_cast<const T&>(*leaf);
    }
  };

  /// Looks at `scene` as it is now; null: there is none. Whether anything but Transforms has come or gone since the
  /// last call.
  bool refresh(const Scene* scene);

  const Scene* scene() const { return scene_; }
  /// In the order of the tree. Bodies that are nowhere (`Body::id`) are left out.
  std::span<const Thing> things() const { return things_; }
  std::span<const Body* const> bodies() const { return bodies_; }
  std::span<const Camera* const> cameras() const { return cameras_; }
  /// The one that the script made; null if it made none.
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
  std::vector<std::uint64_t> serials_, serials_before_;  ///< of all things but Transforms
};

}  // namespace spark
