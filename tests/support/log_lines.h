// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "spark/core/log.h"

/// Adds the lines of `log` at `level` or above to `lines`, which must outlive it. For a single thread.
inline void keep_lines(spark::Log& log, std::vector<std::string>& lines,
                       spark::LogLevel level = spark::LogLevel::warning) {
  log.add_sink(level, [&lines](spark::LogLevel, std::string_view line) { lines.emplace_back(line); });
}

/// The same with the level as a prefix: "warning: …".
inline void keep_levels_and_lines(spark::Log& log, std::vector<std::string>& lines,
                                  spark::LogLevel level = spark::LogLevel::normal) {
  log.add_sink(level, [&lines](spark::LogLevel said, std::string_view line) {
    lines.push_back(std::string(to_string(said)) + ": " + std::string(line));
  });
}
