// SPDX-License-Identifier: Apache-2.0
#include "server/verify.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <stdexcept>

#include "server/match_record.h"
#include "server/option_table.h"
#include "server/replay.h"
#include "spark/core/log.h"
#include "spark/core/standard_streams.h"

namespace server {

using namespace spark;
namespace {

namespace fs = std::filesystem;

/// Some of a line around the place where it differs.
std::string part_of(std::string_view line, std::size_t column) {
  constexpr std::size_t kBefore = 30, kLength = 60;
  if (line.empty()) return "nothing";
  const std::size_t begin = column > kBefore ? column - kBefore : 0;
  return fmt::format("'{}'", printable(line.substr(std::min(begin, line.size()), kLength)));
}

/// The first body whose hash differs between two lines of hashes, by the names of both.
std::string body_that_differs(std::string_view recorded, std::string_view played, std::string_view names) {
  next_word(names);  // "bodies"
  for (int i = 0; i < 3; ++i) next_word(recorded), next_word(played);
  while (!names.empty()) {
    const std::string_view name = next_word(names);
    if (next_word(recorded) != next_word(played)) return std::string(name);
  }
  return "the game or its random numbers";
}

void add_verdict(std::string& out, const Replay& replay, const LineComparison& log) {
  if (!log.difference()) {
    out += fmt::format("{}: {} lines, the same to the byte\n", log.name(), log.lines());
    if (log.beyond() > 0)
      out += fmt::format("{}: {} more lines, of which nothing can be said\n", log.name(), log.beyond());
    if (!log.problem().empty()) out += fmt::format("{}: {}\n", log.name(), log.problem());
    return;
  }
  const LineComparison::Difference& first = *log.difference();
  out += fmt::format("{}: differs first in line {}, of step {} ({:.2f} s), column {}: it has {}, the match {}\n",
                     log.name(), first.line, first.step, replay.seconds_of(first.step), first.column,
                     part_of(first.recorded, first.column), part_of(first.played, first.column));
  if (&log == replay.hashes() && !first.recorded.empty() && !first.played.empty())
    out += fmt::format("{}: first of {}\n", log.name(),
                       body_that_differs(first.recorded, first.played, replay.names_of_bodies()));
}

std::string report(const fs::path& folder, const Replay& replay) {
  std::string out =
      fmt::format("{}: played again from its record: {} steps ({:.2f} s), {} acts of {} agents\n", folder.string(),
                  replay.steps(), replay.seconds_of(replay.steps()), replay.agents().acts(), replay.agents_started());
  if (replay.is_cut())
    out +=
        fmt::format("{}: ends there without an end: the server was killed, or the file is cut\n", MatchRecord::kActs);
  if (replay.agents().version() != program().version)
    out += fmt::format("played by version {}, verified by {}\n", replay.agents().version(), program().version);
  for (const LineComparison* log : {replay.monitor_log(), replay.hashes()})
    if (log) add_verdict(out, replay, *log);
  return out;
}

}  // namespace

int verify(const fs::path& folder) {
  Replay replay(folder);
  replay.play();
  const bool is_true = replay.is_true(), goes_beyond = replay.goes_beyond();
  const std::string text = report(folder, replay) + (!is_true ? "not verified: these are not the logs of this match\n"
                                                     : goes_beyond ? "not verified beyond the end of the record\n"
                                                                   : "verified: these are the logs of this match\n");
  if (const int error = write_text(STDOUT_FILENO, text); error != 0 && error != EPIPE)
    throw std::runtime_error(std::strerror(error));
  if (!is_true) return kUntrueLogs;
  return goes_beyond ? EXIT_FAILURE : EXIT_SUCCESS;
}

}  // namespace server
