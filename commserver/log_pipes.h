// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <poll.h>

#include <list>
#include <span>
#include <vector>

#include "commserver/capped_log.h"

namespace commserver {

/// The guardian's ends of the pipes through which agents print into their logs. A log is finished as soon as nobody can
/// write to its pipe any more.
class LogPipes {
 public:
  /// What the agent shall write to; empty if the system has no descriptors left. `file` is kept open as a copy.
  spark::Descriptor open(int file, std::uint64_t limit);
  /// Appends one entry per pipe.
  void add_to(std::vector<pollfd>& polls) const;
  /// Takes what is there of those that polled readable, a little of each. `polls` is what `add_to` appended.
  void read(std::span<const pollfd> polls);
  /// Takes what is in the pipes now and finishes all logs, whoever may still hold the other ends.
  void finish();

 private:
  struct Log {
    spark::Descriptor pipe;
    CappedLog file;
  };
  std::list<Log> logs_;
};

}  // namespace commserver
