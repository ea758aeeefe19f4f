// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <poll.h>

#include <chrono>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "spark/core/core.h"
#include "spark/monitor/monitor_hub.h"
#include "spark/monitor/monitor_system.h"
#include "spark/sexp/reader.h"
#include "spark/sim/command_queue.h"
#include "spark/sim/run_control.h"
#include "tests/spark/monitor/monitor_client.h"
#include "tests/support/files.h"
#include "tests/support/temporary_folder.h"

/// Numbers its lines, and writes "all" in the first frame after a header, like a game that sends some data only once.
class NumberedSystem : public spark::MonitorSystem {
 public:
  void header(std::string& out) override {
    out += "(Init " + std::to_string(headers++) + ")";
    everything_ = true;
  }
  void frame(std::string& out) override {
    out += "(Info " + std::to_string(frames++) + (everything_ ? " all" : "") + padding + ")";
    everything_ = false;
  }
  void time_line(std::string& out) override { out += "(Info time)"; }
  /// `(throw)` fails, `(wrong)` is a mistake, `(ack)` asks for an acknowledgement; all others are noted.
  void command(const spark::sexp::Expression& command, spark::CommandReport& report) override {
    if (command.name() == "throw") throw std::runtime_error("no such thing");
    if (command.name() == "wrong") return report.mistake("'wrong' is wrong");
    if (command.name() == "ack") return report.acknowledge();
    commands.emplace_back(peer, command.source());
  }
  void acknowledge() override { ++acknowledgements; }
  bool reads_leniently() const override { return takes_incomplete; }

  int headers = 0;
  int frames = 0;
  std::string padding;
  std::string peer;  ///< that has sent the command
  std::vector<std::pair<std::string, std::string>> commands;
  int acknowledgements = 0;
  bool takes_incomplete = true;

 private:
  bool everything_ = true;
};

/// A log whose lines can be inspected.
class LogLines {
 public:
  explicit LogLines(spark::Log& log) {
    log.add_sink(spark::LogLevel::normal, [this](spark::LogLevel level, std::string_view line) {
      const std::scoped_lock lock(mutex_);
      lines_.push_back(std::string(spark::to_string(level)) + ": " + std::string(line));
    });
  }
  /// Lines that contain `part`.
  std::size_t count(std::string_view part) const {
    const std::scoped_lock lock(mutex_);
    std::size_t found = 0;
    for (const auto& line : lines_) found += line.find(part) != line.npos;
    return found;
  }
  std::size_t size() const { return count(""); }

 private:
  mutable std::mutex mutex_;
  std::vector<std::string> lines_;
};

/// A hub and all that it borrows; the test acts as the simulation thread.
struct MonitorStage {
  explicit MonitorStage(spark::MonitorHub::Options options = {}, spark::RealClock& clock = spark::RealClock::system()) {
    if (options.port) options.port = 0;
    // Frames come here faster than in any match.
    if (options.limits.serving_share == spark::MonitorLimits{}.serving_share) options.limits.serving_share = 1;
    hub = std::make_unique<spark::MonitorHub>(options, system, commands, run_control, clock, log);
    hub->report_inputs({.command =
                            [this](std::string_view peer, std::string_view text) {
                              system.peer = peer;
                              messages.emplace_back(text);
                            },
                        .joined = {}});
  }

  /// Carries out commands until `condition` holds.
  template <typename Condition>
  void run_until(Condition condition) {
    const auto end = std::chrono::steady_clock::now() + MonitorClient::kLimit;
    while (!condition()) {
      if (std::chrono::steady_clock::now() > end) throw std::runtime_error("waited in vain");
      pollfd input{commands.poll_descriptor(), POLLIN, 0};
      poll(&input, 1, 5);
      commands.run_all();
    }
  }
  /// A monitor that has been admitted, with its header already read.
  std::unique_ptr<MonitorClient> join(int receive_buffer = 0) {
    auto client = std::make_unique<MonitorClient>(hub->port(), receive_buffer);
    const int before = system.headers;
    run_until([&] { return system.headers > before; });
    const std::string header = client->line();
    const std::string begin = "(Init " + std::to_string(before) + "(paused ";
    if (header != begin + "0))" && header != begin + "1))") throw std::runtime_error("strange header: " + header);
    return client;
  }
  void frame() { hub->frame(step += 15); }

  spark::Log log;
  LogLines lines{log};
  NumberedSystem system;
  spark::RunControl run_control;
  spark::CommandQueue commands;
  spark::Step step = -15;
  std::vector<std::string> messages{};  ///< texts of commands as they are carried out
  std::unique_ptr<spark::MonitorHub> hub;
};
