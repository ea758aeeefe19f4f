// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/control/robot_snapshot.h"

namespace rtm {

void RobotSnapshots::add(const std::string& robot, const RobotMap& map) {
  auto snapshot = std::make_shared<RobotSnapshot>(map, step_seconds_);
  const std::lock_guard lock(mutex_);
  snapshots_[robot] = std::move(snapshot);
}

void RobotSnapshots::remove(const std::string& robot) {
  const std::lock_guard lock(mutex_);
  snapshots_.erase(robot);
}

void RobotSnapshots::take(const std::string& robot, spark::Step step, const spark::PerceptArray& percepts,
                          spark::Step episode) {
  std::shared_ptr<RobotSnapshot> snapshot;
  {
    const std::lock_guard lock(mutex_);
    const auto found = snapshots_.find(robot);
    if (found == snapshots_.end()) return;
    snapshot = found->second;
  }
  snapshot->take(step, percepts, episode);
}

RobotSnapshots::Snapshot RobotSnapshots::find(const std::string& robot) const {
  const std::lock_guard lock(mutex_);
  const auto found = snapshots_.find(robot);
  return found == snapshots_.end() ? nullptr : found->second;
}

std::vector<std::pair<std::string, RobotSnapshots::Snapshot>> RobotSnapshots::all() const {
  const std::lock_guard lock(mutex_);
  return {snapshots_.begin(), snapshots_.end()};
}

}  // namespace rtm
