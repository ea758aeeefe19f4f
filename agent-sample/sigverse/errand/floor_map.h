// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

namespace errand {

/// A place on the floor, cm, or a direction: x and z of the world.
struct FloorPlace {
  double x = 0.0, z = 0.0;
};
double distance(const FloorPlace& a, const FloorPlace& b);

/// A robot's map of the floor: 14 m x 14 m around its initial place, in squares of 5 cm, each of them free, occupied or
/// still unknown. It finds paths for a robot that is a disc, and the limits of the known floor.
///
/// A square is occupied while it has been observed occupied more often than free: the floor below a table is visible
/// from some places, and the squares of an object that moves away become free after a while.
///
/// Paths pass squares nearer than `kBody` to an occupied one only around the robot's own place, and squares nearer than
/// `kRadius` only if there is no other path; they prefer a clearance of `kRoom`. Unknown squares count as free: the
/// robot sees them before it gets there.
class FloorMap {
 public:
  static constexpr double kBody = 26.0, kRadius = 40.0, kRoom = 65.0;  ///< cm

  FloorMap();

  /// Clears the map. The floor below the robot is free.
  void begin(const FloorPlace& robot);

  // The results of one look. A square may be reported many times, occupied outweighs free, and finish_look() counts it.
  void see_free(const FloorPlace& place);
  void see_occupied(const FloorPlace& place);
  void finish_look();

  /// Plans the paths from there to everywhere. The following functions use this plan.
  void plan(const FloorPlace& robot);
  /// The cost of the path in cm, with surcharges where it is narrow. Nothing if there is no path.
  std::optional<double> cost(const FloorPlace& goal) const;
  /// The path from the robot to the goal, square by square. Empty if there is none.
  std::vector<FloorPlace> path(const FloorPlace& goal) const;
  /// The distance to the nearest occupied square, at most 1 m, cm.
  double clearance(const FloorPlace& place) const;
  /// The cheapest place from which unknown floor becomes visible. Nothing if everything within reach is known.
  std::optional<FloorPlace> nearest_unknown() const;
  /// Notes that the unknown floor around this place cannot be seen: nearest_unknown() no longer leads there.
  void dismiss_unknown(const FloorPlace& place);

 private:
  static constexpr int kCount = 280;      ///< squares to a side
  static constexpr double kSquare = 5.0;  ///< cm
  static constexpr int kNone = -1;

  struct Square {
    signed char weight = 0;  ///< occupied if above 0
    bool is_known = false, is_dismissed = false, was_free = false, was_occupied = false;
    bool is_occupied() const { return weight > 0; }
  };

  int index(const FloorPlace& place) const;
  FloorPlace place(int index) const;
  /// The eight squares around one, the four beside it first; kNone outside the map.
  int neighbour(int index, int direction) const;
  void measure_clearance();
  /// The cost of passing a square, as a multiple of its length; 0: it cannot be passed.
  double factor(int index, const FloorPlace& robot) const;
  bool is_edge(int index) const;
  /// All edge squares that are connected with this one.
  std::vector<int> edge_from(int index, std::vector<bool>& seen) const;
  /// The cheapest square with a path within that distance, cm; kNone if there is none.
  int reachable_near(int index, double reach) const;

  FloorPlace corner_;  ///< the one with the lowest x and z
  std::vector<Square> squares_;
  std::vector<int> looked_at_;  ///< squares of this look, with duplicates
  // The plan's results for each square.
  std::vector<double> clearances_;  ///< cm
  std::vector<double> costs_;       ///< negative: no path
  std::vector<int> from_;           ///< the previous square on the path from the robot
};

}  // namespace errand
