// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "gateways/rctp/protocol/operator_log.h"
#include "spark/core/descriptor.h"
#include "spark/core/real_clock.h"

namespace spark {
class Log;
}

namespace rctp {

/// Writes the operators' log of one robot. Lines are buffered: if `flush_if_due` is called a few times per second, each
/// reaches the file within `kFlushTime`. Control values are written without allocating. If the file cannot be opened or
/// written, one error is logged, and the match continues.
class OperatorLogWriter {
 public:
  using Time = spark::RealClock::Time;
  static constexpr std::chrono::milliseconds kFlushTime{500};

  /// Overwrites the file. Borrows the log.
  OperatorLogWriter(std::filesystem::path file, spark::Log& log);
  /// Flushes.
  ~OperatorLogWriter();
  OperatorLogWriter(const OperatorLogWriter&) = delete;
  OperatorLogWriter& operator=(const OperatorLogWriter&) = delete;

  // Steps must not decrease.

  void connect(spark::Step step, std::string_view peer);
  /// Writes stop, release, rest or leave.
  void write(spark::Step step, OperatorLog::Word word);
  /// Writes all values of the object, finite, as they were carried out.
  void act(spark::Step step, std::string_view object, std::span<const double> values);
  void act(spark::Step step, std::string_view object, std::string_view text);

  void flush();
  void flush_if_due(Time now);

 private:
  void report(std::string_view how_far);
  void begin_line(spark::Step step, OperatorLog::Word word);
  void append_name(std::string_view name);

  std::filesystem::path path_;
  spark::Log& log_;
  spark::Descriptor file_;
  std::string lines_;
  std::optional<Time> waiting_since_;
};

}  // namespace rctp
