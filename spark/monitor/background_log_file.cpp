// SPDX-License-Identifier: Apache-2.0
#include "spark/monitor/background_log_file.h"

#include <sched.h>
#include <sys/resource.h>

#include <cerrno>
#include <new>
#include <system_error>
#include <utility>

#include "spark/core/quiet_thread.h"

namespace spark {
namespace {
constexpr int kLogNiceness = 10;
}  // namespace

BackgroundLogFile::BackgroundLogFile(std::filesystem::path path, Log& log, Encoding encoding, const char* name)
    : file_(std::move(path), log, encoding, name), is_open_(file_.is_open()) {
  waiting_.reserve(2 * kUrgentBytes);
  taken_.reserve(2 * kUrgentBytes);
  try {
    thread_ = start_quiet_thread([this] { run(); });
  } catch (const std::system_error& error) {
    file_.fail(error.code().value());
    is_open_ = false;
    is_ending_ = true;
  }
}

BackgroundLogFile::~BackgroundLogFile() {
  finish();
}

void BackgroundLogFile::write(std::string_view line) {
  if (!is_open()) return;
  std::unique_lock lock(mutex_);
  const bool was_empty = waiting_.empty();
  waiting_ += line;
  if (!was_empty && waiting_.size() < kUrgentBytes) return;
  if (waiting_.size() >= kUrgentBytes) is_urgent_ = true;
  pending_.notify_one();
  done_.wait(lock, [this] { return waiting_.size() < kMaxBacklogBytes; });
}

void BackgroundLogFile::flush() {
  std::unique_lock lock(mutex_);
  if (is_ending_) return;
  const std::uint64_t flush = ++flushes_requested_;
  is_urgent_ = true;
  pending_.notify_one();
  done_.wait(lock, [&] { return flushes_done_ >= flush; });
}

void BackgroundLogFile::finish() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    is_ending_ = true;
    pending_.notify_one();
  }
  thread_.join();
  file_.finish();
  is_open_ = false;
}

void BackgroundLogFile::run() {
  // The match comes first: on a machine with one processor this thread gets the time that the match leaves.
  if (sched_getscheduler(0) == SCHED_OTHER) {
    const sched_param none{};
    sched_setscheduler(0, SCHED_BATCH, &none);
  }
  setpriority(PRIO_PROCESS, 0, getpriority(PRIO_PROCESS, 0) + kLogNiceness);
  std::unique_lock lock(mutex_);
  while (!is_ending_ || !waiting_.empty()) {
    pending_.wait(lock, [this] { return is_ending_ || is_urgent_ || !waiting_.empty(); });
    pending_.wait_for(lock, kDelay, [this] { return is_ending_ || is_urgent_; });
    take_turn(lock);
  }
}

void BackgroundLogFile::take_turn(std::unique_lock<std::mutex>& lock) {
  is_urgent_ = false;
  const std::uint64_t flush = flushes_requested_;
  taken_.swap(waiting_);
  lock.unlock();
  try {
    write_out(taken_);
  } catch (const std::bad_alloc&) {
    file_.fail(ENOMEM);
  }
  taken_.clear();
  if (taken_.capacity() > 4 * kUrgentBytes) std::string().swap(taken_);  // the disk was slow
  is_open_ = file_.is_open();
  lock.lock();
  flushes_done_ = flush;
  done_.notify_all();
}

void BackgroundLogFile::write_out(std::string_view lines) {
  while (!lines.empty()) {
    const std::size_t end = lines.find('\n');
    const std::size_t size = end == lines.npos ? lines.size() : end + 1;
    file_.write(lines.substr(0, size));
    lines.remove_prefix(size);
  }
  file_.flush();
}

}  // namespace spark
