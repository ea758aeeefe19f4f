// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string_view>

#include "server/record/hash_log.h"
#include "server/record/input_recorder.h"
#include "spark/core/real_clock.h"
#include "spark/monitor/monitor_log_file.h"

namespace spark {
class Simulation;
}

namespace server {

class Assembly;
struct Options;

/// What a match leaves behind for whoever wants to know whether its logs are true (`verify`): `acts.zst` and
/// `hashes.log` in its log folder, as far as the options want them.
class MatchRecord {
 public:
  static constexpr const char *kActs = "acts.zst", *kHashes = "hashes.log";

  /// Before agents are started. All must outlive it; the simulation tells it everything until then. Throws
  /// `std::runtime_error` with one line if a file cannot be written.
  MatchRecord(const Options& options, Assembly& assembly, spark::Simulation& simulation);
  ~MatchRecord();

  // Nothing where acts are not recorded.
  void foreign(std::string_view what);
  void commanded(std::string_view peer, std::string_view text);
  void joined();
  /// All so far, also in the files.
  void flush();
  /// The same, if the last time was long enough ago. To be called at least every 200 ms of real time, also while the
  /// clock of the match stands: then nothing waits longer than a second.
  void flush_in_time();
  /// When the simulation has been left.
  void finish();

 private:
  void write_hashes(const Options& options, Assembly& assembly, spark::Simulation& simulation);

  std::optional<InputRecorder> acts_;
  std::optional<spark::MonitorLogFile> hash_file_;
  std::optional<HashLog> hashes_;
  spark::RealClock& clock_;
  spark::RealClock::Time flushed_;
};

}  // namespace server
