// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/web/packed_logs.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "monitor-lite/client/log_source.h"
#include "monitor-lite/web/gzip.h"
#include "monitor-lite/web/match_text.h"
#include "monitor-lite/web/packed_log.h"
#include "monitor-lite/web/page_drawings.h"
#include "spark/core/quiet_thread.h"
#include "spark/core/regular_file.h"
#include "spark/net/loop.h"

namespace monitor {
namespace {

namespace fs = std::filesystem;

constexpr std::ptrdiff_t kMaxKept = 32, kMaxKeptDrawings = 4;
constexpr const char* kNoDrawings = "its agents have drawn nothing";
constexpr std::size_t kMaxReport = 1 << 20;  // octets

std::ptrdiff_t count_names(const fs::path& path) {
  return std::distance(path.begin(), path.end());
}

/// "b/monitor.log" of "/home/a/b/monitor.log" for `count` 2; only names, without the root.
std::string last_names(const fs::path& file, std::ptrdiff_t count) {
  const fs::path names = file.relative_path();
  fs::path shown;
  auto name = names.begin();
  std::advance(name, std::max<std::ptrdiff_t>(0, count_names(names) - count));
  for (; name != names.end(); ++name) shown /= *name;
  return shown.string();
}

/// A reason for viewers: without the file's path on this machine.
std::string without_place(std::string problem, const PackedLogs::Log& log) {
  const std::string place = log.file.string();
  for (std::size_t at = problem.find(place); at != problem.npos; at = problem.find(place, at + log.name.size()))
    problem.replace(at, place.size(), log.name);
  return problem;
}

/// The summary that the server has written beside the log at the end of the match; nothing if there is none, or the log
/// is newer.
std::optional<MatchSummary> reported_summary(const fs::path& log) {
  if (!has_log_name(log)) return std::nullopt;  // a report beside a pack belongs to another match
  const fs::path file = log.parent_path() / "match.json";
  std::error_code error;
  const auto changed = fs::last_write_time(file, error);
  if (error || changed < fs::last_write_time(log, error) || error) return std::nullopt;
  try {
    const auto report = nlohmann::json::parse(spark::read_regular_file(file, kMaxReport));
    MatchSummary summary;
    for (const auto& team : report.at("teams"))
      (team.at("side") == "left" ? summary.team_left : summary.team_right) = team.at("name").get<std::string>();
    summary.score_left = report.at("score").at(0).get<int>();
    summary.score_right = report.at("score").at(1).get<int>();
    summary.time = report.at("time").get<double>();
    summary.has_begun = true;
    return summary;
  } catch (const std::exception&) {  // the report cannot be read, or is invalid
    return std::nullopt;
  }
}

std::string version_of(const FileStamp& stamp) {
  return fmt::format("{:x}-{:x}", stamp.size, stamp.changed.time_since_epoch().count());
}

MatchSummary summary_of(const PackedLog& log) {
  MatchSummary summary;
  const auto& teams = log.about["teams"].back();
  summary.team_left = teams["left"];
  summary.team_right = teams["right"];
  summary.score_left = log.frames.back().score_left;
  summary.score_right = log.frames.back().score_right;
  summary.time = static_cast<double>(log.frames.back().time) * 1e-4;
  summary.has_begun = true;
  summary.has_bodies = log.frames.back().has_bodies;
  return summary;
}

}  // namespace

FileStamp stamp_of(const fs::path& file) {
  std::error_code error;
  FileStamp stamp;
  stamp.size = fs::file_size(file, error);
  if (error) return {};
  stamp.changed = fs::last_write_time(file, error);
  return error ? FileStamp{} : stamp;
}

PackedLogs::PackedLogs(spark::net::Loop& loop) : loop_(loop), self_(std::make_shared<PackedLogs*>(this)) {
  thread_ = spark::start_quiet_thread([this] { work(); });
}

PackedLogs::~PackedLogs() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  has_jobs_.notify_all();
  thread_.join();
}

void PackedLogs::add_file(const fs::path& file) {
  const std::size_t log = logs_.size();
  add(file, 1, false);
  if (log == logs_.size()) return;
  make_names_distinct();
  if (log >= static_cast<std::size_t>(kMaxKept)) return;
  summed_up_[log] = {stamp_of(file), loop_.now()};
  order({{log, Kind::log}, file});
}

void PackedLogs::add(const fs::path& file, std::ptrdiff_t known, bool was_found) {
  if (there_.size() >= kMaxLogs || !known_.emplace(file, logs_.size()).second) return;
  logs_.push_back({fmt::format("log-{}", logs_.size() + 1), file, last_names(file, known), {}, {}, was_found});
  there_.push_back(logs_.size() - 1);
}

/// Adds enclosing folders to the names of logs that are equal, until the names differ.
void PackedLogs::make_names_distinct() {
  for (bool again = true; again;) {
    again = false;
    std::map<std::string, std::vector<Log*>> same;
    for (Log& log : logs_) same[log.name].push_back(&log);
    for (const auto& [name, logs] : same)
      for (Log* log : logs) {
        if (logs.size() < 2) break;
        std::string longer = last_names(log->file, count_names(name) + 1);
        again = again || longer != name;
        log->name = std::move(longer);
      }
  }
}

void PackedLogs::look_into(const fs::path& folder, int depth, std::ptrdiff_t known) {
  std::error_code error;
  std::vector<fs::path> files, folders;
  for (auto entry = fs::directory_iterator(folder, fs::directory_options::skip_permission_denied, error);
       !error && entry != fs::directory_iterator(); entry.increment(error)) {
    std::error_code unknown;
    if (entry->is_symlink(unknown)) continue;  // a link in a folder from elsewhere could expose any log of this machine
    if (entry->is_regular_file(unknown) && has_log_name(entry->path()))
      files.push_back(entry->path());
    else if (depth > 0 && entry->is_directory(unknown))
      folders.push_back(entry->path());
  }
  std::ranges::sort(files);
  std::ranges::sort(folders);
  for (const fs::path& file : files) add(file, known, true);
  for (const fs::path& below : folders) look_into(below, depth - 1, known + 1);
}

