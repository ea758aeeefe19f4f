// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/resource.h>

#include <cstdint>

namespace commserver {

/// Limits of one process of an agent; each of its children has the same limits.
///
/// RLIMIT_DATA limits memory: everything private and writable, such as allocated memory, stacks of threads and private
/// copies of data (Linux 4.7). RLIMIT_AS would count address space as well, of which many runtimes reserve tens of
/// gigabytes that they never use, and RLIMIT_RSS no longer has an effect. None of them counts memory shared between
/// processes; that is limited by the size of a file, and in a sandbox with a memory limit shared memory exists only as
/// files.
struct AgentLimits {
  /// Limits what an agent can write to the disk, per file.
  static constexpr std::uint64_t kUsualFileSize = 1024ULL * 1024 * 1024;

  static constexpr std::uint64_t kUsualFiles = 64ULL * 1024 * 1024;
  /// Enough for runtimes that start a thread for each processor.
  static constexpr std::uint64_t kUsualProcesses = 512;

  /// Applies in a sandbox: bytes for each of the folders in memory that every agent has (`kFoldersInMemory`).
  static constexpr std::uint64_t kFolderInMemory = 64ULL * 1024 * 1024;

  std::uint64_t memory = 0;       ///< bytes; 0: no limit
  std::uint64_t cpu_seconds = 0;  ///< 0: no limit
  std::uint64_t file_size = kUsualFileSize;
  std::uint64_t log_size = 0;  ///< of each of its two logs, which lose their middle beyond that; 0: they are not files

  /// Applies in a sandbox: bytes of memory for all files that an agent writes into its working folder; 0: read-only.
  std::uint64_t files = kUsualFiles;
  /// Applies in a sandbox: processes and threads of an agent together; 0: no limit.
  std::uint64_t processes = kUsualProcesses;

  /// Applies the limits to this process, irrevocably, and makes it one of the first that the kernel kills when the
  /// machine is out of memory. Limits that apply only in a sandbox are left out.
  void apply() const;
};

/// The limit that an agent has hit, if its exit or its control group shows it; `machine_memory` is the machine's limit,
/// not one of the agent's.
enum class Exceeded { nothing, memory, perhaps_memory, machine_memory, cpu, file_size, processes };
Exceeded exceeded(const AgentLimits& limits, int wait_status, const rusage& used);

}  // namespace commserver
