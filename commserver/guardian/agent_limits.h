// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/resource.h>

#include <cstdint>

namespace commserver {

/// What one process of an agent may use; its children have the same limits, each for itself.
///
/// Memory is counted by RLIMIT_DATA: what is private and writable, heap, stacks of threads and own copies of data alike
/// (Linux 4.7). RLIMIT_AS would count address space as well, of which many runtimes reserve tens of gigabytes that they
/// never use, and RLIMIT_RSS does nothing any more. What no such limit counts is memory shared between processes; there
/// the limit of a file's size holds, and in a sandbox with a limit of memory there is none but in files.
struct AgentLimits {
  /// An agent that fills the disk does so no further than this per file.
  static constexpr std::uint64_t kUsualFileSize = 1024ULL * 1024 * 1024;

  static constexpr std::uint64_t kUsualFiles = 64ULL * 1024 * 1024;
  /// More than the runtimes that start a thread for each processor need.
  static constexpr std::uint64_t kUsualProcesses = 512;

  std::uint64_t memory = 0;       ///< bytes; 0: no limit
  std::uint64_t cpu_seconds = 0;  ///< 0: no limit
  std::uint64_t file_size = kUsualFileSize;
  std::uint64_t log_size = 0;  ///< of each of its two logs, beyond which their middle is left out; 0: they are no files

  /// In a sandbox, bytes in memory for all that an agent writes into its working folder; 0: it is read-only.
  std::uint64_t files = kUsualFiles;
  /// In a sandbox, processes and threads of an agent together; 0: no limit.
  std::uint64_t processes = kUsualProcesses;

  /// To this process, for good, and makes it one of the first to go when the machine is out of memory; what holds in a
  /// sandbox only is not among it.
  void apply() const;
};

/// Which limit an agent has hit, as far as its end tells.
enum class Exceeded { nothing, memory, perhaps_memory, cpu, file_size, processes };
Exceeded exceeded(const AgentLimits& limits, int wait_status, const rusage& used);

}  // namespace commserver
