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

/// A controller of another program that is not a component: an OpenHRP::Controller object
/// (gateways/rtm/idl/OpenHRP.idl), bound in the naming service under its name with an empty kind. It is called in each
/// control period, and reads and commands its robot through the `DynamicsSimulator` that it is given.
///
///     while the clock stands          setModelName (the robot's name), setDynamicsSimulator, setTimeStep, initialize
///     first control period            start, then as in every period
///     every control period            input, control, output
///     another episode                 stop, then as in the beginning
///     the end                         stop
///
/// It has to implement only input, control and output: other operations are called, and BAD_OPERATION is accepted as an
/// answer. A ControllerException of initialize ends the start, with its description.
///
/// A call takes no longer than the ORB allows (`Rtm.CallTimeout`), initialize as long as a component may take to become
/// active. A controller that has failed a call but still exists is called again in the next period. One that is gone or
/// hangs is skipped, and looked for by its name once a second of real time, on a separate thread: another object begins
/// with setModelName again, the same one continues. One that hangs repeatedly is retried less often, at intervals of up
/// to `kLongestRest` searches. Meanwhile the watchdog of its `DynamicsSimulator` makes the robot safe.
class ControllerObject final : public ControllerPart {
 public:
  struct Settings {
    std::string name;                                   ///< under which it is bound
    std::array<double, 3> gravity{0, 0, -9.81};         ///< of the world, m/s²
    Watchdog::Time watchdog{0};                         ///< of its set points; simulated time; 0: never
    std::chrono::milliseconds initialize_limit{10000};  ///< real time
  };
  static constexpr int kLongestRest = 8;  ///< searches, one per second
  /// Real time for an initialize in the middle of a run, since the end of the run may have to wait for it.
  static constexpr std::chrono::seconds kRestartLimit{4};

  /// `names` is null if there is no name server; then `look` fails, which ends the start. All references outlive it.
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
    sought,  ///< not found yet
    found,   ///< found, but not started
    in_use,
    away  ///< skipped, and looked for
  };
  struct Failure;
  struct Sighting {
    OpenHRP::Controller_var object{};  ///< nil if it does not answer
    bool is_gone = false;
  };

  Sighting find_object();
  PeerSearch::Attempt search_first();
  PeerSearch::Attempt search_again();
  void restart(OpenHRP::Controller_ptr found);
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
  bool is_prepared_ = false;      ///< for the object as last seen; false once it was gone
  int rest_ = 0, next_rest_ = 1;  ///< searches to skip for one that hangs: now, next time

  // Used by the robot's thread only:
  OpenHRP::Controller_var active_;  ///< in this control period; nil if it is skipped
  bool has_stopped_ = false;
};

}  // namespace rtm
