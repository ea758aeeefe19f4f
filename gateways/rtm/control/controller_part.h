// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "gateways/rtm/device/period.h"
#include "spark/agent/percept_array.h"
#include "spark/core/clock.h"

namespace rtm {

class PictureSource;
struct RobotMap;

/// The data for a part before the first period.
struct ControlStart {
  std::string robot;             ///< its name in the script
  double step_seconds = 0.01;    ///< length of a step of the world
  spark::Step period_steps = 1;  ///< length of a control period
  /// The pictures of its cameras; null if no part wants them. Outlives the part.
  PictureSource* pictures = nullptr;
  double period_seconds() const { return step_seconds * static_cast<double>(period_steps); }
};

/// The robot as shown by its first sensation.
struct RobotBody {
  const RobotMap& map;                         ///< lives as long as the part
  const std::vector<EffectorForm>& effectors;  ///< of `Order::effector`: all of the robot; the same
  const spark::PerceptArray& percepts;         ///< the first sensation; valid during the call
};

/// The percepts of a robot in one control period; valid until the `output` of that period has returned.
struct Sensation {
  spark::Step step;  ///< in which it was perceived
  const spark::PerceptArray& percepts;
};

/// Counts of one controller for the table at the end of a run.
struct ControlTally {
  std::string controller;      ///< its name: "ArmPD0"
  std::uint64_t periods = 0;   ///< in which the robot was controlled
  std::uint64_t ticks = 0;     ///< that were done
  std::uint64_t misses = 0;    ///< ticks after which a value did not arrive in time
  std::uint64_t failures = 0;  ///< ticks that were not answered, or failed
  std::uint64_t refusals = 0;  ///< its values that were refused
  std::uint64_t clamped = 0;   ///< its torques that were beyond the range of their motors and were clamped
};

/// A part of the control of one robot: a bridge with its controllers, or a controller object of another program. The
/// robot's worker owns its parts and calls them in the order in which the script declares them.
///
///     look                                        while the clock is stopped; returns at once
///     missing, repeatedly, until it is empty
///     start                                       while the clock is still stopped
///     meet                                        once, with the first sensation
///     input, control, output                      in every control period: first all `input`, then all `control`,
///                                                 then all `output`; of two actions for an effector the later wins
///     restart                                     between two periods, when another episode begins
///     stop                                        at the end of the run
///
/// All functions are called on the worker's thread, or in turn with it on the thread of the periods (`RobotWorker`),
/// except where noted. A part may wait for its controller, at most as long as a call may take: robots do not wait for
/// each other.
class ControllerPart {
 public:
  virtual ~ControllerPart() = default;

  /// For log lines: "bridge Arm0".
  virtual std::string label() const = 0;

  /// Begins to search for its controllers, on threads of its own. `changed` may be called on any thread whenever the
  /// answer of `missing` may have changed.
  virtual void look(std::function<void()> changed) = 0;
  /// The names of controllers that have not been found yet. Does not wait. Throws std::runtime_error with one line,
  /// which ends the run, if one was found that cannot be used. Any thread.
  virtual std::vector<std::string> missing() const = 0;
  /// Called when all controllers have been found. Throws std::runtime_error with one line, which ends the run.
  virtual void start(const ControlStart& start) = 0;
  /// Called when the robot has got its body. Throws as `start`.
  virtual void meet(const RobotBody& body) = 0;

  // One control period. Returns false if this part does not participate in the rest of the period, because something
  // that it needs is gone; the part has logged that once and searches for it by itself.
  virtual bool input(const Sensation& sensation) = 0;
  virtual bool control() = 0;
  virtual bool output(Answer& answer) = 0;

  /// Called when another episode of the match begins: the robot is back at its start, and the controllers restart.
  virtual void restart() = 0;
  /// Ends everything that the part has started; no period follows. Does nothing the second time.
  virtual void stop() = 0;
  /// One entry for each controller, in the order of the declaration. Any thread.
  virtual std::vector<ControlTally> tallies() const = 0;
};

}  // namespace rtm