void PackedLogs::refresh() {
  if (loop_.now() >= next_look_) look();
}

std::vector<PackedLogs::Log> PackedLogs::list() {
  refresh();
  std::vector<Log> there;
  for (const std::size_t i : there_) there.push_back(logs_[i]);
  return there;
}

void PackedLogs::look() {
  next_look_ = loop_.now() + kLookAgain;
  const std::size_t before = logs_.size();
  for (const Folder& folder : folders_) {
    const std::size_t known = logs_.size();
    look_into(folder.path, kMaxDepth, 1);
    for (std::size_t i = known; i < logs_.size(); ++i) logs_[i].shows_drawings = folder.shows_drawings;
  }
  if (logs_.size() > before) make_names_distinct();
  there_.clear();
  for (std::size_t i = 0; i < logs_.size(); ++i) {
    const Stamp stamp = stamp_of(logs_[i].file);
    if (logs_[i].was_found && stamp == Stamp()) continue;
    there_.push_back(i);
    const auto known = summed_up_.find(i);
    if (known != summed_up_.end() && (known->second.stamp == stamp || loop_.now() < known->second.when + kSummaryAge))
      continue;
    summed_up_[i] = {stamp, loop_.now()};
    order({{i, Kind::log}, logs_[i].file, true});
  }
}

void PackedLogs::want(const std::string& id, Done done, Kind kind) {
  const auto found = std::ranges::find(logs_, id, &Log::id);
  if (found == logs_.end()) return done({nullptr, nullptr, "there is no such log", {}});
  if (kind == Kind::drawings && !found->shows_drawings) return done({nullptr, nullptr, std::string(kNoDrawings), {}});
  const Thing thing{static_cast<std::size_t>(found - logs_.begin()), kind};
  const auto kept = std::ranges::find(kept_, thing, &Kept::thing);
  if (kept != kept_.end() && kept->stamp == stamp_of(found->file)) return done(kept->packed);
  const bool is_ordered = waiting_.contains(thing);
  waiting_.emplace(thing, std::move(done));
  if (!is_ordered) order({thing, found->file});
}

void PackedLogs::order(Job job) {
  {
    const std::lock_guard lock(mutex_);
    // Requested logs have priority over listed ones.
    if (job.is_for_summary)
      jobs_.push_back(std::move(job));
    else
      jobs_.push_front(std::move(job));
  }
  has_jobs_.notify_one();
}

void PackedLogs::work() {
  while (true) {
    Job job;
    {
      std::unique_lock lock(mutex_);
      has_jobs_.wait(lock, [this] { return ending_ || !jobs_.empty(); });
      if (ending_) return;
      job = std::move(jobs_.front());
      jobs_.pop_front();
    }
    const Stamp stamp = stamp_of(job.file);
    Packed packed;
    MatchSummary summary;
    try {
      make(job, stamp, packed, summary);
    } catch (const std::exception& error) {
      packed.problem = error.what();
    }
    loop_.post([weak = std::weak_ptr(self_), job, stamp, packed, summary] {
      if (const auto self = weak.lock()) (*self)->take(job, stamp, packed, summary);
    });
  }
}

/// Runs on the other thread.
void PackedLogs::make(const Job& job, const Stamp& stamp, Packed& packed, MatchSummary& summary) {
  packed.version = version_of(stamp);
  if (job.thing.second == Kind::drawings) {
    const std::string drawings = page_drawings_beside(job.file);
    if (drawings.empty()) throw std::runtime_error(kNoDrawings);
    packed.octets = std::make_shared<const std::string>(gzip(drawings));
    return;
  }
  if (const auto reported = job.is_for_summary ? reported_summary(job.file) : std::nullopt) {
    summary = *reported;
    return;
  }
  LogFile log(job.file);
  const PackedLog made = packed_log(log);
  summary = summary_of(made);
  if (job.is_for_summary) return;
  packed.octets = std::make_shared<const std::string>(pack(made));
  if (!made.about["report"].is_null())
    packed.report = std::make_shared<const std::string>(text_of(made.about["report"]));
}

void PackedLogs::take(const Job& job, const Stamp& stamp, Packed packed, const MatchSummary& summary) {
  const auto [index, kind] = job.thing;
  packed.problem = without_place(std::move(packed.problem), logs_[index]);
  if (kind == Kind::log) {
    logs_[index].summary = summary;
    logs_[index].problem = packed.problem;
    if (job.is_for_summary) return;
    summed_up_[index] = {stamp, loop_.now()};
  }
  std::erase_if(kept_, [&](const Kept& each) { return each.thing == job.thing; });
  if (packed.octets) kept_.push_back({job.thing, stamp, packed});
  const auto is_alike = [&](const Kept& each) { return each.thing.second == job.thing.second; };
  if (std::ranges::count_if(kept_, is_alike) > (kind == Kind::log ? kMaxKept : kMaxKeptDrawings))
    kept_.erase(std::ranges::find_if(kept_, is_alike));
  const auto [first, last] = waiting_.equal_range(job.thing);
  std::vector<Done> all;
  for (auto each = first; each != last; ++each) all.push_back(std::move(each->second));
  waiting_.erase(first, last);
  for (const Done& done : all) done(packed);
}

}  // namespace monitor
