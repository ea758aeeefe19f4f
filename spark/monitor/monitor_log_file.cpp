// SPDX-License-Identifier: Apache-2.0
#include "spark/monitor/monitor_log_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "spark/core/log.h"

namespace spark {
namespace {
/// Some 100 lines per system call.
constexpr std::size_t kBufferSize = 64u << 10;
/// Compressed: some 10 lines of a full match, which is 1.5 simulated seconds.
constexpr std::size_t kFrameSize = 16u << 10;

std::string reason(int error) {
  return std::system_category().message(error);
}
}  // namespace

// Not a C++ stream: started agents would inherit its descriptor, and it does not report the cause of a failure.
MonitorLogFile::MonitorLogFile(std::filesystem::path path, Log& log, Encoding encoding, const char* name)
    : path_(std::move(path)),
      log_(log),
      name_(name),
      file_(open(path_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666)) {
  if (file_ < 0) report(errno);
  buffer_.reserve(2 * kBufferSize);
  if (encoding == Encoding::zst) compressor_ = std::make_unique<SeekableZstd>();
}

MonitorLogFile::~MonitorLogFile() {
  finish();
}

void MonitorLogFile::finish() {
  flush();
  if (compressor_ && is_open()) {
    compressed_.clear();
    compressor_->append_index(compressed_);
    append(compressed_);
  }
  if (!is_open()) return;
  // Network file systems report a full disk at the end only.
  if (close(file_) != 0 && errno != EINTR) {
    problem_ = reason(errno);
    log_.error("cannot write {}: {}", path_.string(), problem_);
  }
  file_ = -1;
}

void MonitorLogFile::write(std::string_view line) {
  if (!is_open()) return;
  buffer_ += line;
  if (buffer_.size() >= (compressor_ ? kFrameSize : kBufferSize)) flush();
}

void MonitorLogFile::flush() {
  if (compressor_) {
    compressed_.clear();
    if (!compressor_->append_frame(buffer_, compressed_)) fail(ENOMEM);
    append(compressed_);
  } else {
    append(buffer_);
  }
  buffer_.clear();
}

/// `units` are whole lines, whole frames, or the index.
void MonitorLogFile::append(std::string_view units) {
  if (!is_open() || units.empty()) return;
  const off_t before = size_;
  const int error = write_out(units);
  if (error == 0) return;
  const std::string_view written = units.substr(0, static_cast<std::size_t>(size_ - before));
  const std::size_t last = compressor_ ? written.npos : written.rfind('\n');
  size_ = before + (last == written.npos ? 0 : static_cast<off_t>(last) + 1);
  fail(error);
}

/// Writes and advances the end of the file. Returns the errno of a failure, or 0.
int MonitorLogFile::write_out(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(file_, bytes.data(), bytes.size());
    if (written < 0 && errno != EINTR) return errno;
    if (written <= 0) continue;
    bytes.remove_prefix(static_cast<std::size_t>(written));
    size_ += written;
  }
  return 0;
}

void MonitorLogFile::fail(int error) {
  if (!is_open()) return;
  report(error);
  if (compressor_) {
    cut_to_whole_frames();
  } else {
    [[maybe_unused]] const int cut = ::ftruncate(file_, size_);
  }
  close(file_);
  file_ = -1;
}

void MonitorLogFile::report(int error) {
  problem_ = reason(error);
  log_.error("cannot write {}: {}; {} ends here", path_.string(), problem_, name_);
}

/// Ends the file with the index of its frames; the last ones are dropped if it needs their room.
void MonitorLogFile::cut_to_whole_frames() {
  while (compressor_->size() > static_cast<std::uint64_t>(size_)) compressor_->drop_last_frame();
  while (true) {
    size_ = static_cast<off_t>(compressor_->size());
    if (::ftruncate(file_, size_) != 0 || ::lseek(file_, size_, SEEK_SET) != size_) return;
    if (size_ == 0) return;
    compressed_.clear();
    compressor_->append_index(compressed_);
    if (write_out(compressed_) == 0) return;
    compressor_->drop_last_frame();
  }
}

}  // namespace spark
