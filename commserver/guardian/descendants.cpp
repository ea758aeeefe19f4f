// SPDX-License-Identifier: Apache-2.0
#include "commserver/guardian/descendants.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <memory>
#include <string>
#include <string_view>

namespace commserver {
namespace {

constexpr long kFirstPauseMs = 1;
constexpr long kMaxPauseMs = 200;

struct Process {
  pid_t pid;
  pid_t parent;
};

/// The parent from /proc/PID/stat: "PID (name) state parent ...", where the name may contain anything. 0 if the process
/// is gone.
pid_t parent_of(const char* pid) {
  const std::string path = std::string("/proc/") + pid + "/stat";
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  char text[512];
  const ssize_t count = ::read(file, text, sizeof text);
  ::close(file);
  std::string_view rest(text, static_cast<std::size_t>(std::max<ssize_t>(0, count)));
  const std::size_t name_end = rest.rfind(") ");
  if (name_end == rest.npos || rest.size() < name_end + 5) return 0;
  rest.remove_prefix(name_end + 4);
  pid_t parent = 0;
  std::from_chars(rest.data(), rest.data() + rest.size(), parent);
  return parent;
}

std::vector<Process> all_processes() {
  std::vector<Process> processes;
  const auto close = [](DIR* folder) { ::closedir(folder); };
  const std::unique_ptr<DIR, decltype(close)> folder(::opendir("/proc"), close);
  while (folder) {
    const dirent* entry = ::readdir(folder.get());
    if (!entry) break;
    const std::string_view name = entry->d_name;
    pid_t pid = 0;
    if (std::from_chars(name.data(), name.data() + name.size(), pid).ptr != name.data() + name.size()) continue;
    if (const pid_t parent = parent_of(entry->d_name); parent > 0) processes.push_back({pid, parent});
  }
  return processes;
}

}  // namespace

std::vector<pid_t> descendants(pid_t ancestor) {
  const std::vector<Process> processes = all_processes();
  std::vector<pid_t> found{ancestor};
  for (std::size_t i = 0; i < found.size(); ++i)
    for (const Process& process : processes)
      if (process.parent == found[i]) found.push_back(process.pid);
  found.erase(found.begin());
  return found;
}

void end_descendants() {
  sigset_t child;
  sigemptyset(&child);
  sigaddset(&child, SIGCHLD);
  for (long pause_ms = kFirstPauseMs;; pause_ms = std::min(2 * pause_ms, kMaxPauseMs)) {
    pid_t reaped;
    do {
      reaped = ::waitpid(-1, nullptr, WNOHANG);
    } while (reaped > 0 || (reaped < 0 && errno == EINTR));
    if (reaped < 0) return;  // without children there are no further descendants either
    // One round is not enough: processes forked meanwhile, and orphans of killed processes, appear in the next one.
    for (const pid_t pid : descendants(::getpid())) ::kill(pid, SIGKILL);
    const timespec pause{0, pause_ms * 1000000};
    ::sigtimedwait(&child, nullptr, &pause);
  }
}

}  // namespace commserver
