// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "gateways/rtm/component/manager.h"
#include "gateways/rtm/component/port_log.h"
#include "gateways/rtm/control/robot_controls.h"
#include "gateways/rtm/device/device.h"
#include "gateways/rtm/server/exchange.h"
#include "gateways/rtm/server/peer_wiring.h"
#include "gateways/rtm/server/wiring.h"

namespace rtm {

/// Access to components of other programs. The functions throw as those of Client do; they may be called on any thread.
struct PeerTools {
  std::function<void(const std::string& out, const std::string& in)> connect;
  std::function<void(const std::string& component, bool on)> change;
  std::chrono::nanoseconds timeout;  ///< real time within which a component that a script names has to appear
};

/// The thread between the world and the components ("the thread of the periods"). For each period it takes the percepts
/// of the robots and, in this order: puts the script's values, puts percepts into OutPorts, ticks components of this
/// process (in lock-step), and makes actions from the values that have arrived at InPorts. During a run the simulation
/// thread makes no remote calls, so a call that hangs does not delay the simulation.
class Periods {
 public:
  struct Parts {
    Exchange& exchange;
    Manager& manager;
    spark::LateMistakes& mistakes;
    Watchdog::Time watchdog;              ///< for InPorts that have none in the scene
    PortLog* port_log;                    ///< null: none
    std::size_t robots;                   ///< number of expected robots; agents of other gateways have higher numbers
    bool others_may_come;                 ///< agents of other gateways are components, too, and may join at any time
    std::shared_ptr<Component> world;     ///< the world as a component; null: none
    RobotControls& controls;              ///< of robots that have controllers
    std::set<std::string> controllers{};  ///< the names of their controllers
  };
  /// The components of this process at the start: types and their parameters, in the order of `load`.
  struct Loaded {
    std::string place;  ///< of the script line
    std::string type;
    Manager::Parameters parameters;
  };

  Periods(const Parts& parts, std::vector<Loaded> loaded, SetPoints set_points);
  ~Periods();  ///< calls end

  /// Called before `begin` if there is a name server, and thus components of other programs; `peers` outlives this.
  void look_among(const PeerTools& peers);
  void begin();
  /// The step of the period in progress, or of the last one. Any thread.
  spark::Step step() const { return step_.load(std::memory_order_relaxed); }
  /// Ends the thread after the period in progress, which may take as long as a remote call.
  void end();

  // Called on the thread of the periods, for the controls (ControlTools):
  std::shared_ptr<Component> find(const std::string& component) const { return wiring_.component(component); }
  void adopt(const std::shared_ptr<Component>& component);
  std::shared_ptr<Component> load(const std::string& module);

  /// Whether all robots have their components and no other agent can join, so that a component that is still missing
  /// can never appear, and the search for components of other programs has ended. Any thread.
  bool is_complete() const { return is_complete_.load() && (!peer_wiring_ || peer_wiring_->is_settled()); }

 private:
  struct Robot {
    std::string label;
    bool is_there = false;
    bool is_behind = false;  ///< its components are to be created from the next sensation
    Newcomer plan;
    PerceptPaths paths;
    std::vector<std::shared_ptr<RobotComponent>> components;
  };

  void run();
  void adopt_world();
  std::shared_ptr<Component> create(const std::string& type, const Manager::Parameters& parameters, bool is_controller);
  void create_loaded();
  void do_period(Period& period);
  void make_components(Robot& robot, const spark::PerceptArray& percepts);
  void check_complete();
  void look_elsewhere();
  void make_devices(Robot& robot, const spark::PerceptArray& percepts);
  void adopt(Robot& robot, const std::shared_ptr<RobotComponent>& component, std::optional<int> number);
  void admit(Newcomer& newcomer);
  bool has(std::size_t robot) const { return robot < robots_.size() && robots_[robot].is_there; }
  void sense(const Sensed& sensed);
  void answer(const Period& period);
  void remove(std::size_t robot);

  Parts parts_;
  std::vector<Loaded> loaded_;
  Wiring wiring_;
  const PeerTools* peers_ = nullptr;
  std::unique_ptr<PeerWiring> peer_wiring_;  ///< null without peers
  bool looks_elsewhere_ = false;
  std::vector<Robot> robots_;
  std::map<std::string, int> types_;  ///< the number of components created here, by type
  std::size_t came_ = 0;              ///< the number of robots that have their components
  std::atomic<bool> is_complete_{false};
  AnswerList answers_;
  std::atomic<spark::Step> step_{0};
  std::thread thread_;
};

}  // namespace rtm
