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

/// The simulation as one controller of a robot is given it: OpenHRP::DynamicsSimulator (gateways/rtm/idl/OpenHRP.idl),
/// with robots as characters, by their names in the script.
///
/// Its own robot is read as the sensation of the present control period shows it, between two periods as that of the
/// last; all others as `RobotSnapshots` has them. What the controller sets of its own robot between `begin` and
/// `make_orders` becomes part of that period's orders, what it sets at other times of the next one's. Other robots are
/// read only. Numbers and units are those of bridge ports of the same names (bridge_property.h).
///
/// A joint obeys what was set last, a torque or a motion, until its mode is set (POSITION_GIVEN, or
/// setCharacterAllJointModes): then it takes only motions (high gain, and holds its position at first) or only torques
/// (0 at first). When a controller has set data period after period and stops doing so, the watchdog makes what it has
/// driven safe, as with ports.
///
/// What cannot be answered or set, such as an unknown robot or link, a number that is not finite, or a motion of a
/// joint without JointMotion, is answered with an empty result or changes nothing, and is one complaint. No lock is
/// held over a call to others.
class DynamicsSimulator {
 public:
  struct Settings {
    std::string robot;       ///< that the controller may command
    std::string controller;  ///< "controller Walker of robot hrp", for complaints
    double step_seconds = 0.0, period_seconds = 0.0;
    std::array<double, 3> gravity{0, 0, -9.81};  ///< of the world, m/s²
    Watchdog::Time watchdog{0};                  ///< simulated; 0: never
  };
  /// Serves the object until `end`. The orb outlives it, and so do the snapshots.
  DynamicsSimulator(Orb& orb, const RobotSnapshots& others, const Settings& settings);
  ~DynamicsSimulator();  ///< as end
  DynamicsSimulator(const DynamicsSimulator&) = delete;
  DynamicsSimulator& operator=(const DynamicsSimulator&) = delete;

  /// The object, for the controller. Any thread.
  OpenHRP::DynamicsSimulator_ptr reference() const { return reference_.in(); }  ///< borrowed

  // Called on the thread of the robot:

  /// The robot has its body; what the map and the forms say is copied.
  void meet(const RobotBody& body);
  void begin(const Sensation& sensation);
  /// Adds what has been set since the last time.
  void make_orders(Answer& answer);
  /// Another episode begins: modes and what was set are forgotten.
  void restart();
  /// From now on the object does not exist. Once.
  void end();

  /// Values that were refused. Any thread.
  std::uint64_t refusals() const;
  /// How many torques were beyond the range of their motors. Any thread.
  std::uint64_t clamped() const;

 private:
  class State;
  class Servant;

  Orb& orb_;
  const std::string key_;
  const std::shared_ptr<State> state_;  ///< shared with calls that are under way
  OpenHRP::DynamicsSimulator_var reference_;
};

}  // namespace rtm
