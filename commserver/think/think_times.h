// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <fstream>
#include <memory>
#include <string>

#include "commserver/think/think_meter.h"
#include "spark/core/log.h"

namespace commserver {

// Thinking times in files, so that a match whose agents were measured can be repeated. One file per agent, one line per
// think cycle, in it one word for each message whose time depends on the thinking: letter and steps, as in "A2 A2 D3".

/// `agentN-ttimes.log` in `folder`.
std::filesystem::path think_times_file(const std::filesystem::path& folder, spark::AgentId agent);

/// Passes on what another meter says, and writes it down.
class RecordingMeter final : public ThinkMeter {
 public:
  /// Throws `std::runtime_error` if the file cannot be written.
  RecordingMeter(std::unique_ptr<ThinkMeter> meter, const std::filesystem::path& file);
  void process_started(pid_t process) override { meter_->process_started(process); }
  spark::Step least() const override { return meter_->least(); }
  void begin_cycle() override;
  spark::Step cost(char letter) override;

 private:
  std::unique_ptr<ThinkMeter> meter_;
  std::ofstream file_;
  std::string word_;
  bool line_begun_ = false;
};

/// Says again what was written down. Behind the end of the file, and for an agent that does something else than in that
/// match, which is told of once, thinking costs what the last message did.
class ReplayingMeter final : public ThinkMeter {
 public:
  /// `least` is that of the recorded match. Throws `std::runtime_error` if the file cannot be read.
  ReplayingMeter(const std::filesystem::path& file, spark::Step least, spark::AgentId agent, spark::Log& log);
  spark::Step least() const override { return least_; }
  void begin_cycle() override;
  spark::Step cost(char letter) override;

 private:
  enum class Found { cost, end, other };
  /// The next word of the file, which should be one of that letter.
  Found take(char letter, spark::Step& steps);

  std::ifstream file_;
  std::string line_;
  std::size_t place_ = 0;
  spark::Step least_;
  spark::Step last_;
  spark::AgentId agent_;
  spark::Log& log_;
  bool differs_ = false;
};

}  // namespace commserver
