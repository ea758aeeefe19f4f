// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "bench/play.h"
#include "server/engine/assembly.h"
#include "spark/physics/body.h"
#include "spark/physics/world.h"
#include "spark/scene/scene.h"

namespace bench {

/// The same match with `spark::World`, in the tree that the server's script builds from its scenes: walls, the sensors
/// of field and goals, the ball, and players with all their parts. Only one driving node per player and one kicking
/// node for the ball are added, which replace acts. Sizes and masses are those of the bare loop.
///
/// Loads the server's script, scenes and the module `soccer`; throws `std::runtime_error` if one of them cannot be
/// used. Their errors are printed to standard error. The loop releases Ruby once it is built, so several loops can
/// exist.
class RoomLoop {
 public:
  explicit RoomLoop(Motion motion);

  /// Sets whether isolated bodies are computed without ODE, which is the world's default.
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
