// SPDX-License-Identifier: Apache-2.0
#include "commserver/guardian/process_watch.h"

#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <string>

#include "commserver/guardian/kernel_version.h"

namespace commserver {
namespace {

bool counts_per_namespace() {
  return is_kernel_since(5, 14);
}

}  // namespace

void limit_processes(std::uint64_t limit) {
  if (limit == 0 || !counts_per_namespace()) return;
  rlimit now{};
  if (::getrlimit(RLIMIT_NPROC, &now) != 0) return;
  now.rlim_max = std::min<rlim_t>(now.rlim_max, limit);
  now.rlim_cur = std::min(now.rlim_cur, now.rlim_max);
  ::setrlimit(RLIMIT_NPROC, &now);
}

bool must_watch_processes() {
  // The user has the same number in the sandbox as outside.
  return ::geteuid() == 0 || !counts_per_namespace();
}

std::optional<std::uint64_t> ProcessWatch::count() {
  if (!folder_) return std::nullopt;
  ::rewinddir(folder_.get());
  std::uint64_t count = 0;
  while (true) {
    errno = 0;
    const dirent* entry = ::readdir(folder_.get());
    if (!entry) break;
    if (entry->d_name[0] < '0' || entry->d_name[0] > '9' || std::string(entry->d_name) == "1") continue;
    struct stat tasks {};
    // A folder has two links, plus one for each thread.
    if (::fstatat(::dirfd(folder_.get()), (std::string(entry->d_name) + "/task").c_str(), &tasks, 0) == 0)
      count += std::max<std::uint64_t>(tasks.st_nlink, 3) - 2;
  }
  return errno == 0 ? std::optional(count) : std::nullopt;
}

}  // namespace commserver
