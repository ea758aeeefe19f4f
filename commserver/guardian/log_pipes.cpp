// SPDX-License-Identifier: Apache-2.0
#include "commserver/guardian/log_pipes.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <string_view>

namespace commserver {
namespace {

/// The capacity of a pipe.
constexpr std::size_t kMaxAtOnce = 64 * 1024;

/// The name of an open file, without its folder.
std::string file_name(int file) {
  char path[PATH_MAX];
  const ssize_t size = ::readlink(fmt::format("/proc/self/fd/{}", file).c_str(), path, sizeof path);
  const std::string_view text(path, static_cast<std::size_t>(std::max<ssize_t>(0, size)));
  return std::string(text.substr(text.rfind('/') + 1));
}

}  // namespace

/// Moves at most `limit` bytes from the pipe to the log. Returns their number, or -1 at the end of the pipe.
ssize_t LogPipes::move_some(Log& log, std::size_t limit) {
  static char buffer[kMaxAtOnce];
  const ssize_t count = ::read(log.pipe.get(), buffer, std::min(limit, sizeof buffer));
  if (count > 0) {
    const std::string_view bytes(buffer, static_cast<std::size_t>(count));
    const bool was_whole = log.file.failure() == 0;
    log.file.append(bytes);
    if (was_whole && log.file.failure() != 0)
      failures_.push_back({file_name(log.file.descriptor()), log.file.failure()});
    if (const auto output = last_output_.find(log.source); output != last_output_.end()) {
      output->second.append(bytes.substr(bytes.size() - std::min(bytes.size(), kMaxRemembered)));
      if (output->second.size() > kMaxRemembered) output->second.erase(0, output->second.size() - kMaxRemembered);
    }
  }
  if (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR)) return 0;
  return count == 0 ? -1 : count;
}

/// Reads the present content of the pipe, but does not wait for its end, because a process that holds the other end
/// could keep writing for ever.
void LogPipes::take_what_is_there(Log& log) {
  int waiting = 0;
  ::ioctl(log.pipe.get(), FIONREAD, &waiting);
  while (waiting > 0) {
    const ssize_t count = move_some(log, static_cast<std::size_t>(waiting));
    if (count <= 0) break;
    waiting -= static_cast<int>(count);
  }
}

spark::Descriptor LogPipes::open(int file, std::uint64_t limit, int source) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return {};
  spark::Descriptor pipe(ends[0]);
  spark::Descriptor agents_end(ends[1]);
  spark::Descriptor copy(::fcntl(file, F_DUPFD_CLOEXEC, 0));
  if (!copy) return {};
  // Only this end is non-blocking: the agent's end stays as programs expect it.
  ::fcntl(pipe.get(), F_SETFL, O_NONBLOCK);
  logs_.push_back({std::move(pipe), CappedLog(std::move(copy), limit), source});
  if (source >= 0) last_output_[source].clear();
  return agents_end;
}

void LogPipes::add_to(std::vector<pollfd>& polls) const {
  for (const Log& log : logs_) polls.push_back({log.pipe.get(), POLLIN, 0});
}

void LogPipes::read(std::span<const pollfd> polls) {
  auto log = logs_.begin();
  for (const pollfd& poll : polls) {
    if (poll.revents != 0 && move_some(*log, kMaxAtOnce) < 0) {
      log->file.finish();
      log = logs_.erase(log);
    } else {
      ++log;
    }
  }
}

std::string LogPipes::last_output(int source) {
  for (Log& log : logs_)
    if (log.source == source) take_what_is_there(log);
  const auto output = last_output_.find(source);
  return output == last_output_.end() ? std::string() : output->second;
}

void LogPipes::finish() {
  for (Log& log : logs_) {
    take_what_is_there(log);
    log.file.finish();
  }
  logs_.clear();
}

}  // namespace commserver
