// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <OpenHRP.hh>
#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "gateways/rtm/control/controller_part.h"
#include "gateways/rtm/control/dynamics_simulator.h"
#include "gateways/rtm/control/robot_snapshot.h"
#include "gateways/rtm/corba/names.h"
#include "gateways/rtm/corba/peer_search.h"

namespace rtm {

/// A controller of another program that is no component: an object OpenHRP::Controller (gateways/rtm/idl/OpenHRP.idl),
/// bound in the naming service under its name with an empty kind. It is called in each control period, and asks and
/// commands its robot by the `DynamicsSimulator` that it is given.
///
///     while the clock stands          setModelName (the robot's name), setDynamicsSimulator, setTimeStep, initialize
///     first control period            start, then as in every period
///     every control period            input, control, output
///     another episode                 stop, then as in the beginning
///     the end                         stop
///
/// input, control and output are all that it needs: other operations are called, and one that is not there
/// (BAD_OPERATION) was not needed. A ControllerException of initialize ends the start, with its description.
///
/// A call lasts no longer than the ORB allows (`Rtm.CallTimeout`), initialize as long as a component may take to become
/// active. A controller that has failed a call without being gone is called again in the next period. One that is gone,
/// or hangs, is skipped, and looked for by its name once a second of real time, on a thread of its own: another object
/// begins with setModelName again, the same one continues. One that hangs again and again is left alone for longer, up
/// to `kLongestRest`. Meanwhile the watchdog of its `DynamicsSimulator` makes the robot safe.
class ControllerObject final : public ControllerPart {
 public:
  struct Settings {
    std::string name;                                   ///< under which it is bound
    std::array<double, 3> gravity{0, 0, -9.81};         ///< of the world, m/s²
    Watchdog::Time watchdog{0};                         ///< of what it sets; simulated; 0: never
    std::chrono::milliseconds initialize_limit{10000};  ///< real time
  };
  static constexpr int kLongestRest = 8;  ///< looks for it, which are seconds
  /// Real time for an initialize in the middle of a run, whose end may have to wait for it.
  static constexpr std::chrono::seconds kRestartLimit{4};

  /// `names` is null where there is no name server, which ends the start. Everything outlives it.
  ControllerObject(Settings settings, Orb& orb, Names* names, const RobotSnapshots& robots, spark::RealClock& clock);
  ~ControllerObject() override;

  std::string label() const override { return "controller " + settings_.name; }
  void look(std::function<void()> changed) override;
  std::vector<std::string> missing() const override;
  void start(const ControlStart& start) override;
  void meet(const RobotBody& body) override;
  bool input(const Sensation& sensation) override;
  bool control() override;
  bool output(Answer& answer) override;
  void restart() override;
  void stop() override;
  std::vector<ControlTally> tallies() const override;

 private:
  enum class State : std::uint8_t {
    sought,  ///< it has not been there yet
    found,   ///< not started
    in_use,
    away  ///< skipped, and looked for
  };
  struct Failure;
  struct Sighting {
    OpenHRP::Controller_var object{};  ///< nil if it does not answer
    bool is_gone = false;
  };

  Sighting find_object();
  PeerSearch::Attempt look_for_first();
  PeerSearch::Attempt look_again();
  void begin_again(OpenHRP::Controller_ptr found);
  void prepare(OpenHRP::Controller_ptr controller, std::chrono::milliseconds initialize_limit);
  void begin(OpenHRP::Controller_ptr controller);
  bool attempt(void (OpenHRP::_objref_Controller::*operation)());
  void failed(const Failure& failure);
  void leave_alone(const Failure& failure);

  const Settings settings_;
  Orb& orb_;
  Names* const names_;
  const RobotSnapshots& robots_;
  spark::Log& log_;
  PeerSearch search_;
  std::function<void()> changed_;
  ControlStart start_;
  std::unique_ptr<DynamicsSimulator> simulator_;

  mutable std::mutex mutex_;
  State state_ = State::sought;
  OpenHRP::Controller_var controller_;  ///< nil while it is sought
  ControlTally tally_;
  bool is_begun_ = false;         ///< `start` was called
  bool is_prepared_ = false;      ///< for the object as it was last seen; false once it was gone
  int rest_ = 0, next_rest_ = 1;  ///< looks that pass without asking one that hangs: left now, and the next time

  // Used by the robot's thread alone:
  OpenHRP::Controller_var active_;  ///< in this control period; nil if it is skipped
  bool has_stopped_ = false;
};

}  // namespace rtm
