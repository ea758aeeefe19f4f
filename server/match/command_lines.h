// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/match/log_file.h"
#include "server/record/command_digest.h"
#include "spark/core/clock.h"
#include "spark/core/real_clock.h"
#include "spark/monitor/monitor_hub.h"
#include "spark/net/byte_rate.h"

namespace server {

/// Writes trainers' commands to actions.log, each in full as long as the commands from one network address stay below a
/// rate that no trainer reaches by hand. Above that rate the commands of a peer are summed up about once a second, with
/// a hash by which they can be compared with the record of the match.
///
/// Sums are written before any other line, so a log that ends early lacks only the last lines.
class CommandLines {
 public:
  using Kind = spark::MonitorHub::CommandKind;
  static constexpr std::size_t kBytesPerSecond = 16 * 1024;
  static constexpr std::size_t kBurst = 1024 * 1024;
  static constexpr std::chrono::seconds kInterval{1};  ///< between sums

  struct Moment {
    spark::Step step;
    spark::RealClock::Time real;
  };

  /// `file` must outlive it.
  explicit CommandLines(LogFile& file) : file_(file) {}

  void note(const Moment& now, std::string_view peer, std::string_view command, Kind kind);
  /// Writes pending sums. To be called before any other line is written.
  void flush();

 private:
  struct Address {
    spark::net::ByteRate rate{kBytesPerSecond, kBurst};
    bool is_summed_up = false;  ///< true until the next `flush`
  };
  struct Sum {
    std::string peer;
    Kind kind;
    CommandDigest digest;
    spark::Step last;
  };

  Address& address_of(std::string_view peer);
  Sum& sum_of(std::string_view peer, Kind kind);
  void write(spark::Step step, std::string_view peer, std::string_view text);

  LogFile& file_;
  std::map<std::string, Address, std::less<>> addresses_;
  std::vector<Sum> sums_;  ///< in the order of their first commands
  spark::RealClock::Time since_{};
};

}  // namespace server
