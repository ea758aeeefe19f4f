// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <dirent.h>

#include <cstdint>
#include <memory>
#include <optional>

#include "spark/core/descriptor.h"

namespace commserver {

/// Limits the number of processes and threads in this sandbox by RLIMIT_NPROC, which applies to this process and its
/// children, and counts per user namespace since Linux 5.14. Earlier kernels count the processes of all agents of a
/// user, so there it is not set.
void limit_processes(std::uint64_t limit);

/// True where that limit has no effect: before Linux 5.14, and for root, whom the kernel exempts in every namespace.
/// Then a `ProcessWatch` is needed.
bool must_watch_processes();

/// Counts the processes in a sandbox from outside.
class ProcessWatch {
 public:
  ProcessWatch() = default;
  /// `proc`: the folder /proc of the sandbox. It stays open, so that counting needs no further descriptor, of which
  /// there may be none left.
  explicit ProcessWatch(spark::Descriptor proc) : folder_(::fdopendir(proc.get())) {
    if (folder_) proc.release();
  }

  /// The present number of processes and threads, without the first one; zombies count, too. Nothing if they cannot be
  /// counted.
  std::optional<std::uint64_t> count();

 private:
  struct Close {
    void operator()(DIR* folder) const { ::closedir(folder); }
  };
  std::unique_ptr<DIR, Close> folder_;
};

}  // namespace commserver
