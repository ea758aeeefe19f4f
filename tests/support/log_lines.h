// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "spark/core/log.h"

/// Adds what `log` says at `level` or above to `lines`, which has to live as long as it. Of one thread only.
inline void keep_lines(spark::Log& log, std::vector<std::string>& lines,
                       spark::LogLevel level = spark::LogLevel::warning) {
  log.add_sink(level, [&lines](spark::LogLevel, std::string_view line) { lines.emplace_back(line); });
}

/// The same with the level in front: "warning: …".
inline void keep_levels_and_lines(spark::Log& log, std::vector<std::string>& lines,
                                  spark::LogLevel level = spark::LogLevel::normal) {
  log.add_sink(level, [&lines](spark::LogLevel said, std::string_view line) {
    lines.push_back(std::string(to_string(said)) + ": " + std::string(line));
  });
}
