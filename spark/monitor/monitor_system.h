// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "spark/core/class_registry.h"
#include "spark/core/node.h"
#include "spark/monitor/command_report.h"
#include "spark/monitor/monitor_feed.h"

namespace spark {

namespace sexp {
class Expression;
}

/// The interface between a game and monitors and trainers. The plugin implements it, or `BodyMonitor` for worlds
/// without a game; created by `MonitorServer::register_monitor_system`. Runs on the simulation thread.
class MonitorSystem : public Node {
 public:
  /// Called once, after script and scene are complete and before the first frame.
  virtual void prepare() {}
  /// Appends the first line for a monitor, without the newline, and marks everything as not sent yet.
  virtual void header(std::string& out) = 0;
  /// Appends the line of the current state, without the newline.
  virtual void frame(std::string& out) = 0;
  /// Appends an Info line with only the time, without the newline. It is not a frame: changes are still to be sent with
  /// the next one.
  virtual void time_line(std::string& out) = 0;
  /// Appends the lines after the last frame, when the simulation has ended, without the last newline; nothing: no line.
  virtual void farewell([[maybe_unused]] std::string& out) {}
  /// Carries out one of a trainer's commands: an expression that is not a list of commands, with any name. The server's
  /// own commands are not passed on (`TrainerCommands`).
  virtual void command(const sexp::Expression& command, CommandReport& report) = 0;
  /// Called at the end of a message in which a command has requested it (`CommandReport::acknowledge`): the next frame
  /// acknowledges that the commands so far have been carried out.
  virtual void acknowledge() = 0;
  /// Whether messages are read as in 0.5.2: the complete part of a message counts although its brackets do not balance,
  /// or it holds no command at all, and all of its errors make one line of the log. Otherwise such a message is refused
  /// as a whole, and each error in other messages makes a line of its own.
  virtual bool reads_leniently() const = 0;
  /// A separate stream for one monitor; null: this system shows the same to all.
  virtual std::unique_ptr<MonitorFeed> open_feed([[maybe_unused]] const FeedContents& contents) { return nullptr; }
};

/// /sys/server/monitor: the monitor system and items chosen by the script (behaviour 11.5).
class MonitorServer : public Node {
 public:
  /// Both create an object of the class as a child of this server, named after the class without its prefix. An
  /// existing object of the class counts as success and is not created twice. A class that cannot be created, or is not
  /// a monitor system, is logged as an error and returns false.
  bool register_monitor_system(const std::string& class_name);  ///< the first one is the active one
  bool register_monitor_item(const std::string& class_name);    ///< for monitor systems that use items

  /// The active one; null while none is registered. Not cached, because a script may delete it.
  MonitorSystem* system() const { return child_of_type<MonitorSystem>(); }

 private:
  bool is_registered(const std::string& class_name) const;
};

/// Registers oxygen/MonitorServer, BodyMonitor and the abstract oxygen/MonitorSystem, MonitorItem and MonitorCmdParser.
void register_monitor_classes(ClassRegistry& classes);

}  // namespace spark
