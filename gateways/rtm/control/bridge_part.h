// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "gateways/rtm/control/bridge.h"
#include "gateways/rtm/control/bridge_object.h"
#include "gateways/rtm/control/control_tools.h"
#include "gateways/rtm/control/controller.h"
#include "gateways/rtm/control/controller_part.h"
#include "gateways/rtm/control/tick_rate.h"

namespace rtm {

/// A bridge with the controllers that its file names, as a part of the control of a robot: in each period the bridge
/// gets the sensation and pushes it, the controllers are ticked in the order of their first mention in the file, and
/// the values that have arrived at the bridge become actions.
///
/// A tick may return before the pass is over. Then the part waits, at most `ControlTools::tick_timeout`, until each
/// InPort of the bridge that is connected to this controller has received a value since the tick began. A value that
/// has not arrived by then is a miss, and the last one stays in force.
class BridgePart final : public ControllerPart {
 public:
  struct Settings {
    std::string place{};     ///< of the script's line, "arm.rb:12"
    std::string instance{};  ///< of the only controller; empty: that of the file's only module
    Bridge::Settings bridge{};
  };
  /// Throws std::runtime_error with one line that begins with a place: for a connection to the only controller if there
  /// is none; and the exceptions of Bridge.
  BridgePart(BridgeFile file, const Settings& settings, const ControlTools& tools);
  ~BridgePart() override;

  std::string label() const override;
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
  /// A controller with its state and counters.
  struct Slot {
    explicit Slot(std::string its_name) : name(std::move(its_name)) {}

    std::string name;
    const BridgeFile::Module* module = nullptr;  ///< of the file, whose component it is
    std::shared_ptr<Component> component{};      ///< of this process
    std::vector<ControllerWire> wires{};
    TickRate rate{1.0};
    bool returns_early = true;  ///< assumed while the type of its context is unknown
    std::unique_ptr<Controller> controller{};
    Controller::Tick last = Controller::Tick::is_away;  ///< in this period
    spark::RealClock::Time ticked{};                    ///< when its last tick began
    std::vector<std::uint64_t> arrivals{};              ///< at each wire's InPort of the bridge, before that tick
    std::atomic<std::uint64_t> periods{0}, ticks{0}, misses{0}, failures{0};
  };

  Slot& slot(const std::string& name);
  Slot& slot(const BridgeFile::Module& module);
  Slot& named_slot(const std::string& place, const std::string& instance);
  Slot* only_controller();
  void take_connections();
  void take_modules();
  void load_modules();
  void unite_slots();
  void take_rates();
  void make_controllers();
  void tick(Slot& slot);
  bool has_new_values(const Slot& slot) const;
  void wait_for_values(Slot& slot);

  const Settings settings_;
  const ControlTools& tools_;
  spark::RealClock& clock_;
  const std::shared_ptr<Bridge> bridge_;
  std::unique_ptr<BridgeObject> object_;      ///< the object for schedulers of other programs
  std::vector<std::unique_ptr<Slot>> slots_;  ///< in the order of their first mention
  std::vector<std::string> first_names_;      ///< as in the script and the file
  std::atomic<bool> has_looked_{false};
  spark::Step step_ = 0;
  bool is_stopped_ = false;
};

}  // namespace rtm
