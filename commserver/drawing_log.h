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

/// What one agent draws of its thinking, for the user: `agentN-draw.log`, one line for each message (`V`), with the
/// step of its think cycle in front. Nothing in the match depends on it, and nothing reads it but monitors that show a
/// replay.
///
/// The file is made with the first drawing, so an agent that draws nothing costs nothing. It is limited as the other
/// logs of an agent are: the middle of a longer one is left out. Where it cannot be written, there is one line in the
/// server's log, and drawings are dropped.
class DrawingLog {
 public:
  /// The log must outlive it. Without a name of a file drawings are dropped.
  DrawingLog(std::filesystem::path file, std::uint64_t limit, spark::Log& log)
      : file_(std::move(file)), limit_(limit), log_(&log) {}
  DrawingLog(DrawingLog&&) = default;
  ~DrawingLog();

  /// A drawing may be any bytes; it stays one line.
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
