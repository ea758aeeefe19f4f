// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

#include "spark/core/descriptor.h"

struct seccomp_notif;
struct seccomp_notif_resp;

namespace commserver {

/// Answers, in place of the kernel, the calls that the filter hands over (`forbid_system_calls`): programs do not run
/// without them, but agents could use them to communicate.
///
/// * `sysinfo` counts the processes and the memory of the whole machine. The answer reports the size of the machine,
///   but nothing in use.
/// * `statfs` and `fstatfs` report the free space of a disk, which all users change. The answer reports a constant free
///   space, and the type of the file system.
/// * A futex that is not private to its process wakes every thread that waits on the same page, even one of a file that
///   all agents can read. The C library needs such futexes to wait for the end of a thread and for semaphores between
///   processes. Here a wait is answered when the number in the waiting thread's memory has changed, or when its timeout
///   expires: the number is polled at increasing intervals (up to 20 ms). So no agent can wake another.
///
/// The first process keeps the right to trace (CAP_SYS_PTRACE) in its sandbox, which it needs to read the memory of
/// processes that are not dumpable. If an agent's memory still cannot be read (bwrap leaves no such right, or the
/// system forbids all tracing), the other calls fail as for an invalid pointer, and a wait ends after 2 ms: as a
/// spurious wake-up, which futexes allow, or as a timeout if the wait has one. Nothing is left to the kernel, where an
/// agent could be woken. Runs in the first process of the sandbox.
class CallAnswers {
 public:
  using Time = std::chrono::steady_clock::time_point;

  /// `questions`: the filter's descriptor, which polls readable if there is a call to answer; may be empty.
  explicit CallAnswers(spark::Descriptor questions);
  ~CallAnswers();
  CallAnswers(const CallAnswers&) = delete;
  CallAnswers& operator=(const CallAnswers&) = delete;

  int descriptor() const { return questions_.get(); }
  /// To be called when no process is left that could make a call.
  void close() { questions_.close(); }
  /// The time until `attend` has something to check; nothing if no thread waits.
  std::optional<std::chrono::nanoseconds> next_in() const;
  /// Takes the next call if there is one (`is_ready`: the descriptor polled readable), and checks the waiting threads.
  void attend(bool is_ready);

 private:
  /// A thread that waits for the number at `place` to differ from `value`.
  struct Waiting {
    std::uint64_t call;
    std::uint32_t thread;
    std::uint64_t place;
    std::uint32_t value;
    Time since, next, end;
  };
  void take();
  void begin_wait();
  bool poll(Waiting& waiting, Time now);
  void answer(std::uint64_t call, std::int64_t value, int error);
  bool answer_sysinfo();
  void answer_statfs(bool is_64, bool is_by_path);

  spark::Descriptor questions_;
  seccomp_notif* question_ = nullptr;
  seccomp_notif_resp* reply_ = nullptr;
  std::vector<Waiting> waiting_;
};

}  // namespace commserver
