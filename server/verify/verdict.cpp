// SPDX-License-Identifier: Apache-2.0
#include "server/verify/verdict.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>

#include "monitor-lite/report/report_html.h"
#include "server/options/option_table.h"
#include "server/record/match_json.h"
#include "server/record/match_record.h"
#include "server/verify/actions_comparison.h"
#include "server/verify/circumstances.h"
#include "server/verify/json_comparison.h"
#include "server/verify/match_json_rules.h"
#include "server/verify/other_files.h"
#include "server/verify/packed_match.h"
#include "server/verify/recorded_json.h"
#include "server/verify/replay.h"
#include "server/verify/verify.h"
#include "spark/core/log.h"

namespace server {

using namespace spark;
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr const char* kActions = "actions.log";
constexpr const char* kServerLog = "server.log";
constexpr std::size_t kMaxFileLines = 20;

/// The part of a line around the difference.
std::string part_of(std::string_view line, std::size_t column) {
  constexpr std::size_t kBefore = 30, kLength = 60;
  if (line.empty()) return "nothing";
  const std::size_t begin = column > kBefore ? column - kBefore : 0;
  return fmt::format("'{}'", printable(line.substr(std::min(begin, line.size()), kLength)));
}

/// The name of the first body whose hash differs between two lines of hashes.
std::string body_that_differs(std::string_view recorded, std::string_view played, std::string_view names) {
  next_word(names);  // "bodies"
  for (int i = 0; i < 3; ++i) next_word(recorded), next_word(played);
  while (!names.empty()) {
    const std::string_view name = next_word(names);
    if (next_word(recorded) != next_word(played)) return printable(name);
  }
  return "the game or its random numbers";
}

/// The other files of the folder, besides those that were compared and already listed.
std::vector<std::string> others_in(const fs::path& folder) {
  std::vector<std::string> found;
  std::error_code none;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, none)) {
    const std::string name = entry.path().filename();
    if (name == kServerLog || std::ranges::find(kPackedFiles, name) == std::end(kPackedFiles)) found.push_back(name);
  }
  return list_of_others(std::move(found));
}

std::string shown(const std::string& value) {
  constexpr std::size_t kMaxShown = 60;
  return value.empty() ? "nothing" : printable(value, kMaxShown);
}

}  // namespace

Verdict::Verdict(const std::string& name, const fs::path& folder, const std::vector<std::string>& changed,
                 Replay& replay)
    : folder_(folder), replay_(replay), known_to_(replay.steps()) {
  say(fmt::format("{}: played again from its record: {} steps ({:.2f} s), {} acts of {} agents", name, replay.steps(),
                  replay.seconds_of(replay.steps()), replay.agents().acts(), replay.agents_started()));
  for (const std::string& line : changed) untrue(line);
  add_record();
  add_files();
  add_logs();
  if (!replay_.is_cut() && (exists(kMatchJson) || exists(kReportPage))) report_ = replay_.report();
  add_match_json();
  add_actions();
  add_report_page();
  add_circumstances();
  std::ranges::move(others_in(folder), std::back_inserter(not_compared_));
  conclude(name);
}

void Verdict::say(std::string_view line) {
  text_ += fmt::format("{}\n", line);
}

void Verdict::untrue(std::string_view line) {
  is_true_ = false;
  say(line);
}

bool Verdict::exists(const char* file) const {
  std::error_code none;
  return fs::exists(folder_ / file, none);
}

void Verdict::add_record() {
  RecordedAgents& record = replay_.agents();
  const bool ends_well = record.ends_well();
  compared_.push_back(MatchRecord::kActs);
  if (replay_.is_cut()) ends_first_ = MatchRecord::kActs;
  if (replay_.is_cut())
    say(fmt::format("{}: stops there before the end of the match: the server was killed, or the file was cut",
                    MatchRecord::kActs));
  else if (!record.damage().empty())
    untrue(fmt::format("{}: {}", MatchRecord::kActs, record.damage()));
  else if (!ends_well)
    untrue(fmt::format("{}: continues after the end of the match", MatchRecord::kActs));
  if (record.version() != program().version)
    say(fmt::format("played by version {}, verified by {}", printable(record.version()), program().version));
  if (const std::string server = fmt::format("rcssserver3D {}", record.version()); replay_.recorded().server != server)
    untrue(fmt::format("parameters.xml: written by {}, the record by {}", shown(replay_.recorded().server),
                       printable(server)));
}

