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

/// Answers, in place of the kernel, the calls that the filter hands over (`forbid_system_calls`): those that would let
/// agents talk, but without which programs do not run.
///
/// * `sysinfo` counts the processes and the memory of the whole machine. The answer reports the size of the machine,
///   but nothing in use.
/// * `statfs` and `fstatfs` report the free space of a disk, which everyone fills. The answer reports a constant one,
///   and which kind of file system it is.
/// * A futex that is not private to its process wakes every thread that waits on the same page, even one of a file that
///   all agents can read. The C library needs such futexes to wait for the end of a thread and for semaphores between
///   processes. Here a wait is answered when the number in the waiting thread's memory has changed, or when its timeout
///   expires: the number is polled at increasing intervals (up to 20 ms). So no agent can wake another.
///
/// A process that is not dumpable is read by the right to trace (CAP_SYS_PTRACE) that the first process keeps in its
/// sandbox. If the memory of the agent cannot be read all the same (bwrap leaves no such right, or the system forbids
/// any tracing), the others fail as for a pointer that leads nowhere, and a wait ends after 2 ms: without a reason, as
/// futexes may, so that the thread looks for itself, or by its timeout if it has one. Nothing is left to the kernel,
/// where an agent could be woken. Runs in the first process of the sandbox.
class CallAnswers {
 public:
  using Time = std::chrono::steady_clock::time_point;

  /// `questions`: the filter's descriptor, which polls readable if there is a call to answer; may be none.
  explicit CallAnswers(spark::Descriptor questions);
  ~CallAnswers();
  CallAnswers(const CallAnswers&) = delete;
  CallAnswers& operator=(const CallAnswers&) = delete;

  int descriptor() const { return questions_.get(); }
  /// No process is left that could make a call.
  void close() { questions_.close(); }
  /// Time until `attend` has something to check; nothing if no thread waits.
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
