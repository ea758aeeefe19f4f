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

/// Names a program that was started; never used twice.
using ProgramId = int;

/// What a program may use. What is not said here is as for every agent (`--agent_memory` and so on); so is the number
/// of bytes each of its two logs keeps (`--agent_log_limit`).
struct ProgramLimits {
  std::optional<std::uint64_t> memory;       ///< bytes, private, of each of its processes; 0: no limit
  std::optional<std::uint64_t> cpu_seconds;  ///< of each of its processes; 0: no limit
  std::optional<std::uint64_t> file_size;    ///< bytes of each file it writes
  std::optional<std::uint64_t> files;        ///< in a sandbox: bytes it may write into its folder; 0: none
  std::optional<std::uint64_t> processes;    ///< in a sandbox: processes and threads together; 0: no limit
};

/// What is to be started.
struct ProgramOrder {
  /// A descriptor number at which the program gets no pipe.
  static constexpr int kNone = -1;

  /// With a '/' a path, relative to `folder`; else a name that is looked for in `folder`, beside the server and in
  /// $PATH.
  std::string program;
  std::vector<std::string> arguments;  ///< behind the program's own name
  /// Its working folder. In a sandbox it may write there, but no other program sees it, and it is gone at the end.
  std::filesystem::path folder;
  /// How the names of its logs in the log folder, STEM-stdout.log and STEM-stderr.log, begin: "agentN", N being the
  /// number of the agent that it is, or "program-NAME" of anything else, NAME being of letters, digits, '_', '-' and
  /// '.'. Only one program at a time has it; who gets it again writes these logs anew, and none of its files are kept.
  std::string log_stem;

  // The descriptors at which it finds its ends of two pipes: two different ones from 0 to 255, or none. They may be
  // those of its standard streams; else 0 is empty, and 1 and 2 go to its logs.
  int reads_from = 3;
  int writes_to = 4;

  /// Names and values in addition to what it gets of the server's environment, or in place of that.
  std::vector<std::pair<std::string, std::string>> environment{};
  ProgramLimits limits{};
  /// Folders and files that it needs besides `folder` and that of its program, for a sandbox has an empty /tmp of its
  /// own. It sees all that lies around them there.
  std::vector<std::filesystem::path> needs{};
  /// At the end, files that it wrote into its folder in a sandbox are copied to STEM-files in the log folder, even
  /// without --keep_agent_files. Without a sandbox it works there, among links to what lies in `folder`.
  bool keeps_files = false;
  /// False: outside of the match's sandbox, for a program that has to reach others.
  bool in_sandbox = true;
};

/// How a program ended: by itself with an exit status, by a signal, or neither if it could not be started.
struct ProgramEnd {
  std::optional<int> exit_status;
  std::optional<int> signal;
  std::string how;  ///< for people: "ended by signal 9 (Killed)", with the limit it hit and `said`
  /// For people: the last lines that it printed to its standard error, with the name of the log that has all of it;
  /// empty without a log folder.
  std::string said{};
};

/// Starts programs. Called on the simulation thread: between two steps, while gateways shut down, and from
/// within `ProgramStarter::wait` and `end`. It may start and stop programs in these calls, but start none within `end`.
class ProgramListener {
 public:
  virtual ~ProgramListener() = default;
  /// The program runs, and only it has the other ends of its pipes from now on: they close when it closes them.
  virtual void program_started(ProgramId, pid_t) {}
  /// The program has ended, or could not be started. Called once for each that `start` has returned, unless the
  /// listener has `end`ed. Whatever the program wrote before may still be in its pipe.
  virtual void program_ended(ProgramId program, const ProgramEnd& end) = 0;
};

/// Starts programs for gateways as agents are started: below a guardian, which ends all they leave behind and makes
/// sure that nothing outlives the server, however that ends; in a sandbox if the match has one; with the limits of
/// agents; with logs in the log folder that never grow too large.
///
/// A gateway that starts programs is a `ProgramListener` and goes about it like this:
///
///     make_gateway(context)  context.programs.find(program, folder) for each program it will start: what is missing
///                            is said in one line before anything has been written or started. What others may not
///                            read it names by `hide`.
///     begin(), start(…)      context.programs.start({…}, *this); the log folder is there from `begin` on. The ends of
///                            the pipes belong to the gateway: it lets its loop or its poll set wait for them.
///     program_ended(…)       comes by itself. Most gateways report the agent as lost in their next `receive`.
///     shut_down(timeout)    asks its programs to leave in its own way, if it has one, which it lets them do by
///                            context.programs.wait(*this, timeout), and calls context.programs.end(*this, …). That
///                            belongs into its destructor, too.
///
/// The program is not known to run when `start` returns; what it is sent before waits in the pipe. All calls are for
/// the simulation thread, and none blocks but `wait`, `end` and, where it is the first, `find` or `start`, which try
/// the sandbox out.
class ProgramStarter {
 public:
  /// At the same time, agents included.
  static constexpr std::size_t kMaxRunning = 10000;

  struct Started {
    ProgramId id = 0;
    /// Our ends, which do not block. None where the order wants none.
    Descriptor to_program;
    Descriptor from_program;
  };

  virtual ~ProgramStarter() = default;

  /// Where that program is. Throws `std::runtime_error` with one line that says where it has been looked for.
  virtual std::filesystem::path find(const std::string& program, const std::filesystem::path& folder) = 0;
  /// Throws `std::runtime_error` with one line if the order is impossible (program or folder missing, log stem taken or
  /// none, NUL in a text), if too many are running, the system is out of descriptors or the guardian is gone. What goes
  /// wrong later is reported by `program_ended`.
  virtual Started start(const ProgramOrder& order, ProgramListener& listener) = 0;
  /// Asks it to end by SIGTERM, and kills it after `timeout` if it is still there; at once if that is 0. Nothing
  /// happens if it has ended.
  virtual void stop(ProgramId program, std::chrono::milliseconds timeout) = 0;
  /// Waits until all programs of this listener have ended, which is reported to it; false if some are left after
  /// `timeout`. Pipes are not read meanwhile: a gateway that waits for its program should close them, or know that it
  /// says little.
  virtual bool wait(ProgramListener& listener, std::chrono::milliseconds timeout) = 0;
  /// Stops all programs of this listener and waits until they have ended, which is reported to it. Afterwards it is not
  /// called any more. Their logs are complete and what is kept of their files is there once this was called for all who
  /// have started programs.
  virtual void end(ProgramListener& listener, std::chrono::milliseconds timeout) = 0;

  /// No program that is started from now on can read this folder or file in a sandbox, except those that work in it.
  /// The log folder and the folders of all types of agents that are started here are hidden anyway.
  virtual void hide(const std::filesystem::path& path) = 0;
};

}  // namespace spark