void Verdict::add_files() {
  const RecordedParameters& recorded = replay_.recorded();
  if (!recorded.has_checksums()) {
    not_compared_.push_back("scripts and scenes, of which the match wrote no checksums");
    return;
  }
  const auto lines = differences(recorded.files, replay_.files(), recorded.has_all_files && !replay_.is_cut());
  for (std::size_t i = 0; i < std::min(lines.size(), kMaxFileLines); ++i) say(lines[i]);
  if (lines.size() > kMaxFileLines) say(fmt::format("{} further files differ", lines.size() - kMaxFileLines));
  if (lines.empty()) say("scripts and scenes: the same as in the match");
}

void Verdict::add_logs() {
  for (const auto& log : replay_.logs()) add_log(*log);
  const Options& options = replay_.options();
  const bool has_hashes =
      std::ranges::any_of(replay_.logs(), [&](const auto& log) { return replay_.is_hash_log(*log); });
  if (misses_monitor_log()) untrue("monitor.log: is missing, but the match wrote one");
  if (!has_hashes && options.hash_interval > 0)
    untrue(fmt::format("{}: is missing, but the match wrote it", MatchRecord::kHashes));
  if (!has_hashes && options.hash_interval == 0 && exists(MatchRecord::kHashes))
    untrue(fmt::format("{}: the match wrote none", MatchRecord::kHashes));
}

bool Verdict::misses_monitor_log() const {
  return replay_.monitor_log().empty() && replay_.options().monitor_log != Options::MonitorLog::none;
}

void Verdict::add_log(const LineComparison& log) {
  is_true_ &= log.is_true();
  if (log.ends_at() && log.lines() == 0) {
    if (ends_first_.empty()) ends_first_ = log.name();
    return not_compared_.push_back(fmt::format("{}, which is empty", log.name()));
  }
  compared_.push_back(log.name());
  has_compared_log_ = true;
  if (!log.difference()) {
    say(fmt::format("{}: {} lines, the same to the byte", log.name(), log.lines()));
    if (const auto end = log.ends_at()) ends_before(log.name(), *end);
    if (log.beyond() > 0) say(fmt::format("{}: {} more lines, which cannot be compared", log.name(), log.beyond()));
    if (!log.problem().empty()) say(fmt::format("{}: {}", log.name(), log.problem()));
    return;
  }
  const LineComparison::Difference& first = *log.difference();
  say(fmt::format("{}: differs first in line {}, of step {} ({:.2f} s), column {}: it has {}, the match {}", log.name(),
                  first.line, first.step, replay_.seconds_of(first.step), first.column,
                  part_of(first.recorded, first.column), part_of(first.played, first.column)));
  if (replay_.is_hash_log(log) && !first.recorded.empty() && !first.played.empty())
    say(fmt::format("{}: first of {}", log.name(),
                    body_that_differs(first.recorded, first.played, replay_.names_of_bodies())));
}

void Verdict::ends_before(std::string_view name, Step step) {
  say(fmt::format("{}: contains nothing from step {} ({:.2f} s) on", name, step, replay_.seconds_of(step)));
  if (step < known_to_ || ends_first_.empty()) ends_first_ = name;
  known_to_ = std::min(known_to_, step);
}

void Verdict::add_match_json() {
  const auto leave_out = [&](std::string_view why) { not_compared_.push_back(fmt::format("{}, {}", kMatchJson, why)); };
  const RecordedJson recorded(folder_);
  if (!recorded.exists()) return leave_out("which is missing");
  if (replay_.is_cut()) return leave_out("whose end of the match is not in the record");
  if (misses_monitor_log()) return leave_out("which is about the log that is missing");
  if (!recorded.problem().empty()) untrue(fmt::format("{}: {}", kMatchJson, recorded.problem()));
  if (recorded.json().empty()) return;
  const Writer writer = writer_of(recorded);
  is_of_this_build_ = writer == Writer::this_build;
  if (!is_of_this_build_)
    say(fmt::format("{}: was written by another version or build, which may have computed other figures", kMatchJson));
  if (is_of_this_build_ && !recorded.has_checksums() && recorded.how() != "failed")
    untrue(fmt::format("{}: has no checksums (measured, sha256)", kMatchJson));
  const Json made = replay_.match_json(recorded.how(), report_);
  const JsonComparison comparison(recorded.json(), made, match_json_rules(recorded.json(), made, writer));
  report_difference(comparison, {});
  if (const auto measured = recorded.json().find("measured"); measured != recorded.json().end())
    report_difference(compare_measured(*measured), "measured.");
  compared_.push_back(comparison.is_partial() ? fmt::format("{} (in part)", kMatchJson) : kMatchJson);
  if (const auto& places = comparison.not_compared(); !places.empty())
    not_compared_.push_back(
        fmt::format("{}: {}", kMatchJson, printable(fmt::format("{}", fmt::join(places, ", ")), 300)));
}

