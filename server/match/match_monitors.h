// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "commserver/drawing_log.h"
#include "spark/core/line_limit.h"
#include "spark/monitor/monitor_hub.h"

namespace server {

class Assembly;
struct Options;
struct TextLogs;

/// The monitors and trainers of one match: opens their ports, logs every command, and counts both for the summary. It
/// owns the hub. Called on the simulation thread.
class MatchMonitors {
 public:
  /// Opens the ports. Throws `std::runtime_error` with one line if that fails, or if the trainers' secret cannot be
  /// read. Options and assembly must outlive it.
  MatchMonitors(const Options& options, Assembly& assembly);
  ~MatchMonitors();
  MatchMonitors(const MatchMonitors&) = delete;
  MatchMonitors& operator=(const MatchMonitors&) = delete;

  spark::MonitorHub& hub() const { return *hub_; }
  /// From now on commands are also written to actions.log.
  void attach(std::shared_ptr<TextLogs> logs) { text_logs_ = std::move(logs); }
  /// Logs the port numbers that the system has chosen and, in a competition, who may send commands.
  void report_access() const;
  /// How many monitors connected, were refused or dropped; empty if there were none.
  std::string monitors_seen() const;
  /// How many commands were carried out and refused; empty if there were none.
  std::string commands_of_trainers() const;

 private:
  void note_command(std::string_view peer, std::string_view command, spark::MonitorHub::CommandKind kind);

  const Options& options_;
  Assembly& assembly_;
  spark::LineLimit commands_noted_;  ///< in server.log
  commserver::DrawingLog drawings_;  ///< drawings by trainers
  std::shared_ptr<TextLogs> text_logs_;
  std::unique_ptr<spark::MonitorHub> hub_;
};

}  // namespace server
