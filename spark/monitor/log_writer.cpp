// SPDX-License-Identifier: Apache-2.0
#include "spark/monitor/log_writer.h"

#include <sched.h>
#include <sys/resource.h>

#include "spark/core/quiet_thread.h"

namespace spark {
namespace {
constexpr int kNiceness = 10;
}  // namespace

LogWriter::LogWriter(std::filesystem::path path, Log& log, Encoding encoding, const char* name)
    : file_(std::move(path), log, encoding, name) {
  waiting_.reserve(2 * kWaiting);
  taken_.reserve(2 * kWaiting);
  thread_ = start_quiet_thread([this] { run(); });
}

LogWriter::~LogWriter() {
  finish();
}

void LogWriter::write(std::string_view line) {
  if (!is_open()) return;
  std::unique_lock lock(mutex_);
  const bool was_empty = waiting_.empty();
  waiting_ += line;
  if (!was_empty && waiting_.size() < kWaiting) return;
  if (waiting_.size() >= kWaiting) is_urgent_ = true;
  has_news_.notify_one();
  is_done_.wait(lock, [this] { return waiting_.size() < kMostWaiting; });
}

void LogWriter::flush() {
  std::unique_lock lock(mutex_);
  if (is_ending_) return;
  const std::uint64_t round = ++rounds_asked_;
  is_urgent_ = true;
  has_news_.notify_one();
  is_done_.wait(lock, [&] { return rounds_done_ >= round; });
}

void LogWriter::finish() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    is_ending_ = true;
    has_news_.notify_one();
  }
  thread_.join();
  file_.finish();
  is_open_ = false;
}

void LogWriter::run() {
  // The match comes first: on this processor, if there is but one, this thread has what the match leaves.
  const sched_param none{};
  sched_setscheduler(0, SCHED_BATCH, &none);
  setpriority(PRIO_PROCESS, 0, getpriority(PRIO_PROCESS, 0) + kNiceness);
  std::unique_lock lock(mutex_);
  while (!is_ending_ || !waiting_.empty()) {
    has_news_.wait(lock, [this] { return is_ending_ || is_urgent_ || !waiting_.empty(); });
    has_news_.wait_for(lock, kDelay, [this] { return is_ending_ || is_urgent_; });
    is_urgent_ = false;
    const std::uint64_t round = rounds_asked_;
    taken_.swap(waiting_);
    lock.unlock();
    write_out(taken_);
    taken_.clear();
    is_open_ = file_.is_open();
    lock.lock();
    rounds_done_ = round;
    is_done_.notify_all();
  }
}

void LogWriter::write_out(std::string_view lines) {
  while (!lines.empty()) {
    const std::size_t end = lines.find('\n');
    const std::size_t size = end == lines.npos ? lines.size() : end + 1;
    file_.write(lines.substr(0, size));
    lines.remove_prefix(size);
  }
  file_.flush();
}

}  // namespace spark
