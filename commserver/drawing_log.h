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

/// The drawings of one agent's thinking, for the user: `agentN-draw.log`, one line for each message (`V`), preceded by
/// the step of its think cycle. They do not affect the match; only monitors that show a replay read them.
///
/// The file is created by the first drawing, so an agent that draws nothing costs nothing. It is limited like the other
/// logs of an agent: the middle of a longer one is left out. If it cannot be written, the server's log gets one line,
/// and drawings are dropped.
class DrawingLog {
 public:
  /// The log must outlive it. Without a file name drawings are dropped.
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
