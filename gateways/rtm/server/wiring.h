// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gateways/rtm/component/manager.h"
#include "spark/core/clock.h"
#include "spark/core/late_mistakes.h"

namespace rtm {

/// The requests of a script for components that need not exist yet: wires, switches, values at certain times. Each has
/// its place in the script, "bench.rb:12".
struct SetPoints {
  struct Wire {
    std::string place{};
    std::string out, in;       ///< "Sensor0.light", "Logic0.in2"
    std::string call() const;  ///< "connect('Sensor0.light', 'Logic0.in2')"
  };
  struct Switch {
    std::string place{};
    std::string component;
    bool on = true;
    std::string call() const;  ///< "activate('Logic0')"
  };
  struct Put {
    std::string place{};
    double seconds = 0.0;  ///< as given in the script
    spark::Step step = 0;
    std::string port;  ///< "Lamp0.intensity"
    std::vector<std::string> words;
  };
  std::vector<Wire> wires;
  std::vector<Switch> switches;
  std::vector<Put> puts;  ///< in any order; those of one step are put in this order
};

/// Applies set points as components appear. Used on the thread of the periods.
///
/// A script's Motor0 is the first Motor of this server, even if another process has that name on the network, so a
/// script means the same wherever it runs. Names that no component of this server has are those of other programs.
class Wiring {
 public:
  Wiring(SetPoints set_points, const Manager& manager, spark::Log& log, spark::LateMistakes& mistakes);

  /// Called when a component has appeared, under any name. `number`: its number in scripts; the next of its type unless
  /// given.
  void came(const std::shared_ptr<Component>& component, std::optional<int> number = std::nullopt);
  /// The component with that name in scripts; null if there is none.
  std::shared_ptr<Component> component(const std::string& name) const;
  /// Applies what is possible by now: wires first, then switches.
  void try_all();
  /// Handles components of other programs.
  struct Peers {
    /// Takes a wire with at least one remote end; `out` and `in` are the names of the ports on the network.
    std::function<void(const SetPoints::Wire&, const std::string& out, const std::string& in)> wire;
    std::function<void(const SetPoints::Switch&)> change;
    std::function<bool(const std::string& component)> may_come;  ///< whether one with this name may still appear here
  };
  /// From now on, passes on set points for names that no component of this server has or can have.
  void hand_over_to(Peers peers);
  /// Called when no more components can appear: remaining wires and switches are mistakes.
  void report_rest();
  /// Reports values that are to be put later, but that no port accepts, as mistakes.
  void check_puts();
  /// Puts the values of this step and of earlier ones.
  void put_until(spark::Step step);

 private:
  Component* find(const std::string& name) const;
  /// The component, and the name of the port after the last dot.
  std::pair<Component*, std::string> find_port(const std::string& port) const;
  std::string no_such(const std::string& component) const;
  bool try_wire(const SetPoints::Wire& wire);
  void hand_over();
  bool may_come(const std::string& component) const;
  /// "Motor1.position" of the script's "Motor0.position".
  std::string network_name(const std::string& port) const;
  /// The InPort and the value for it; either is missing if it is invalid, which has been reported as a mistake.
  std::pair<std::shared_ptr<InPort>, std::optional<Value>> target(const SetPoints::Put& set_point);

  SetPoints set_points_;
  std::optional<Peers> peers_;
  std::size_t next_put_ = 0;
  const Manager& manager_;
  spark::Log& log_;
  spark::LateMistakes& mistakes_;
  std::map<std::string, std::weak_ptr<Component>> by_script_name_;
  std::map<std::string, int> counts_;  ///< of each type
};

}  // namespace rtm
