// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <OpenHRP.hh>
#include <array>
#include <memory>
#include <string>

#include "gateways/rtm/component/watchdog.h"
#include "gateways/rtm/control/controller_part.h"
#include "gateways/rtm/control/robot_snapshot.h"
#include "gateways/rtm/corba/orb.h"

namespace rtm {

/// The simulation as presented to one controller of a robot: OpenHRP::DynamicsSimulator (gateways/rtm/idl/OpenHRP.idl),
/// with robots as characters, by their names in the script.
///
/// Reads of its own robot return the sensation of the present control period, or of the last one between two periods;
/// reads of other robots return `RobotSnapshots`. Set points for its own robot between `begin` and `make_orders` become
/// actions of that period, later ones actions of the next period. Other robots are read-only. Numbers and units are
/// those of bridge ports of the same names (bridge_property.h).
///
/// A joint obeys the last set point, a torque or a motion, until its mode is set (POSITION_GIVEN, or
/// setCharacterAllJointModes): then it accepts only motions (high gain, and holds its position at first) or only
/// torques (0 at first). When a controller has set data in every period and stops doing so, the watchdog makes
/// everything that it drives safe, as with ports.
///
/// A request that cannot be carried out, such as one for an unknown robot or link, a number that is not finite, or a
/// motion of a joint without JointMotion, returns an empty result or changes nothing, and is logged as one complaint.
/// No lock is held while other objects are called.
class DynamicsSimulator {
 public:
  struct Settings {
    std::string robot;       ///< that the controller may command
    std::string controller;  ///< "controller Walker of robot hrp", for complaints
    double step_seconds = 0.0, period_seconds = 0.0;
    std::array<double, 3> gravity{0, 0, -9.81};  ///< of the world, m/s²
    Watchdog::Time watchdog{0};                  ///< simulated; 0: never
  };
  /// Serves the object until `end`. The orb and the snapshots outlive it.
  DynamicsSimulator(Orb& orb, const RobotSnapshots& others, const Settings& settings);
  ~DynamicsSimulator();  ///< as end
  DynamicsSimulator(const DynamicsSimulator&) = delete;
  DynamicsSimulator& operator=(const DynamicsSimulator&) = delete;

  /// The object, for the controller. Any thread.
  OpenHRP::DynamicsSimulator_ptr reference() const { return reference_.in(); }  ///< borrowed

  // Called on the thread of the robot:

  /// The robot has got its body; the data of the map and the forms are copied.
  void meet(const RobotBody& body);
  void begin(const Sensation& sensation);
  /// Adds the actions for the set points since the last call.
  void make_orders(Answer& answer);
  /// Called when another episode begins: drops modes and set points.
  void restart();
  /// Removes the object. Called once.
  void end();

  /// The number of values that were refused. Any thread.
  std::uint64_t refusals() const;
  /// The number of torques beyond the range of their motors. Any thread.
  std::uint64_t clamped() const;

 private:
  class State;
  class Servant;

  Orb& orb_;
  const std::string key_;
  const std::shared_ptr<State> state_;  ///< shared with calls in progress
  OpenHRP::DynamicsSimulator_var reference_;
};

}  // namespace rtm
