// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <ctime>
#include <string>
#include <string_view>

#include "commserver/guardian/agent_limits.h"

namespace commserver {

// Messages between the server and its guardian, one packet each. Both run the same program, so plain structs suffice.

/// A message to the guardian. `start` is followed by texts, each ended by a NUL: the folder in which the agent's files
/// are kept, which may be empty; working folder; program; `variables` entries of its environment; `enclosed` names of
/// programs that it starts; and its arguments, the program's own name first. It carries four descriptors: input,
/// output, standard output and standard error of the agent.
struct GuardianOrder {
  enum class Kind { start, signal, end_all };
  Kind kind = Kind::end_all;
  int child = 0;   ///< the server's number of the child; for `end_all` the number of its report
  int signal = 0;  ///< to send to the child's process group
  int input_fd = 0;
  int output_fd = 0;
  int variables = 0;
  int enclosed = 0;
  bool own_user = false;   ///< if the server runs as root: give it a user of its own, if possible
  bool sandboxed = false;  ///< the program is bwrap, which runs `agent_sandbox` (sandbox.h)
  AgentLimits limits{};
};
constexpr std::size_t kOrderDescriptors = 4;
constexpr std::size_t kMaxOrderSize = 64 * 1024;

/// A message from the guardian.
struct GuardianReport {
  enum class Kind {
    started,        ///< `value` is the pid
    not_started,    ///< `value` is the errno, `stage` the step that failed
    exited,         ///< `value` is the wait status
    sandbox_ended,  ///< it ended before the agent that had started in it; `value` is the wait status of bwrap
    all_ended,      ///< no descendants of the guardian are left
    log_ended,      ///< a log has ended early; `text`: the name of its file; `value`: the errno
    read_only,      ///< the working folder is read-only; `text`: folder and reason; `value`: errno if nothing can be
                    ///< mounted
    shares_user,    ///< the agent runs as the server's user although it should not; `text`: why
    no_cgroups,     ///< agents have no control groups although one has been delegated; `text`: why
    inside          ///< from the sandbox to the guardian: the sender is the process that becomes the agent
  };
  enum class Stage { fork, descriptors, working_folder, files, sandbox, program };
  static constexpr std::size_t kMaxText = 500;
  Kind kind = Kind::all_ended;
  int child = 0;
  int value = 0;
  Stage stage = Stage::fork;
  Exceeded exceeded = Exceeded::nothing;  ///< only in `exited`
  AgentLimits limits{};                   ///< only in `exited`
  /// In `inside`: the agent's files are newer than this. The message carries descriptors: of /proc in the sandbox and,
  /// if files are kept, of their folder.
  timespec files_made{};
  /// In `not_started`, `exited` and `sandbox_ended`: the end of the agent's standard error, if that is written to a
  /// log. If the kernel has refused the program: the reason, for users.
  char text[kMaxText + 1] = {};

  /// Keeps the end of `all` if it is too long.
  void set_text(std::string_view all) {
    if (all.size() > kMaxText) all.remove_prefix(all.size() - kMaxText);
    text[all.copy(text, kMaxText)] = '\0';
  }
};

/// The descriptors that `agent_sandbox` inherits: the agent's input and output, and the socket for its reports. They
/// are above every descriptor that an agent may request.
constexpr int kSandboxInput = 500;
constexpr int kSandboxOutput = 501;
constexpr int kSandboxReports = 502;

/// A text for users: "ended with exit status 3", with the limit that was hit.
std::string describe(const GuardianReport& report);
/// A text for users about `exited`: "the end of its standard error (agent3-stderr.log): line | line". `log` is the name
/// of the complete file; the result is empty if `log` is.
std::string describe_last_output(const GuardianReport& report, std::string_view log);

}  // namespace commserver
