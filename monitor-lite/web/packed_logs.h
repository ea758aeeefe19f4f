// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "monitor-lite/web/live_source.h"
#include "spark/core/real_clock.h"
#include "spark/net/connection.h"

namespace spark::net {
class Loop;
}

namespace monitor {

/// The state of a file as visible without reading it; zeros if it does not exist.
struct FileStamp {
  std::filesystem::file_time_type changed{};
  std::uintmax_t size = 0;
  bool operator==(const FileStamp&) const = default;
};
FileStamp stamp_of(const std::filesystem::path& file);

/// The logs that pages may request: named ones, and those found in folders. Each is packed once, on the first request,
/// on a thread of its own; the latest results are cached. A log that has changed since is packed again. All functions
/// are for the loop's thread.
class PackedLogs {
 public:
  struct Log {
    std::string id;  ///< "log-1": constant as long as the program runs
    std::filesystem::path file;
    /// The file's name for viewers: its path below the given folder, or its own name. It reveals no more of this
    /// machine's folders than needed to distinguish two logs.
    std::string name;
    MatchSummary summary;
    std::string problem;         ///< why it cannot be shown
    bool was_found = false;      ///< in a folder; such a log is removed when its file disappears
    bool shows_drawings = true;  ///< the drawings of agents may be requested
  };
  /// The two products of a log.
  enum class Kind { log, drawings };
  /// A packed log and its report as JSON, which a world without a game does not have; or the drawings of its agents,
  /// compressed by gzip; or the reason of a failure.
  struct Packed {
    spark::net::Connection::Shared octets, report;
    std::string problem;
    std::string version;  ///< differs for each state of the packed file
  };
  using Done = std::function<void(const Packed&)>;

  explicit PackedLogs(spark::net::Loop& loop);
  ~PackedLogs();
  PackedLogs(const PackedLogs&) = delete;
  PackedLogs& operator=(const PackedLogs&) = delete;

  /// A named log is packed at once, because it will be requested.
  void add_file(const std::filesystem::path& file);
  /// The folder is searched when logs are listed: monitor.log and monitor.log.zst, up to `kMaxDepth` folders below,
  /// `kMaxLogs` in all.
  void add_folder(const std::filesystem::path& folder, bool shows_drawings = true) {
    folders_.push_back({folder, shows_drawings});
  }
  static constexpr int kMaxDepth = 3;
  static constexpr std::size_t kMaxLogs = 5000;

  /// All existing logs, in the order of discovery; they are searched for at most once in `kLookAgain`. Missing
  /// summaries are computed meanwhile; for growing logs again after `kSummaryAge`.
  std::vector<Log> list();
  /// The same, for a caller that knows the log.
  void refresh();
  static constexpr std::chrono::milliseconds kLookAgain{500};
  static constexpr std::chrono::seconds kSummaryAge{10};
  /// `done` is called later, once. Unknown logs have the problem "there is no such log".
  void want(const std::string& id, Done done, Kind kind = Kind::log);

 private:
  using Stamp = FileStamp;
  using Thing = std::pair<std::size_t, Kind>;  ///< the log and the product
  struct Folder {
    std::filesystem::path path;
    bool shows_drawings;
  };
  struct Job {
    Thing thing;
    std::filesystem::path file;
    bool is_for_summary = false;
  };
  struct Kept {
    Thing thing;
    Stamp stamp;
    Packed packed;
  };

  struct Summed {
    Stamp stamp;
    spark::RealClock::Time when;
  };

  void look();
  void look_into(const std::filesystem::path& folder, int depth, std::ptrdiff_t known);
  /// `known`: the number of the path's last parts to show, if they suffice to distinguish the log.
  void add(const std::filesystem::path& file, std::ptrdiff_t known, bool was_found);
  void make_names_distinct();
  void order(Job job);
  void work();
  static void make(const Job& job, const Stamp& stamp, Packed& packed, MatchSummary& summary);
  void take(const Job& job, const Stamp& stamp, Packed packed, const MatchSummary& summary);

  spark::net::Loop& loop_;
  std::vector<Folder> folders_;
  std::vector<Log> logs_;
  std::map<std::filesystem::path, std::size_t> known_;
  std::vector<std::size_t> there_;  ///< listed logs
  spark::RealClock::Time next_look_{};
  std::map<std::size_t, Summed> summed_up_;
  std::multimap<Thing, Done> waiting_;
  std::deque<Kept> kept_;  ///< the latest ones
  std::shared_ptr<PackedLogs*> self_;

  std::mutex mutex_;
  std::condition_variable has_jobs_;
  std::deque<Job> jobs_;
  bool ending_ = false;
  std::thread thread_;
};

}  // namespace monitor
