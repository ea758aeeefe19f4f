// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

#include "spark/monitor/monitor_log_file.h"

namespace spark {

/// Writes a `MonitorLogFile` on a thread of its own: neither the disk nor compressing takes time from the match. Used
/// by one thread.
class LogWriter {
 public:
  using Encoding = MonitorLogFile::Encoding;
  /// So long after it was written a line is on its way to the file, if nobody asks for it before; and so much may wait
  /// until then. With what writing takes, a second of a match is lost at most if the process is killed.
  static constexpr std::chrono::milliseconds kDelay{700};
  static constexpr std::size_t kWaiting = 64u << 10;
  /// If the disk is so far behind, `write` waits for it.
  static constexpr std::size_t kMostWaiting = 16u << 20;

  /// As `MonitorLogFile`, with its exception.
  LogWriter(std::filesystem::path path, Log& log, Encoding encoding = Encoding::plain,
            const char* name = "the monitor log");
  ~LogWriter();
  LogWriter(const LogWriter&) = delete;
  LogWriter& operator=(const LogWriter&) = delete;

  /// False once the file could not be written, or after `finish`.
  bool is_open() const { return is_open_.load(std::memory_order_relaxed); }
  /// One line with its end.
  void write(std::string_view line);
  /// All so far is in the file then.
  void flush();
  /// The same, and the file is complete and closed; otherwise the destructor does it.
  void finish();
  /// Why the log ended early, after `finish`; empty if it did not.
  const std::string& problem() const { return file_.problem(); }

 private:
  void run();
  void write_out(std::string_view lines);

  MonitorLogFile file_;  ///< of the thread, while there is one
  std::atomic<bool> is_open_{true};
  std::mutex mutex_;
  std::condition_variable has_news_, is_done_;
  std::string waiting_, taken_;  ///< lines for the file, and those that are being written
  bool is_urgent_ = false;       ///< what waits is to be written now
  bool is_ending_ = false;
  std::uint64_t rounds_asked_ = 0, rounds_done_ = 0;
  std::thread thread_;
};

}  // namespace spark
