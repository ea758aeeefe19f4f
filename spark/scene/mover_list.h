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

/// The bodies and cameras of a scene as they move, by numbers: for gateways that report every movement to others.
///
/// Numbers count from 0 in the order in which they were first seen, of those that came together that of the tree. They
/// are never used again: what has gone keeps its number, what comes back gets another one. So a program that has
/// learned a number never takes one thing for another.
///
/// Used on the simulation thread, between two steps. As long as nothing comes or goes it allocates nothing and takes as
/// much time as copying the poses.
class MoverList {
 public:
  static constexpr std::size_t kMaxMovers = 65535;  ///< numbers that fit into 16 bits; what comes after is left out
  static constexpr double kMinMove = 1e-4;          ///< m
  static constexpr double kMinTurn = 0.01;          ///< degrees

  struct Mover {
    std::uint64_t serial = 0;    ///< of the body or camera; 0: it has gone
    std::uint64_t top = 0;       ///< of the object right below the scene that it belongs to: of an agent, its node
    Pose pose;                   ///< in the world; of a camera with x forwards, y to the left and z up
    double field_of_view = 0.0;  ///< of a camera, the smaller angle in radians
  };

  /// What has changed about one of them since its last update.
  struct Update {
    std::size_t number = 0;
    bool has_moved = false;   ///< farther than `kMinMove` or `kMinTurn` from where it was then, or has come
    bool has_zoomed = false;  ///< another field of view; of a camera that has come, too
    bool has_gone = false;
  };

  /// Takes the present state of `scene`; null: there is none.
  void refresh(const Scene* scene);
  /// By number, as of the last `refresh`.
  const std::vector<Mover>& movers() const { return movers_; }
  /// Grows when something has come or gone, and when a name, a size or a colour has changed: an `appearance` that was
  /// read before is out of date then.
  std::uint64_t changes() const { return changes_; }
  /// The pending updates, which count as reported then. Valid until the next call.
  std::span<const Update> take_updates();
  /// The whole appearance as of the last `refresh`, movers and cameras with their numbers. The tree has to be as it was
  /// then.
  Appearance appearance() const;

 private:
  /// An object that takes part, with its number.
  struct Source {
    const Body* body;
    const Camera* camera;  ///< one of the two is null
    std::size_t number;
  };
  /// What was last reported of a mover.
  struct Reported {
    Pose pose;
    double field_of_view = 0.0;
    bool is_known = false;  ///< that it is there
    bool is_gone = false;   ///< that it has gone
  };
  void number_all();
  void number_one(std::uint64_t serial, std::uint64_t top, const Source& source);

  SeenScene seen_;
  std::uint64_t appearance_changes_ = 0;
  std::uint64_t changes_ = 0;
  std::vector<Mover> movers_;
  std::vector<Reported> reported_;  ///< by number
  std::vector<Source> sources_;
  std::unordered_map<std::uint64_t, std::size_t> numbers_, numbers_before_;  ///< by serial, of those that are there
  std::vector<Update> updates_;
};

}  // namespace spark
