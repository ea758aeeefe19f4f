// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <poll.h>
#include <sys/types.h>

#include <list>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "commserver/guardian/capped_log.h"

namespace commserver {

/// The guardian's ends of the pipes from agents to their logs. A log is finished once no process can write to its pipe
/// any more.
class LogPipes {
 public:
  /// Returns the end for the agent; empty if the system has no descriptors left. `file` is duplicated. The last output
  /// is stored under `source`, unless that is negative.
  spark::Descriptor open(int file, std::uint64_t limit, int source = -1);
  /// Appends one entry per pipe.
  void add_to(std::vector<pollfd>& polls) const;
  /// Reads a little from each pipe that polled readable. `polls` was made by `add_to`.
  void read(std::span<const pollfd> polls);
  /// A file that has ended early, and why. Each one is returned once.
  struct Failure {
    std::string file;
    int error;
  };
  std::vector<Failure> take_failures() { return std::exchange(failures_, {}); }
  /// The last `kMaxRemembered` bytes from `source`, including those still in its pipe.
  std::string last_output(int source);
  static constexpr std::size_t kMaxRemembered = 1000;
  void forget(int source) { last_output_.erase(source); }
  /// Reads the rest from the pipes and finishes all logs, even if other processes still hold the other ends.
  void finish();

 private:
  struct Log {
    spark::Descriptor pipe;
    CappedLog file;
    int source = -1;
  };
  ssize_t move_some(Log& log, std::size_t limit);
  void take_what_is_there(Log& log);

  std::list<Log> logs_;
  std::vector<Failure> failures_;
  std::map<int, std::string> last_output_;  ///< by the number of the source
};

}  // namespace commserver
