// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "gateways/rtm/component/component.h"
#include "gateways/rtm/control/control_tools.h"

namespace rtm {

/// A connection of a bridge to one of its controllers.
struct ControllerWire {
  std::string place;  ///< "arm_sim.conf:7"
  std::string robot_port;
  std::string port;    ///< of the controller
  bool is_out = true;  ///< from the robot to the controller
};

/// A component that the bridge of a robot ticks, usually once per control period: one of this process or of another
/// program. It is connected and activated before the first tick, so that on_activated finds the first values.
///
/// A controller that does not answer is away: it is skipped, and looked for once a second until it answers again (less
/// often if it is lost again soon after it was found). All functions are called on the thread of the robot's worker,
/// except where noted.
class Controller {
 public:
  enum class Tick : std::uint8_t {
    done,        ///< the pass is over
    begun,       ///< the pass may still be in progress: its values arrive later
    untimed,     ///< there are no ticks: its passes run by themselves
    at_fault,    ///< the pass is over, and the component is in ERROR
    has_failed,  ///< it has not answered and is away from now on
    is_away      ///< it was already away
  };

  virtual ~Controller() = default;

  /// Its name in the bridge file.
  virtual const std::string& name() const = 0;
  /// Begins to search for it. `changed` is called on any thread when `is_there` or `problem` has changed.
  virtual void look(std::function<void()> changed) = 0;
  /// Any thread.
  virtual bool is_there() const = 0;
  /// Why it can never be used: one line; empty as long as it may still be found. Any thread.
  virtual std::string problem() const = 0;

  /// Prepares it between `is_there` and the first tick. Throws std::runtime_error with one line.
  virtual void start() = 0;
  /// Ticks it. Throws std::runtime_error with one line if it cannot be activated at the start.
  virtual Tick tick() = 0;
  /// Makes it INACTIVE, and ACTIVE again with the next tick, without waiting for that.
  virtual void restart() = 0;
  /// Makes it INACTIVE. No tick follows.
  virtual void stop() = 0;
};

/// The type of contexts with ticks that return when the pass is over; components that the server loads as controllers
/// have it.
inline constexpr const char* kSynchronousContext = "SynchExtTriggerEC";

/// A component of this process.
std::unique_ptr<Controller> make_loaded_controller(std::string name, std::shared_ptr<Component> component,
                                                   std::shared_ptr<Component> bridge, std::vector<ControllerWire> wires,
                                                   const ControlTools& tools);
/// A component found by its name; `tools.peers` is not null. `returns_early`: whether its ticks may return before the
/// pass is over, if the type of its context does not determine it.
std::unique_ptr<Controller> make_remote_controller(std::string name, std::shared_ptr<Component> bridge,
                                                   std::vector<ControllerWire> wires, bool returns_early,
                                                   const ControlTools& tools);

}  // namespace rtm
