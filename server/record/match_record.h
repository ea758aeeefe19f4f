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

/// What a match leaves behind, by which anyone can check whether its logs are true (`verify`): `acts.zst` and
/// `hashes.log` in its log folder, as far as the options want them.
class MatchRecord {
 public:
  static constexpr const char *kActs = "acts.zst", *kHashes = "hashes.log";

  /// Before agents are started. All must outlive it; the simulation reports everything to it until then.
  MatchRecord(const Options& options, Assembly& assembly, spark::Simulation& simulation);
  ~MatchRecord();

  // Nothing where acts are not recorded.
  void foreign(std::string_view what);
  void commanded(std::string_view peer, std::string_view text);
  void joined();
  /// All so far, also in the files.
  void flush();
  /// When the simulation has been left.
  void finish();

 private:
  void write_hashes(const Options& options, Assembly& assembly, spark::Simulation& simulation);

  std::optional<InputRecorder> acts_;
  std::optional<spark::BackgroundLogFile> hash_file_;
  std::optional<HashLog> hashes_;
};

}  // namespace server
