// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <dirent.h>

#include <cstdint>
#include <memory>
#include <optional>

#include "spark/core/descriptor.h"

namespace commserver {

/// Limits how many processes and threads there are in this sandbox: RLIMIT_NPROC for this process and its children,
/// which counts per user namespace since Linux 5.14. Before that it would count the processes of all agents of a user,
/// and is not set.
void limit_processes(std::uint64_t limit);

/// True where that limit does not hold: before Linux 5.14, and for root, for whom the kernel makes an exception in any
/// namespace. Then a `ProcessWatch` is needed.
bool must_watch_processes();

/// Counts the processes in a sandbox, from outside of it.
class ProcessWatch {
 public:
  ProcessWatch() = default;
  /// `proc`: the folder /proc of the sandbox, which stays open: counting takes no further descriptor, of which there
  /// may be none left.
  explicit ProcessWatch(spark::Descriptor proc) : folder_(::fdopendir(proc.get())) {
    if (folder_) proc.release();
  }

  /// Number of processes and threads there now, without the first one; those that have ended but are not reaped are
  /// counted, too. Nothing if they cannot be counted.
  std::optional<std::uint64_t> count();

 private:
  struct Close {
    void operator()(DIR* folder) const { ::closedir(folder); }
  };
  std::unique_ptr<DIR, Close> folder_;
};

}  // namespace commserver
