// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "commserver/think/think_meter.h"
#include "commserver/think/timer.h"
#include "spark/core/agent_id.h"
#include "spark/core/clock.h"
#include "spark/core/log.h"

namespace commserver {

/// Chooses the meter of an agent: by its type's timer or by one timer for all, with recording or replay. Logs once per
/// type that thinking is measured. Borrows the log; must outlive its meters.
class MeterMaker {
 public:
  struct Options {
    std::optional<Timer> timer{};    ///< for all agents, instead of the timers of their types
    std::filesystem::path record{};  ///< folder for recorded think times, or empty
    std::filesystem::path replay{};  ///< folder from which think times are replayed, or empty
  };

  MeterMaker(Options options, spark::Log& log) : options_(std::move(options)), log_(log) {}
  MeterMaker(const MeterMaker&) = delete;
  MeterMaker& operator=(const MeterMaker&) = delete;

  /// Throws `std::runtime_error` if the agent's file of think times cannot be written or read.
  std::unique_ptr<ThinkMeter> make(spark::AgentId agent, const std::string& type, const Timer& of_type);

 private:
  std::unique_ptr<ThinkMeter> measuring(const std::string& type, const Timer& timer);
  std::unique_ptr<WorkCounter> count_instructions(pid_t process);

  Options options_;
  spark::Log& log_;
  std::vector<std::string> types_warned_about_;
  bool warned_about_counters_ = false;
};

}  // namespace commserver
