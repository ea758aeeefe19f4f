// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "gateways/rtm/control/link_data.h"
#include "gateways/rtm/control/robot_map.h"
#include "spark/agent/percept_array.h"
#include "spark/core/clock.h"

namespace rtm {

/// A copy of one sensation of a robot, for readers on any thread; it is unchanged until the next sensation is taken.
class RobotSnapshot {
 public:
  /// Has no data before the first sensation.
  RobotSnapshot(RobotMap map, double step_seconds) : map_(std::move(map)), reader_(map_, step_seconds) {}

  const RobotMap& map() const { return map_; }
  /// `episode` identifies the episode of the sensation: its number, or the step in which it began.
  void take(spark::Step step, const spark::PerceptArray& percepts, std::int64_t episode = 0) {
    const std::lock_guard lock(mutex_);
    if (std::exchange(episode_, episode) != episode) reader_.restart();
    step_ = step;
    percepts_ = percepts;
    reader_.look_at(step, percepts_);
  }
  /// Calls `read(reader, step)` while no other sensation is taken; the step is < 0 before the first.
  template <typename Read>
  void look(Read read) const {
    const std::lock_guard lock(mutex_);
    read(reader_, step_);
  }

 private:
  const RobotMap map_;
  mutable std::mutex mutex_;
  spark::Step step_ = -1;
  std::int64_t episode_ = 0;
  spark::PerceptArray percepts_;
  mutable LinkReader reader_;  ///< caches the positions of percepts
};

/// Snapshots of all controlled robots, for controllers that query other robots. In lock-step the thread of the periods
/// takes those of all robots before any of them is controlled, so that the data that controllers read does not depend
/// on the timing of threads. Any thread.
class RobotSnapshots {
 public:
  explicit RobotSnapshots(double step_seconds) : step_seconds_(step_seconds) {}

  /// Called when the robot has got its body.
  void add(const std::string& robot, const RobotMap& map);
  void remove(const std::string& robot);
  /// Does nothing if it was not added. `episode` as above.
  void take(const std::string& robot, spark::Step step, const spark::PerceptArray& percepts, spark::Step episode = 0);

  using Snapshot = std::shared_ptr<const RobotSnapshot>;
  Snapshot find(const std::string& robot) const;  ///< null if there is none
  /// By name, ascending.
  std::vector<std::pair<std::string, Snapshot>> all() const;

 private:
  const double step_seconds_;
  mutable std::mutex mutex_;
  std::map<std::string, std::shared_ptr<RobotSnapshot>> snapshots_;
};

}  // namespace rtm
