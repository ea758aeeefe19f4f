// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "spark/core/vec3.h"
#include "spark/scene/looks.h"
#include "spark/scene/seen_scene.h"

namespace spark {

/// All bodies and cameras of a scene as they move, by numbers: for gateways that tell others of every movement.
///
/// Numbers count from 0 in the order in which they were first seen, of those that came together that of the tree. They
/// are never used again: what has gone keeps its number, what comes back gets another one. So whoever has learned a
/// number never takes one thing for another.
///
/// On the simulation thread, between two steps. As long as nothing comes or goes it takes no memory, and as much time
/// as copying the poses.
class MoverList {
 public:
  static constexpr std::size_t kMaxMovers = 65535;  ///< numbers that fit into 16 bits; what comes after is left out
  static constexpr double kLeastMove = 1e-4;        ///< m
  static constexpr double kLeastTurn = 0.01;        ///< degrees

  struct Mover {
    std::uint64_t serial = 0;    ///< of the body or camera; 0: it has gone
    std::uint64_t top = 0;       ///< of the object right below the scene that it belongs to: of an agent, its node
    Pose pose;                   ///< in the world; of a camera with x forwards, y to the left and z up
    double field_of_view = 0.0;  ///< of a camera, the smaller angle in radians
  };

  /// What is new of one since it was last told of.
  struct News {
    std::size_t number = 0;
    bool has_moved = false;   ///< farther than `kLeastMove` or `kLeastTurn` from where it was then, or has come
    bool has_zoomed = false;  ///< another field of view; of a camera that has come, too
    bool has_gone = false;
  };

  /// Takes the present state of `scene`; null: there is none.
  void refresh(const Scene* scene);
  /// By number, as of the last `refresh`.
  const std::vector<Mover>& movers() const { return movers_; }
  /// Grows when somebody has come or gone, and when a name, a size or a colour has changed: what has been read from
  /// `looks` before is not all there is any more.
  std::uint64_t changes() const { return changes_; }
  /// Those of whom there is something new, which counts as told of then. Valid until the next call.
  std::span<const News> take_news();
  /// The whole look as of the last `refresh`, movers and cameras with their numbers. The tree is as it was then.
  Looks looks() const;

 private:
  /// What takes part, and who has which number.
  struct Source {
    const Body* body;
    const Camera* camera;  ///< one of the two is null
    std::size_t number;
  };
  struct Told {
    Pose pose;
    double field_of_view = 0.0;
    bool is_known = false;  ///< somebody was told that it is there
    bool is_gone = false;   ///< and that it has gone
  };
  void number_all();
  void number_one(std::uint64_t serial, std::uint64_t top, const Source& source);

  SeenScene seen_;
  std::uint64_t look_changes_ = 0;
  std::uint64_t changes_ = 0;
  std::vector<Mover> movers_;
  std::vector<Told> told_;  ///< by number
  std::vector<Source> sources_;
  std::unordered_map<std::uint64_t, std::size_t> numbers_, numbers_before_;  ///< by serial, of those that are there
  std::vector<News> news_;
};

}  // namespace spark
