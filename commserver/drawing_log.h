// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "commserver/guardian/capped_log.h"
#include "spark/core/clock.h"
#include "spark/core/log.h"

namespace commserver {

/// Drawings for the user: `agentN-draw.log` has those of one agent's thinking, one line for each message (`V`) after
/// the step of its think cycle; `trainer-draw.log` has those of all trainers, after the step in which they arrived.
/// They do not affect the match; only monitors that show a replay read them.
///
/// The file is created by the first drawing, so a peer that draws nothing costs nothing. Like the other logs of an
/// agent it is limited: the middle of a longer one is left out. If it cannot be written, the server's log gets one
/// line, and further drawings are dropped.
class DrawingLog {
 public:
  /// The log must outlive it. With an empty file name, drawings are dropped.
  DrawingLog(std::filesystem::path file, std::uint64_t limit, spark::Log& log)
      : file_(std::move(file)), limit_(limit), log_(&log) {}
  DrawingLog(DrawingLog&&) = default;
  ~DrawingLog();

  /// A drawing may be any bytes; it is written as one line.
  void add(spark::Step step, std::string_view drawing);

 private:
  bool open();
  void report(int error);

  std::filesystem::path file_;  ///< empty: drawings are dropped
  std::uint64_t limit_;
  spark::Log* log_;
  std::optional<CappedLog> lines_;
  std::string line_;
};

}  // namespace commserver
