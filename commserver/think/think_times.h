// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <fstream>
#include <memory>
#include <string>

#include "commserver/think/think_meter.h"
#include "spark/core/agent_id.h"
#include "spark/core/log.h"

namespace commserver {

// Thinking times in files, so that a match with measured agents can be repeated. There is one file per agent, with one
// line per think cycle and in it an entry for each message whose effect depends on the cost: letter and steps, as in
// "A2 A2 D3".

/// `agentN-ttimes.log` in `folder`.
std::filesystem::path think_times_file(const std::filesystem::path& folder, spark::AgentId agent);

/// Passes on the costs of another meter, and records them as long as the file can be written; an error costs one line
/// in the log.
class RecordingMeter final : public ThinkMeter {
 public:
  RecordingMeter(std::unique_ptr<ThinkMeter> meter, const std::filesystem::path& file, spark::Log& log);
  ~RecordingMeter() override;
  void process_started(pid_t process) override { meter_->process_started(process); }
  spark::Step min_cost() const override { return meter_->min_cost(); }
  void begin_cycle() override;
  spark::Step cost(char letter) override;

 private:
  void say_if_it_ended();

  std::unique_ptr<ThinkMeter> meter_;
  const std::string name_;
  std::ofstream file_;
  spark::Log& log_;
  std::string word_;
  bool line_begun_ = false;
  bool has_ended_ = false;
};

/// Replays recorded costs. After the end of the file, thinking costs the same as for the last message; so it does for
/// an agent that behaves differently than in the recorded match, which is logged once.
class ReplayingMeter final : public ThinkMeter {
 public:
  /// `min_cost` is that of the recorded match. Throws `std::runtime_error` if the file cannot be read.
  ReplayingMeter(const std::filesystem::path& file, spark::Step min_cost, spark::AgentId agent, spark::Log& log);
  spark::Step min_cost() const override { return min_cost_; }
  void begin_cycle() override;
  spark::Step cost(char letter) override;

 private:
  enum class Found { cost, end, other };
  /// Reads the next entry of the file, which should have that letter.
  Found take(char letter, spark::Step& steps);

  std::ifstream file_;
  std::string line_;
  std::size_t place_ = 0;
  spark::Step min_cost_;
  spark::Step last_;
  spark::AgentId agent_;
  spark::Log& log_;
  bool differs_ = false;
};

}  // namespace commserver
