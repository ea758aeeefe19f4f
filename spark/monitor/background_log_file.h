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

/// A `MonitorLogFile` that is written by a separate thread: neither compression nor a temporarily slow disk delays the
/// match. Used by one thread.
class BackgroundLogFile {
 public:
  using Encoding = MonitorLogFile::Encoding;
  /// A line is passed to the file after this time, or earlier at a `flush` or when this many bytes are pending. With
  /// the time for writing, at most a second of real time is lost if the process is killed, unless the disk is slow.
  static constexpr std::chrono::milliseconds kDelay{700};
  static constexpr std::size_t kUrgentBytes = 64u << 10;
  /// Maximum pending bytes for a slow disk: half an hour of play in real time. Beyond that `write` blocks.
  static constexpr std::size_t kMaxBacklogBytes = 16u << 20;

  /// Opens the file like `MonitorLogFile`. If the system has no further thread, the log ends at once.
  BackgroundLogFile(std::filesystem::path path, Log& log, Encoding encoding = Encoding::plain,
                    const char* name = "the monitor log");
  ~BackgroundLogFile();
  BackgroundLogFile(const BackgroundLogFile&) = delete;
  BackgroundLogFile& operator=(const BackgroundLogFile&) = delete;

  /// False once the file could not be written, or after `finish`.
  bool is_open() const { return is_open_.load(std::memory_order_relaxed); }
  /// Takes one line with its newline.
  void write(std::string_view line);
  /// Returns when everything written so far is in the file.
  void flush();
  /// Does the same, completes the file and closes it; otherwise the destructor does.
  void finish();
  /// Why the log ended early, after `finish`; empty if it did not.
  const std::string& problem() const { return file_.problem(); }

 private:
  void run();
  void take_turn(std::unique_lock<std::mutex>& lock);
  void write_out(std::string_view lines);

  MonitorLogFile file_;  ///< used by the writing thread while it exists
  std::atomic<bool> is_open_;
  std::mutex mutex_;
  std::condition_variable pending_, done_;
  std::string waiting_;     ///< lines for the file
  std::string taken_;       ///< lines that are being written; used by the writing thread
  bool is_urgent_ = false;  ///< pending lines are to be written at once
  bool is_ending_ = false;
  std::uint64_t flushes_requested_ = 0, flushes_done_ = 0;
  std::thread thread_;
};

}  // namespace spark
