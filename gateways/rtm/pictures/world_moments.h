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

/// What the world looks like, for as long as nothing comes, goes or gets another colour.
struct WorldLooks {
  std::uint64_t version = 0;  ///< another one has another number
  spark::Appearance appearance;
  std::size_t numbers = 0;  ///< that movers and cameras have had so far
};

/// A camera of a robot as it was in one step.
struct RobotCamera {
  std::size_t number = 0;                ///< of `spark::MoverList`
  int width = 0, height = 0;             ///< of its picture, pixels
  double nearest = 0.0, farthest = 0.0;  ///< its planes, m
};

/// The world in one step, as far as it can be seen: plain data that any thread may read.
struct Moment {
  spark::Step step = -1;
  std::shared_ptr<const WorldLooks> looks;
  std::vector<spark::MoverList::Mover> movers;    ///< by number
  std::vector<std::vector<RobotCamera>> cameras;  ///< by robot; in the order of `RobotMap::cameras`
};

/// The last moments of the world, for pictures that are drawn meanwhile. The simulation thread adds them, others take
/// copies.
class WorldMoments {
 public:
  /// A picture may be late by so many moments: in lock-step by none, unless the world has stopped to wait for a robot,
  /// or its acts are delayed.
  static constexpr std::size_t kKept = 32;

  /// Keeps a copy, in place of the oldest; allocates nothing in the long run.
  void add(const Moment& moment);
  /// Copies the moment of that step, or the newest one; false if there is none. Keeps the memory of `moment`.
  bool find(std::optional<spark::Step> step, Moment& moment) const;

 private:
  mutable std::mutex mutex_;
  std::vector<Moment> moments_;
  std::size_t next_ = 0;
};

}  // namespace rtm
