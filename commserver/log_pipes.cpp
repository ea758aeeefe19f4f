// SPDX-License-Identifier: Apache-2.0
#include "commserver/log_pipes.h"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace commserver {
namespace {

/// As much as a pipe holds.
constexpr std::size_t kMostAtOnce = 64 * 1024;

/// At most `most` bytes from the pipe to the log. How many, or -1 when nothing will ever come again.
ssize_t move_some(int pipe, CappedLog& log, std::size_t most) {
  static char buffer[kMostAtOnce];
  const ssize_t count = ::read(pipe, buffer, std::min(most, sizeof buffer));
  if (count > 0) log.append({buffer, static_cast<std::size_t>(count)});
  if (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR)) return 0;
  return count == 0 ? -1 : count;
}

}  // namespace

spark::Descriptor LogPipes::open(int file, std::uint64_t limit) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return {};
  spark::Descriptor pipe(ends[0]);
  spark::Descriptor agents_end(ends[1]);
  spark::Descriptor copy(::fcntl(file, F_DUPFD_CLOEXEC, 0));
  if (!copy) return {};
  // Ours alone: the agent's end stays as programs expect it.
  ::fcntl(pipe.get(), F_SETFL, O_NONBLOCK);
  logs_.push_back({std::move(pipe), CappedLog(std::move(copy), limit)});
  return agents_end;
}

void LogPipes::add_to(std::vector<pollfd>& polls) const {
  for (const Log& log : logs_) polls.push_back({log.pipe.get(), POLLIN, 0});
}

void LogPipes::read(std::span<const pollfd> polls) {
  auto log = logs_.begin();
  for (const pollfd& poll : polls) {
    if (poll.revents != 0 && move_some(log->pipe.get(), log->file, kMostAtOnce) < 0) {
      log->file.finish();
      log = logs_.erase(log);
    } else {
      ++log;
    }
  }
}

void LogPipes::finish() {
  for (Log& log : logs_) {
    // Not until it is empty: whoever holds the other end could go on writing for ever.
    int waiting = 0;
    ::ioctl(log.pipe.get(), FIONREAD, &waiting);
    while (waiting > 0) {
      const ssize_t count = move_some(log.pipe.get(), log.file, static_cast<std::size_t>(waiting));
      if (count <= 0) break;
      waiting -= static_cast<int>(count);
    }
    log.file.finish();
  }
  logs_.clear();
}

}  // namespace commserver
