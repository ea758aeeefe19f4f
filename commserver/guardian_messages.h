// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "commserver/agent_limits.h"

namespace commserver {

// What passes between the server and its guardian, one packet each. Both are the same program: plain structs will do.

/// To the guardian. `start` is followed by texts, each ended by a NUL (working folder, program, arguments beginning
/// with the program's own name), and carries four descriptors: input, output, standard output and standard error of the
/// agent.
struct GuardianOrder {
  enum class Kind { start, signal, end_all };
  Kind kind = Kind::end_all;
  int child = 0;   ///< number the server has given; of `end_all` the number the report shall bear
  int signal = 0;  ///< for the child's process group
  int input_fd = 0;
  int output_fd = 0;
  bool sandboxed = false;  ///< the program is bwrap, which runs `agent_sandbox` (sandbox.h)
  AgentLimits limits{};
};
constexpr std::size_t kOrderDescriptors = 4;
constexpr std::size_t kLongestOrder = 64 * 1024;

/// From the guardian.
struct GuardianReport {
  enum class Kind {
    started,      ///< `value` is the pid
    not_started,  ///< `value` is the errno, `stage` says of what
    exited,       ///< `value` is the wait status
    all_ended,    ///< nothing that ever descended from the guardian is left
    inside        ///< to the guardian: the sender is the process that becomes the agent
  };
  enum class Stage { fork, descriptors, working_folder, sandbox, program };
  Kind kind = Kind::all_ended;
  int child = 0;
  int value = 0;
  Stage stage = Stage::fork;
  Exceeded exceeded = Exceeded::nothing;  ///< of `exited`
  AgentLimits limits{};                   ///< of `exited`
};

/// Where `agent_sandbox` finds what it was given: the agent's input and output, and the socket for its reports. Above
/// every descriptor an agent may ask for.
constexpr int kSandboxInput = 500;
constexpr int kSandboxOutput = 501;
constexpr int kSandboxReports = 502;

/// For people: "ended with exit status 3".
std::string describe(const GuardianReport& report);

}  // namespace commserver
