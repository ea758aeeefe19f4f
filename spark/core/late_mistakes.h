// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <mutex>
#include <string>
#include <string_view>

namespace spark {

class Log;

/// Errors in a script or scene file that are detected only when the match runs: it wires a component that never
/// appears, or names an effector that its robot does not have. Each is an error line in the log with its place in the
/// file. In a strict match (`--strict`) they also end the match.
///
/// Owned by the match, which outlives its gateways. May be called on any thread.
class LateMistakes {
 public:
  LateMistakes(Log& log, bool strict) : log_(log), strict_(strict) {}

  /// `place` is "bench.rb:12" (`place_name` of spark/core/source_place.h, called while the line was being executed);
  /// empty if unknown. The same text at the same place is written once.
  void add(const std::string& place, std::string_view text);
  std::size_t count() const;
  /// Throws std::runtime_error, with the number of errors and the first of them, if there are any and the match is
  /// strict. For the simulation thread, between two steps, when all related errors have been added.
  void end_if_strict() const;

 private:
  Log& log_;
  const bool strict_;
  mutable std::mutex mutex_;
  std::size_t count_ = 0;
  std::string first_, last_;
};

}  // namespace spark
