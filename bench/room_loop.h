// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "bench/play.h"
#include "server/assembly.h"
#include "spark/physics/body.h"
#include "spark/physics/world.h"

namespace bench {

/// The same match through `spark::World`, with all the bodies and shapes of the scene that a server plays in: walls,
/// the field's and the goals' sensors, controllers, one driving node per player and one kicking node for the ball.
class RoomLoop {
 public:
  RoomLoop();

  void run(int steps);
  std::uint64_t hash() const;

 private:
  template <typename T>
  T& make(const std::string& class_name, const std::string& path);
  spark::Transform& make_transform(const std::string& path, const spark::Vec3& position);
  void make_field();
  void make_sensor(const std::string& path, const spark::Vec3& size, const spark::Vec3& centre);
  void watch_ball(const std::string& path);
  spark::Body& make_sphere(const std::string& path, const spark::Vec3& position, double mass, double radius,
                           double drag, double angular_drag);

  Play play_;
  server::Assembly assembly_{1};
  spark::Core& core_ = assembly_.core;
  spark::World* world_ = nullptr;
  spark::Body* ball_ = nullptr;
  std::array<spark::Body*, kPlayers> players_{};
};

}  // namespace bench
