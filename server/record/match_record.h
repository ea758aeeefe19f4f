// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string_view>

#include "server/record/hash_log.h"
#include "server/record/input_recorder.h"
#include "spark/monitor/background_log_file.h"

namespace spark {
class Simulation;
}

namespace server {

class Assembly;
struct Options;

/// The files by which anyone can check that the logs of a match are genuine (`verify`): `acts.zst` and `hashes.log` in
/// its log folder, as far as the options request them.
class MatchRecord {
 public:
  static constexpr const char *kActs = "acts.zst", *kHashes = "hashes.log";

  /// To be created before agents are started. All arguments must outlive it; the simulation reports all input to it.
  MatchRecord(const Options& options, Assembly& assembly, spark::Simulation& simulation);
  ~MatchRecord();

  // These do nothing if acts are not recorded.
  void foreign(std::string_view what);
  void commanded(std::string_view peer, std::string_view text);
  void joined();
  /// Writes everything reported so far to the files.
  void flush();
  /// To be called when the simulation has ended.
  void finish();

 private:
  void write_hashes(const Options& options, Assembly& assembly, spark::Simulation& simulation);

  std::optional<InputRecorder> acts_;
  std::optional<spark::BackgroundLogFile> hash_file_;
  std::optional<HashLog> hashes_;
};

}  // namespace server
