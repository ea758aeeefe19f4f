// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "spark/core/class_registry.h"
#include "spark/core/node.h"

namespace spark {

/// What a game shows to monitors and takes from trainers. The plugin implements it; created by
/// `MonitorServer::register_monitor_system`. Runs on the simulation thread.
class MonitorSystem : public Node {
 public:
  /// Called once, when script and scene stand and before the first frame.
  virtual void prepare() {}
  /// Appends the line a monitor gets first, without the newline, and marks everything as not sent yet.
  virtual void header(std::string& out) = 0;
  /// Appends the line of the present state, without the newline.
  virtual void frame(std::string& out) = 0;
  /// Carries out a trainer's command text. `peer` is for log lines about bad input.
  virtual void command(std::string_view peer, std::string_view text) = 0;
};

/// /sys/server/monitor: which monitor system and items the script chose.
class MonitorServer : public Node {
 public:
  bool register_monitor_system(const std::string& class_name);  ///< the first one is the active one
  bool register_monitor_item(const std::string& class_name);    ///< created below, for plugins that know items

  MonitorSystem* system() const { return system_; }

 private:
  MonitorSystem* system_ = nullptr;
};

void register_monitor_classes(ClassRegistry& classes);

}  // namespace spark
