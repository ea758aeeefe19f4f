// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "bench/play.h"
#include "server/engine/assembly.h"
#include "spark/physics/body.h"
#include "spark/physics/world.h"
#include "spark/scene/scene.h"

namespace bench {

/// The same match through `spark::World`, in the tree that the server's script builds from its scenes: walls, the
/// field's and the goals' sensors, the ball, and players with all their parts. One driving node per player and one
/// kicking node for the ball, which stand in for acts, are all that is added. Sizes and masses are those of the bare
/// loop.
///
/// Loads the server's script, scenes and the module `soccer`; throws `std::runtime_error` if one of them cannot be
/// used. What goes wrong in them is on the standard error. Left by its scripts once it is built, so there may be
/// several.
class RoomLoop {
 public:
  explicit RoomLoop(Motion motion);

  /// Whether isolated bodies are computed without ODE, as the world does by default.
  void set_isolated_bodies(bool on) { world_->set_isolated_bodies(on); }
  void run(int steps);
  std::uint64_t hash() const;
  const spark::Scene& scene();

 private:
  template <typename T>
  T& make(const std::string& class_name, const std::string& path);
  template <typename T>
  T& find(const std::string& path);
  void build_match();
  spark::Body& add_player(std::size_t number);

  Play play_;
  server::Assembly assembly_{1};
  spark::Core& core_ = assembly_.core;
  spark::World* world_ = nullptr;
  spark::Body* ball_ = nullptr;
  std::array<spark::Body*, kPlayers> players_{};
};

}  // namespace bench
