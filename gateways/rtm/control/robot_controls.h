// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "gateways/rtm/control/robot_snapshot.h"
#include "gateways/rtm/control/robot_worker.h"
#include "spark/core/log.h"
#include "spark/core/real_clock.h"

namespace rtm {

/// The controls of all robots that have controllers: holds the clock until the controllers have been found, and
/// controls all robots concurrently.
class RobotControls {
 public:
  struct Settings {
    bool lock_step = false;
    /// The script has one robot, and no other agents are components; there may be players of a match, with which the
    /// thread of the periods has nothing to do. In lock-step that thread calls the parts itself. Even then a part that
    /// hangs delays the world no longer than otherwise, because the simulation waits for the thread only for a limited
    /// time.
    bool is_alone = false;
    /// Real time within which all controllers have to be found, and added to the limit of each of the first control
    /// periods; 0: unlimited.
    std::chrono::nanoseconds ready_limit{};
    /// Real time for which one robot may delay the answers of the others in later periods, in lock-step.
    std::chrono::nanoseconds answer_limit{};
    /// For controllers that query other robots; null: there are none.
    RobotSnapshots* snapshots = nullptr;
    /// Takes an answer that was not collected in time, on the thread of a robot.
    std::function<void(Answer&)> deliver{};
    /// Called on any thread: the result of `are_ready` may have changed.
    std::function<void()> changed{};
  };
  static constexpr std::chrono::seconds kReportInterval{10};

  RobotControls(Settings settings, spark::RealClock& clock, spark::Log& log);
  ~RobotControls();  ///< calls `end`
  RobotControls(const RobotControls&) = delete;
  RobotControls& operator=(const RobotControls&) = delete;

  /// Called before all else. `port_log` may be null.
  void add(std::size_t robot, const ControlStart& start, std::vector<std::unique_ptr<ControllerPart>> parts,
           PortLog* port_log);
  bool is_empty() const { return workers_.empty(); }

  // On the simulation thread:

  /// Whether all controllers have been found and started. Logs which ones it waits for, and throws std::runtime_error
  /// with one line, which ends the run, when that has taken too long or one of them cannot be used.
  bool are_ready();
  /// Throws std::runtime_error as above, later in the run.
  void check() const;
  /// Whether the control period of any robot may take longer than usual, which delays the answers of the others.
  bool may_take_long() const;

  // On the thread of the periods:

  /// Begins to search for controllers.
  void look();
  void meet(const Newcomer& robot);
  /// Makes the percepts of a robot available to all controllers that query them; called for all robots before the first
  /// `begin_period`.
  void show(const Sensed& sensed);
  /// Passes on the percepts of a robot, if it has controllers; called for each robot of a period.
  void begin_period(Sensed& sensed);
  /// In lock-step: waits until the actions of all these robots are complete, or the limit has passed.
  void wait();
  /// Called after `wait`: adds the actions of the answer's robot to it, as RobotWorker does. Returns true if the robot
  /// has no controllers.
  bool collect(Answer& answer);
  void leave(std::size_t robot);

  // Any thread:
  void begin_to_end();
  void end();
  struct Row {
    std::size_t robot;
    ControlTally tally;
  };
  /// One row for each controller, in the order of robots.
  std::vector<Row> table() const;

 private:
  enum class Phase : std::uint8_t { waiting, starting, ready };

  RobotWorker* find(std::size_t robot) const;
  std::vector<std::string> missing() const;
  void report(const std::vector<std::string>& missing);

  const Settings settings_;
  spark::RealClock& clock_;
  spark::Log& log_;
  std::vector<std::unique_ptr<RobotWorker>> workers_;  ///< by the numbers of their robots
  std::atomic<bool> has_looked_{false}, has_problem_{false};
  std::string problem_;  ///< of `look`; written before `has_problem_`

  // Used on the simulation thread:
  Phase phase_ = Phase::waiting;
  std::optional<spark::RealClock::Time> begin_, next_report_;  ///< of the wait
};

}  // namespace rtm
