// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "server/record/record_line.h"
#include "spark/monitor/background_log_file.h"
#include "spark/sim/inputs.h"

namespace server {

/// Writes the record of a match: acts, halts, arrivals and departures of all agents of every gateway, and trainers'
/// commands, each with its place in the match. Runs on the simulation thread.
///
/// Input is in the file less than a second after it was reported, or after `flush`. If the file can no longer be opened
/// or written, or has reached `kMaxBytes`, the record ends, the log gets one line, and the match continues.
class InputRecorder final : public spark::InputListener {
 public:
  /// Before compression; enough for some hundred matches of ten minutes.
  static constexpr std::uint64_t kMaxBytes = std::uint64_t{1} << 30;

  /// `place` returns the present place in the match.
  InputRecorder(const std::filesystem::path& file, spark::Log& log, std::function<spark::InputPosition()> place);

  void match(std::uint64_t seed, std::string_view version);
  /// Records that the named gateway changes the world in ways that are not recorded.
  void foreign(std::string_view gateway);
  void commanded(std::string_view peer, std::string_view text);
  void joined();
  void flush() { file_.flush(); }
  /// Records that the simulation has ended.
  void finish();

  void started(spark::AgentId agent, const std::string& type) override;
  void arrived(spark::AgentId agent, const std::string& type) override;
  void ready(spark::AgentId agent, const std::optional<spark::AgentTiming>& own) override;
  void begun() override;
  void acted(spark::AgentId agent, spark::Step stamp, std::string_view text) override;
  void acted(spark::AgentId agent, spark::Step stamp, std::span<const spark::Action> actions) override;
  void halted(spark::AgentId agent) override;
  void lost(spark::AgentId agent, std::string_view reason) override;
  void leaves(spark::AgentId agent, spark::Step time) override;

 private:
  void begin(Entry entry);
  void number(std::int64_t value);
  void word(std::string_view text);
  void rest(std::string_view text);
  void end();

  spark::Log& log_;
  spark::BackgroundLogFile file_;
  std::function<spark::InputPosition()> place_;
  spark::InputPosition last_;
  std::uint64_t bytes_ = 0;
  bool is_full_ = false;
  std::string line_;
};

}  // namespace server
