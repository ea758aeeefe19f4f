// SPDX-License-Identifier: Apache-2.0
#include "commserver/guardian/capped_log.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <vector>

namespace commserver {
namespace {

constexpr std::uint64_t kRotationBlock = 64 * 1024;

/// Returns 0, or the errno if not everything could be written.
int write_at(int file, std::uint64_t place, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::pwrite(file, bytes.data(), bytes.size(), static_cast<off_t>(place));
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return count < 0 ? errno : EIO;
    bytes.remove_prefix(static_cast<std::size_t>(count));
    place += static_cast<std::uint64_t>(count);
  }
  return 0;
}

void read_reversed(int file, std::uint64_t place, std::vector<char>& bytes) {
  std::size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t count = ::pread(file, bytes.data() + done, bytes.size() - done, static_cast<off_t>(place + done));
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    done += static_cast<std::size_t>(count);
  }
  std::reverse(bytes.begin(), bytes.end());
}

void reverse(int file, std::uint64_t from, std::uint64_t to) {
  std::vector<char> front;
  std::vector<char> back;
  while (const std::uint64_t count = std::min(kRotationBlock, (to - from) / 2)) {
    front.resize(count);
    back.resize(count);
    read_reversed(file, from, front);
    read_reversed(file, to - count, back);
    write_at(file, from, {back.data(), count});
    write_at(file, to - count, {front.data(), count});
    from += count;
    to -= count;
  }
}

/// The line replaces bytes, which therefore count as left out.
std::string gap_line(std::uint64_t left_out) {
  std::string line;
  std::size_t length = 0;
  do {
    length = line.size();
    line = fmt::format("\n[... {} bytes left out here ...]\n", left_out + length);
  } while (line.size() != length);
  return line;
}

}  // namespace

CappedLog::CappedLog(spark::Descriptor file, std::uint64_t limit)
    : file_(std::move(file)), limit_(std::max(limit, kMinSize)), head_(limit_ / 2) {}

void CappedLog::append(std::string_view bytes) {
  if (!file_) return;
  while (!bytes.empty() && failure_ == 0) {
    const std::uint64_t place = written_ < head_ ? written_ : head_ + (written_ - head_) % (limit_ - head_);
    const std::size_t count = std::min<std::uint64_t>(bytes.size(), limit_ - place);
    failure_ = write_at(file_.get(), place, bytes.substr(0, count));
    bytes.remove_prefix(count);
    written_ += count;
  }
}

void CappedLog::finish() {
  if (file_ && written_ > limit_ && failure_ == 0) {
    const std::uint64_t oldest = head_ + (written_ - head_) % (limit_ - head_);
    // Swaps two parts by reversing each of them, and then the whole.
    if (oldest != head_) {
      reverse(file_.get(), head_, oldest);
      reverse(file_.get(), oldest, limit_);
      reverse(file_.get(), head_, limit_);
    }
    write_at(file_.get(), head_, gap_line(written_ - limit_));
  }
  file_.close();
}

}  // namespace commserver
