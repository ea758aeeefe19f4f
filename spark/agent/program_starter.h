// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "spark/core/descriptor.h"

namespace spark {

/// Identifies a started program; never reused.
using ProgramId = int;

/// Limits of a program. Unset ones are those of agents (`--agent_memory` and so on); so is the maximum size of each of
/// its two logs (`--agent_log_limit`).
struct ProgramLimits {
  std::optional<std::uint64_t> memory;       ///< bytes, private, of each of its processes; 0: no limit
  std::optional<std::uint64_t> cpu_seconds;  ///< of each of its processes; 0: no limit
  std::optional<std::uint64_t> file_size;    ///< bytes of each file it writes
  std::optional<std::uint64_t> files;        ///< in a sandbox: bytes it may write into its folder; 0: none
  std::optional<std::uint64_t> processes;    ///< in a sandbox: processes and threads together; 0: no limit
};

/// A program to be started.
struct ProgramOrder {
  /// A descriptor number at which the program gets no pipe.
  static constexpr int kNone = -1;

  /// With a '/' a path, relative to `folder`; else a name that is searched for in `folder`, beside the server and in
  /// $PATH.
  std::string program;
  std::vector<std::string> arguments;  ///< without the program's own name
  /// Its working folder. In a sandbox it may write there, but no other program sees that, and it is deleted at the end.
  std::filesystem::path folder;
  /// The beginning of the names of its logs in the log folder, STEM-stdout.log and STEM-stderr.log: "agentN", N being
  /// the number of its agent, or "program-NAME" for any other program, NAME consisting of letters, digits, '_', '-' and
  /// '.'. Only one program at a time has it; the next one with the same stem overwrites these logs, and none of its
  /// files are kept.
  std::string log_stem;

  // The descriptors of its ends of two pipes: two different ones from 0 to 255, or none. They may be those of its
  // standard streams; else 0 is empty, and 1 and 2 are its logs.
  int reads_from = 3;
  int writes_to = 4;

  /// Variables in addition to those of the server's environment that it gets, or overriding them.
  std::vector<std::pair<std::string, std::string>> environment{};
  ProgramLimits limits{};
  /// Folders and files that it needs besides `folder` and that of its program, because a sandbox has an empty private
  /// /tmp. It sees everything around them there.
  std::vector<std::filesystem::path> needs{};
  /// Whether files that it wrote into its folder in a sandbox are copied to STEM-files in the log folder at the end,
  /// even without --keep_agent_files. Without a sandbox it works in STEM-files, which has links to the entries of
  /// `folder`.
  bool keeps_files = false;
  /// False: outside of the match's sandbox, for a program that has to reach others.
  bool in_sandbox = true;
};

/// How a program ended: by itself with an exit status, by a signal, or neither if it could not be started.
struct ProgramEnd {
  std::optional<int> exit_status;
  std::optional<int> signal;
  std::string how;  ///< human-readable: "ended by signal 9 (Killed)", with the limit that it hit and `said`
  /// Human-readable: the last lines of its standard error, with the name of the complete log; empty without a log
  /// folder.
  std::string said{};
};

/// Notified by the starter. Called on the simulation thread: between two steps, while gateways shut down, and from
/// `ProgramStarter::wait` and `end`. It may start and stop programs in these calls, but not start any within `end`.
class ProgramListener {
 public:
  virtual ~ProgramListener() = default;
  /// The program is running, and only it has the other ends of its pipes: they close when it closes them.
  virtual void program_started(ProgramId, pid_t) {}
  /// The program has ended, or could not be started. Called once for each program that `start` has returned, unless the
  /// listener has called `end`. Data that the program wrote before may still be in its pipe.
  virtual void program_ended(ProgramId program, const ProgramEnd& end) = 0;
};

/// Starts programs for gateways in the same way as agents: below a guardian, which ends all processes that they leave
/// behind and makes sure that none outlives the server, however that ends; in a sandbox if the match has one; with the
/// limits of agents; with logs of limited size in the log folder.
///
/// A gateway that starts programs is a `ProgramListener` and uses this interface as follows:
///
///     make_gateway(context)  calls context.programs.find(program, folder) for each program that it will start: a
///                            missing one is reported in one line before anything has been written or started. It
///                            calls `hide` for files that others must not read.
///     begin(), start(…)      call context.programs.start({…}, *this); the log folder exists from `begin` on. The ends
///                            of the pipes belong to the gateway, whose loop or poll set waits for them.
///     program_ended(…)       is called by the starter. Most gateways report the agent as lost in their next `receive`.
///     shut_down(timeout)     asks its programs to exit in its own way, if it has one, waits for that with
///                            context.programs.wait(*this, timeout), and calls context.programs.end(*this, …). Its
///                            destructor calls `end`, too.
///
/// When `start` returns, the program need not be running yet; data sent earlier waits in the pipe. All functions are
/// called on the simulation thread, and none blocks except `wait`, `end` and the first call of `find` or `start`, which
/// tries out the sandbox.
class ProgramStarter {
 public:
  /// Maximum number of running programs, agents included.
  static constexpr std::size_t kMaxRunning = 10000;

  struct Started {
    ProgramId id = 0;
    /// The server's ends, which do not block. Empty if the order requests no such pipe.
    Descriptor to_program;
    Descriptor from_program;
  };

  virtual ~ProgramStarter() = default;

  /// The path of that program. Throws `std::runtime_error` with one line that lists the places searched.
  virtual std::filesystem::path find(const std::string& program, const std::filesystem::path& folder) = 0;
  /// Throws `std::runtime_error` with one line if the order is impossible (program or folder missing, log stem in use
  /// or invalid, NUL in a text), if too many programs are running, the system is out of descriptors or the guardian is
  /// gone. Later errors are reported by `program_ended`.
  virtual Started start(const ProgramOrder& order, ProgramListener& listener) = 0;
  /// Asks it to exit with SIGTERM, and kills it after `timeout` if it is still running; at once if that is 0. Does
  /// nothing if it has ended.
  virtual void stop(ProgramId program, std::chrono::milliseconds timeout) = 0;
  /// Waits until all programs of this listener have ended, which is reported to it; false if some are left after
  /// `timeout`. Pipes are not read meanwhile: a gateway that waits for its program should close them, or know that it
  /// writes little.
  virtual bool wait(ProgramListener& listener, std::chrono::milliseconds timeout) = 0;
  /// Stops all programs of this listener and waits until they have ended, which is reported to it. Afterwards it is not
  /// called any more. Logs are complete and kept files in place once this was called for all listeners that have
  /// started programs.
  virtual void end(ProgramListener& listener, std::chrono::milliseconds timeout) = 0;

  /// Hides a folder or file from all programs started from now on in a sandbox, except those that work in it. The log
  /// folder and the folders of all types of agents that are started here are always hidden.
  virtual void hide(const std::filesystem::path& path) = 0;
};

}  // namespace spark
