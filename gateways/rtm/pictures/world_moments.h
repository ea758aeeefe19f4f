// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "spark/core/clock.h"
#include "spark/scene/appearance.h"
#include "spark/scene/mover_list.h"

namespace rtm {

/// The appearance of the world, valid as long as nothing is added, removed or recoloured.
struct WorldLooks {
  std::uint64_t version = 0;  ///< unique for each appearance
  spark::Appearance appearance;
  std::size_t numbers = 0;  ///< count of movers and cameras so far
};

/// A camera of a robot in one step.
struct RobotCamera {
  std::size_t number = 0;                ///< of `spark::MoverList`
  int width = 0, height = 0;             ///< of its picture, pixels
  double nearest = 0.0, farthest = 0.0;  ///< its planes, m
};

/// The visible state of the world in one step: plain data that any thread may read.
struct Moment {
  spark::Step step = -1;
  std::shared_ptr<const WorldLooks> looks;
  std::vector<spark::MoverList::Mover> movers;    ///< by number
  std::vector<std::vector<RobotCamera>> cameras;  ///< by robot; in the order of `RobotMap::cameras`
};

/// The last moments of the world, for pictures that are drawn later. The simulation thread adds them, other threads
/// take copies.
class WorldMoments {
 public:
  /// The number of moments by which a picture may be late. In lock-step pictures are not late, unless the world has
  /// stopped to wait for a robot, or its acts are delayed.
  static constexpr std::size_t kKept = 32;

  /// Stores a copy in place of the oldest; allocates nothing in steady state.
  void add(const Moment& moment);
  /// Copies the moment of that step, or the newest one; returns false if there is none. Reuses the memory of `moment`.
  bool find(std::optional<spark::Step> step, Moment& moment) const;

 private:
  mutable std::mutex mutex_;
  std::vector<Moment> moments_;
  std::size_t next_ = 0;
};

}  // namespace rtm
