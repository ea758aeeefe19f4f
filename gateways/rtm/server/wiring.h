// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gateways/rtm/component/manager.h"
#include "spark/core/clock.h"
#include "spark/core/late_mistakes.h"

namespace rtm {

/// What a script wants of components that are not there yet: wires, switches, values at certain times. Each with the
/// place that asks for it, "bench.rb:12".
struct Wishes {
  struct Wire {
    std::string place{};
    std::string out, in;  ///< "Sensor0.light", "Logic0.in2"
  };
  struct Switch {
    std::string place{};
    std::string component;
    bool on = true;
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

/// Fulfils them, as components come. On the thread of the periods.
///
/// A script's Motor0 is the first Motor of this server, even if another process has that name on the network, so that
/// it means the same wherever it is played.
class Wiring {
 public:
  Wiring(Wishes wishes, const Manager& manager, spark::Log& log, spark::LateMistakes& mistakes);

  /// A component has come, under whatever name. `number`: that by which scripts know it; the next of its type unless
  /// given.
  void came(const std::shared_ptr<Component>& component, std::optional<int> number = std::nullopt);
  /// Does what can be done by now: wires first, then switches.
  void try_all();
  /// Nobody is still to come: wires and switches that are left are mistakes.
  void report_rest();
  /// So are values that are to be put later where no port takes them.
  void check_puts();
  /// Puts the values of this step and of those before.
  void put_until(spark::Step step);

 private:
  Component* find(const std::string& name) const;
  /// The component and the name of the port behind its last dot.
  std::pair<Component*, std::string> find_port(const std::string& port) const;
  std::string no_such(const std::string& component) const;
  bool try_wire(const Wishes::Wire& wire);
  /// The InPort and the value for it; without either where there is none, with the mistake reported.
  std::pair<std::shared_ptr<InPort>, std::optional<Value>> target(const Wishes::Put& wish);

  Wishes wishes_;
  std::size_t next_put_ = 0;
  const Manager& manager_;
  spark::Log& log_;
  spark::LateMistakes& mistakes_;
  std::map<std::string, std::weak_ptr<Component>> by_script_name_;
  std::map<std::string, int> counts_;  ///< of each type
};

}  // namespace rtm