Writer Verdict::writer_of(const RecordedJson& recorded) const {
  if (replay_.agents().version() != program().version || !replay_.recorded().has_checksums())
    return Writer::other_version;
  return recorded.is_of_this_build() ? Writer::this_build : Writer::other_build;
}

/// `place` is the path of the compared object in match.json.
void Verdict::report_difference(const JsonComparison& comparison, const std::string& place) {
  if (const auto& first = comparison.difference())
    untrue(fmt::format("{}: differs first in {}: it has {}, the match {}", kMatchJson,
                       printable(place + first->place, 100), shown(first->recorded), shown(first->made)));
}

void Verdict::add_actions() {
  if (!exists(kActions)) {
    if (!replay_.commands().empty()) untrue(fmt::format("{}: is missing, the match wrote it", kActions));
    return not_compared_.push_back(fmt::format("{}, which is missing", kActions));
  }
  const sexp::Limits limits{.bytes = replay_.options().limits.command_bytes, .depth = replay_.options().limits.nesting};
  const ActionsComparison actions(folder_ / kActions, replay_.commands(), limits, replay_.is_cut());
  if (const std::string& difference = actions.difference(); !difference.empty())
    untrue(fmt::format("{}: {}", kActions, difference));
  compared_.push_back(kActions);
  if (actions.beyond() > 0)
    say(fmt::format("{}: {} more commands, which cannot be compared", kActions, actions.beyond()));
  if (const auto end = actions.ends_at(); end && actions.difference().empty()) ends_before(kActions, *end);
  if (actions.others() > 0)
    not_compared_.push_back(
        fmt::format("{}: {} lines about warnings, pauses and single steps", kActions, actions.others()));
}

/// The page shows the content of the monitor log, so it is genuine if this build makes the same page from that log.
void Verdict::add_report_page() {
  if (!exists(kReportPage)) return;
  const auto leave_out = [&](std::string_view why) {
    not_compared_.push_back(fmt::format("{}, {}", kReportPage, why));
  };
  if (replay_.is_cut()) return leave_out("which may show what is not in the record");
  if (misses_monitor_log()) return leave_out("which is about the log that is missing");
  const std::string made = report_ ? monitor::report_html(*report_) : std::string();
  std::string recorded(made.size() + 1, '\0');
  std::ifstream in(folder_ / kReportPage, std::ios::binary);
  in.read(recorded.data(), static_cast<std::streamsize>(recorded.size()));
  recorded.resize(static_cast<std::size_t>(in.gcount()));
  if (report_ && recorded == made) return compared_.push_back(kReportPage);
  if (!is_of_this_build_) return leave_out("which is not the page that this build makes of the monitor log");
  const auto end = std::ranges::mismatch(recorded, made).in1;
  untrue(fmt::format("{}: is not the page of this match: it differs first in line {}", kReportPage,
                     1 + std::count(recorded.begin(), end, '\n')));
}

void Verdict::add_circumstances() {
  for (const std::string& line : circumstances_of(replay_)) say(line);
}

void Verdict::conclude(const std::string& name) {
  if (!has_compared_log_ && is_true_)
    throw std::runtime_error(fmt::format("{}: has neither a monitor log nor hashes to be verified", name));
  if (!not_compared_.empty()) say(fmt::format("not compared: {}", fmt::join(not_compared_, "; ")));
  if (!is_true_) {
    say(kNotVerified);
    status_ = kUntrueLogs;
  } else if (!ends_first_.empty()) {
    say(fmt::format("verified up to {:.2f} s, where {} ends: {}", replay_.seconds_of(known_to_), ends_first_,
                    fmt::join(compared_, ", ")));
    status_ = kTrueUntil;
  } else {
    say(fmt::format("verified: these are the logs of this match: {}", fmt::join(compared_, ", ")));
  }
}

}  // namespace server
