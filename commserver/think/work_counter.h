// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <memory>

namespace commserver {

/// Counts the work of a process, from a fixed starting point on. Read once per message of an agent whose thinking is
/// measured.
class WorkCounter {
 public:
  virtual ~WorkCounter() = default;
  /// Never decreases; stops when the process is gone.
  virtual std::uint64_t read() = 0;
};

/// CPU time of a process in ticks of 10 ms, as the kernel counted it in 2006. Its children do not count.
std::unique_ptr<WorkCounter> cpu_ticks_of(pid_t process);
/// Instructions that the process and those that it starts from now on execute outside the kernel (perf_event_open).
/// Null if the machine has no such counter or does not allow its use.
std::unique_ptr<WorkCounter> instructions_of(pid_t process);
/// A substitute: counts CPU time in nanoseconds, each as one instruction.
std::unique_ptr<WorkCounter> nanoseconds_of(pid_t process);

}  // namespace commserver
