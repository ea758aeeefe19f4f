// SPDX-License-Identifier: Apache-2.0
#include "spark/monitor/monitor_log_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <stdexcept>
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

// Not a C++ stream: those leave the descriptor open in the agents that are started, and keep the reason of a failure to
// themselves.
MonitorLogFile::MonitorLogFile(std::filesystem::path path, Log& log, Encoding encoding)
    : path_(std::move(path)), log_(log), file_(open(path_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666)) {
  if (file_ < 0) throw std::runtime_error(fmt::format("cannot write {}: {}", path_.string(), reason(errno)));
  buffer_.reserve(2 * kBufferSize);
  if (encoding == Encoding::zst) compressor_ = std::make_unique<SeekableZstd>();
}

MonitorLogFile::~MonitorLogFile() {
  flush();
  if (compressor_) {
    compressed_.clear();
    compressor_->append_index(compressed_);
    write_out(compressed_);
  }
  // Network file systems report a full disk at the end only.
  if (is_open() && close(file_) != 0 && errno != EINTR)
    log_.error("cannot write {}: {}", path_.string(), reason(errno));
}

void MonitorLogFile::write(std::string_view line) {
  if (!is_open()) return;
  buffer_ += line;
  if (buffer_.size() >= (compressor_ ? kFrameSize : kBufferSize)) flush();
}

void MonitorLogFile::flush() {
  if (compressor_) {
    compressed_.clear();
    if (!compressor_->append_frame(buffer_, compressed_)) give_up(ENOMEM);
    write_out(compressed_);
  } else {
    write_out(buffer_);
  }
  buffer_.clear();
}

void MonitorLogFile::write_out(std::string_view bytes) {
  std::string_view rest = bytes;
  while (is_open() && !rest.empty()) {
    const ssize_t written = ::write(file_, rest.data(), rest.size());
    if (written >= 0)
      rest.remove_prefix(static_cast<std::size_t>(written));
    else if (errno != EINTR)
      give_up(errno);
  }
}

void MonitorLogFile::give_up(int error) {
  if (!is_open()) return;
  log_.error("cannot write {}: {}; the monitor log ends here", path_.string(), reason(error));
  close(file_);
  file_ = -1;
}

}  // namespace spark
