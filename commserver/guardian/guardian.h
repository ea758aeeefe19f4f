// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <chrono>
#include <deque>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "commserver/guardian/guardian_messages.h"
#include "spark/core/descriptor.h"

namespace commserver {

/// The server's handle of its guardian: a small process that starts all agents and makes sure that none of their
/// processes outlive the server, however the server ends.
///
/// The guardian reaps all processes that its agents start. When the server's end of their socket closes (`kill -9`
/// included), it kills the agents and all their descendants, even those that have left their process group and session,
/// and then exits. If the guardian is killed, the agents die with it.
///
/// Only one object receives its reports (`GuardedPrograms`). Used only on the thread that serves agents.
class Guardian {
 public:
  /// A program to start, as passed to `execv`. Its environment is that of the server when the guardian started or, in a
  /// sandbox, a part of that.
  struct Program {
    std::filesystem::path file;                  ///< absolute
    std::filesystem::path working_folder;        ///< absolute
    std::vector<std::string> arguments;          ///< the program's own name first
    int input_fd = 3;                            ///< 0 to 255; negative: none
    int output_fd = 4;                           ///< 0 to 255; negative: none
    std::vector<std::string> environment{};      ///< "NAME=VALUE"; overrides the guardian's
    std::filesystem::path kept_in{};             ///< folder for copies of files from its sandbox; may be empty
    std::vector<std::filesystem::path> needs{};  ///< further files that are visible in its sandbox; absolute
    /// Folders that are empty in its sandbox except for the needed files. A folder in memory that is not in this list
    /// also shows the files around the needed ones.
    std::vector<std::filesystem::path> emptied{};
    /// If `file` is bwrap: the programs that it starts, agent_sandbox and the agent; absolute.
    std::vector<std::filesystem::path> enclosed{};
    bool own_user = false;   ///< if the server runs as root: give it a user of its own, if possible
    bool sandboxed = false;  ///< true for the result of `Sandbox::enclose`
    AgentLimits limits{};    ///< in addition to the limits of the server when the guardian started
  };
  /// Descriptors that become the agent's; the server does not need its copies once the agent is started. With
  /// `limits.log_size` the last two are files, empty and open for reading and writing, which the guardian fills.
  struct Ends {
    int input, output, standard_output, standard_error;
  };
  using Report = GuardianReport;

  /// Forks the guardian. To be called at the very start of the program, because the guardian keeps all memory allocated
  /// by then, and a fork copies only one thread. Throws `std::runtime_error` if the process cannot be created.
  static std::unique_ptr<Guardian> start();
  /// Ends all agents and the guardian, and waits until they have exited.
  ~Guardian();
  Guardian(const Guardian&) = delete;
  Guardian& operator=(const Guardian&) = delete;

  /// Requests the start of an agent; returns its number in reports. Throws `std::runtime_error` if the guardian is
  /// gone.
  int start(const Program& program, const Ends& ends);
  /// Sends a signal to the process group of a child; does nothing if it is gone.
  void signal(int child, int signal);
  /// Kills all descendants of the guardian, and waits at most `limit` until they are gone. Discards all reports except
  /// those on logs. Afterwards all logs are complete, and agents' files are in the folders where they are kept. False
  /// if a process is left, or the guardian is gone.
  bool end_all(std::chrono::milliseconds limit);

  /// Polls readable when there is a report, and when the guardian has exited.
  int poll_descriptor() const { return socket_.get(); }
  /// Waits for a report, or the end of the guardian; false after `limit`.
  bool wait_for_report(std::chrono::milliseconds limit) const;
  /// The next report if there is one.
  std::optional<Report> next_report();
  /// Whether the guardian has exited, which it never does on its own. Known once `next_report` has returned nothing.
  bool is_gone() const { return gone_; }
  pid_t pid() const { return pid_; }

 private:
  Guardian(spark::Descriptor socket, pid_t pid) : socket_(std::move(socket)), pid_(pid) {}
  std::optional<Report> received();
  bool send(const GuardianOrder& order, const std::string& texts, const Ends* ends);

  spark::Descriptor socket_;
  pid_t pid_;
  int last_child_ = 0;
  bool gone_ = false;
  std::deque<Report> of_logs_;  ///< reports on logs that arrived while `end_all` waited
};

}  // namespace commserver
