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

/// What a script sets for components that need not exist yet: wires, switches, values at certain times. Each has the
/// place of the script that asks for it, "bench.rb:12".
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
    double seconds = 0.0;  ///< as the script says it
    spark::Step step = 0;
    std::string port;  ///< "Lamp0.intensity"
    std::vector<std::string> words;
  };
  std::vector<Wire> wires;
  std::vector<Switch> switches;
  std::vector<Put> puts;  ///< any order; of one step in this order
};

/// Applies set points as components come. Used on the thread of the periods.
///
/// A script's Motor0 is the first Motor of this server, even if another process has that name on the network, so that
/// it means the same wherever it is played. Names that no component of this server has mean those of other programs.
class Wiring {
 public:
  Wiring(SetPoints set_points, const Manager& manager, spark::Log& log, spark::LateMistakes& mistakes);

  /// A component has come, under whatever name. `number`: that by which scripts know it; the next of its type unless
  /// given.
  void came(const std::shared_ptr<Component>& component, std::optional<int> number = std::nullopt);
  /// The component that scripts know by that name; null if there is none.
  std::shared_ptr<Component> component(const std::string& name) const;
  /// Does what can be done by now: wires first, then switches.
  void try_all();
  /// Those who deal with components of other programs.
  struct Peers {
    /// Takes a wire with at least one end elsewhere; `out` and `in` are the names by which the network knows the ports.
    std::function<void(const SetPoints::Wire&, const std::string& out, const std::string& in)> wire;
    std::function<void(const SetPoints::Switch&)> change;
    std::function<bool(const std::string& component)> may_come;  ///< whether one of this name may still come here
  };
  /// From now on, what has a name that no component of this server has or can have is handed over.
  void hand_over_to(Peers peers);
  /// Called when no more components can come: wires and switches that are left are mistakes.
  void report_rest();
  /// Reports values that are to be put later but that no port takes as mistakes.
  void check_puts();
  /// Puts the values of this step and of those before.
  void put_until(spark::Step step);

 private:
  Component* find(const std::string& name) const;
  /// The component and the name of the port behind its last dot.
  std::pair<Component*, std::string> find_port(const std::string& port) const;
  std::string no_such(const std::string& component) const;
  bool try_wire(const SetPoints::Wire& wire);
  void hand_over();
  bool may_come(const std::string& component) const;
  /// "Motor1.position" of the script's "Motor0.position".
  std::string network_name(const std::string& port) const;
  /// The InPort and the value for it; without either where there is none, with the mistake reported.
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
