// SPDX-License-Identifier: Apache-2.0
#include "spark/monitor/monitor_system.h"

#include <stdexcept>

#include "spark/core/class_name.h"
#include "spark/core/core.h"
#include "spark/monitor/body_monitor.h"

namespace spark {
namespace {

/// For class names that scripts and plugins may refer to, but cannot create.
class Uncreatable : public Leaf {
 public:
  Uncreatable() = delete;
};

/// A new object of that class with its name set; null, with an error line, if it cannot be created.
std::unique_ptr<Leaf> make(Core& core, const std::string& class_name) {
  try {
    auto made = core.classes.create(class_name);
    made->set_name(std::string(without_prefix(class_name)));
    return made;
  } catch (const std::runtime_error& error) {
    core.log.error("monitor server: {}", error.what());
    return nullptr;
  }
}

}  // namespace

bool MonitorServer::is_registered(const std::string& class_name) const {
  for (const auto& known : children())
    if (known->class_info() && known->class_info()->name() == class_name) return true;
  return false;
}

bool MonitorServer::register_monitor_system(const std::string& class_name) {
  if (is_registered(class_name)) return true;
  auto made = make(core(), class_name);
  if (!made) return false;
  if (!dynamic_cast<MonitorSystem*>(made.get())) {
    core().log.error("monitor server: class '{}' is not a monitor system", class_name);
    return false;
  }
  append(std::move(made));
  return true;
}

bool MonitorServer::register_monitor_item(const std::string& class_name) {
  if (is_registered(class_name)) return true;
  auto made = make(core(), class_name);
  if (!made) return false;
  append(std::move(made));
  return true;
}

void register_monitor_classes(ClassRegistry& classes) {
  classes.add<MonitorServer>("oxygen/MonitorServer", "zeitgeist/Node", "Holds the monitor system and its items.")
      .method("registerMonitorSystem", &MonitorServer::register_monitor_system, "class",
              "Creates the monitor system; the first one is the active one.")
      .method("registerMonitorItem", &MonitorServer::register_monitor_item, "class",
              "Creates a monitor item, for monitor systems that look for items.");
  classes.add<MonitorSystem>("oxygen/MonitorSystem", "zeitgeist/Node", "What a game shows to monitors.");
  classes.add<BodyMonitor>("BodyMonitor", "oxygen/MonitorSystem", "Shows the poses of all named bodies.");
  classes.add<Uncreatable>("oxygen/MonitorItem", "zeitgeist/Leaf", "One thing a monitor system shows.");
  classes.add<Uncreatable>("oxygen/MonitorCmdParser", "zeitgeist/Leaf", "Reads a trainer's commands.");
}

}  // namespace spark
