// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <functional>
#include <string>
#include <vector>

#include "commserver/guardian/agent_environment.h"
#include "commserver/guardian/guardian_messages.h"

namespace commserver {

/// A program that the guardian is about to start, in a session of its own. It inherits nothing but the guardian's
/// environment, or a part of that.
struct Launch {
  /// Descriptor `from` in this process becomes `to` in the program.
  struct Place {
    int from = -1;
    int to = -1;
  };

  const char* working_folder = nullptr;
  const char* program = nullptr;
  std::vector<const char*> arguments;
  // `to` is 0 to 255, or 500 to 511; negative: none. If numbers collide, the protocol's descriptors take precedence
  // over the standard ones.
  Place input;
  Place output;
  int standard_output = -1;
  int standard_error = -1;
  Place reports{};
  AgentLimits limits{};
  std::string cgroup{};  ///< the file "cgroup.procs" of its control group; empty if it stays in this process's
  Inherited inherited = Inherited::all;
  std::vector<const char*> environment{};  ///< "NAME=VALUE", in addition
  /// Called just before the program is executed, and may change the user; false with errno on failure.
  std::function<bool()> last_step{};

  /// Forks and waits until the program is running. Returns its pid, or 0 and the reason in `failure` (`value` and
  /// `stage`).
  pid_t start(GuardianReport& failure) const;

 private:
  [[noreturn]] void become_program(int status, pid_t guardian) const;
  bool place_descriptors(int& status) const;
};

enum class After { closed, closed_on_exec };
/// Closes all descriptors from `first` on, now or when a program is executed.
void for_all_descriptors_from(int first, After after);

}  // namespace commserver
