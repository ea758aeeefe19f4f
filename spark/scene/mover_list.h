// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "spark/core/vec3.h"
#include "spark/scene/appearance.h"
#include "spark/scene/seen_scene.h"

namespace spark {

/// The moving bodies and cameras of a scene, by number: for gateways that report every movement to others.
///
/// Numbers count from 0 in the order of their first appearance, or of the tree if that is the same. They are never
/// reused: a removed object keeps its number, and gets another one if it returns. So a program never confuses two
/// objects by their numbers.
///
/// Used on the simulation thread, between two steps. While nothing is added or removed it allocates nothing and takes
/// as much time as copying the poses.
class MoverList {
 public:
  static constexpr std::size_t kMaxMovers = 65535;  ///< numbers that fit into 16 bits; further ones are left out
  static constexpr double kMinMove = 1e-4;          ///< m
  static constexpr double kMinTurn = 0.01;          ///< degrees

  struct Mover {
    std::uint64_t serial = 0;    ///< of the body or camera; 0: it is gone
    std::uint64_t top = 0;       ///< serial of its ancestor right below the scene; for an agent, its node
    Pose pose;                   ///< in the world; for a camera with x forwards, y to the left and z up
    double field_of_view = 0.0;  ///< of a camera, the smaller angle in radians
  };

  /// The changes of one object since its last update.
  struct Update {
    std::size_t number = 0;
    bool has_moved = false;   ///< farther than `kMinMove` or `kMinTurn` since then, or was added
    bool has_zoomed = false;  ///< another field of view; also true for a camera that was added
    bool has_gone = false;
  };

  /// Reads the current state of `scene`; null: there is none.
  void refresh(const Scene* scene);
  /// By number, as of the last `refresh`.
  const std::vector<Mover>& movers() const { return movers_; }
  /// Incremented when an object is added or removed, and when a name, a size or a colour has changed: an earlier
  /// `appearance` is out of date then.
  std::uint64_t changes() const { return changes_; }
  /// The pending updates, which count as reported afterwards. Valid until the next call.
  std::span<const Update> take_updates();
  /// The whole appearance as of the last `refresh`, movers and cameras with their numbers. The tree must not have
  /// changed since.
  Appearance appearance() const;

 private:
  /// An object in the list, with its number.
  struct Source {
    const Body* body;
    const Camera* camera;  ///< exactly one of the two is null
    std::size_t number;
  };
  /// The state of a mover that was last reported.
  struct Reported {
    Pose pose;
    double field_of_view = 0.0;
    bool is_known = false;  ///< its existence was reported
    bool is_gone = false;   ///< its removal was reported
  };
  void number_all();
  void number_one(std::uint64_t serial, std::uint64_t top, const Source& source);

  SeenScene seen_;
  std::uint64_t appearance_changes_ = 0;
  std::uint64_t changes_ = 0;
  std::vector<Mover> movers_;
  std::vector<Reported> reported_;  ///< by number
  std::vector<Source> sources_;
  std::unordered_map<std::uint64_t, std::size_t> numbers_, numbers_before_;  ///< by serial, of present ones
  std::vector<Update> updates_;
};

}  // namespace spark
