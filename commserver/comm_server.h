// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <filesystem>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "commserver/agent_process.h"
#include "commserver/database/agent_database.h"
#include "commserver/guardian/guardian.h"
#include "commserver/sandbox/sandbox.h"
#include "commserver/think/alarm.h"
#include "spark/agent/agent_gateway.h"
#include "spark/agent/sexp_percept_writer.h"
#include "spark/core/log.h"
#include "spark/core/poll_set.h"

namespace commserver {

/// The gateway to agents that run as processes of this machine and talk over two pipes (protocol).
///
/// Owns the agent types and the agents; borrows the guardian, which starts and ends the processes, and the log. One
/// `receive` costs one epoll_wait, and one read and at most one write for each agent that has said something; a
/// sensation costs one write. Agents keep their number for ever: after the end of one its number stays unused.
///
/// Real time decides only when agents are served and when the dead and the endlessly thinking are given up. What an act
/// is stamped with follows from the messages of its agent alone.
class CommServer final : public spark::AgentGateway {
 public:
  struct Options {
    /// `log_size` matters only with a log folder.
    AgentLimits limits{.log_size = 16ULL * 1024 * 1024};
    /// Where agentN-stdout.log and agentN-stderr.log go; made if it is missing. Empty: to /dev/null.
    std::filesystem::path log_folder{};
    /// Agents run in it, and see neither the log folder nor the working folders of other types.
    std::optional<Sandbox> sandbox{};
    /// Files that no agent in a sandbox shall read.
    std::vector<std::filesystem::path> secrets{};
    /// What an agent in a sandbox writes into its working folder is put into agentN-files of the log folder at the end.
    bool keep_files = false;
    /// Folders in which programs are looked for after the type's working folder and before $PATH.
    std::vector<std::filesystem::path> program_path{};
    /// Real time in which an agent must end a think cycle. How long it may take to be ready is the simulation's affair.
    std::chrono::milliseconds think_limit{10000};
    /// For all agents, instead of the timers of their types.
    std::optional<Timer> timer{};
    AgentDialogue::Rules rules{};
    /// What thinking has cost is written into this folder, if it is not empty.
    std::filesystem::path record_think_times{};
    /// What it costs is read from this folder, if it is not empty.
    std::filesystem::path replay_think_times{};
  };

  /// Throws `std::runtime_error` if the log folder cannot be made or the system is out of descriptors. Makes the
  /// program ignore SIGPIPE: a pipe has no other way not to kill whoever writes to an agent that has just ended.
  CommServer(AgentDatabase database, Guardian& guardian, spark::Log& log, Options options);
  /// Kills what `shut_down` has not ended.
  ~CommServer() override;

  void start(spark::AgentId agent, const std::string& type) override;
  void receive(spark::AgentGatewayListener& listener) override;
  int poll_descriptor() const override { return polls_.descriptor(); }
  spark::PerceptWriter& begin_sensation(spark::AgentId agent, spark::Step generated, spark::Step arrival) override;
  void end_sensation(spark::AgentId agent, spark::Step next_arrival) override;
  /// The same in one go, of percepts that somebody else has written.
  void add_sensation(spark::AgentId agent, spark::Step generated, spark::Step arrival, std::string_view percepts,
                     spark::Step next_arrival);
  void expect_sensation(spark::AgentId agent, spark::Step arrival) override;
  /// Of an agent that has gone: what it was when it went. 0 for one that never was.
  spark::Step earliest_act(spark::AgentId agent) const override;
  void drop(spark::AgentId agent) override;
  /// Also of agents that have gone.
  std::optional<spark::AgentReport> report(spark::AgentId agent) const override;
  /// Each has `patience` to leave, from the time at which it was told and at which the last of the others left, but all
  /// together no more than `kMaxLeaving` times that. Then those who are left are named and get SIGTERM; half a second
  /// later they are killed.
  void shut_down(std::chrono::milliseconds patience) override;
  static constexpr int kMaxLeaving = 4;

 private:
  AgentProcess* find(spark::AgentId agent) const;
  std::unique_ptr<ThinkMeter> make_meter(spark::AgentId agent, const AgentType& type);
  std::unique_ptr<WorkCounter> count_instructions(pid_t process);
  void tell_of_timer(const std::string& type, const Timer& timer);
  Guardian::Program program_of(spark::AgentId agent, const AgentType& type);
  void tell_of_read_only(const std::string& folder_and_reason);
  spark::Descriptor open_log(spark::AgentId agent, const char* stream) const;
  void attend(AgentProcess& agent);
  void take_reports();
  void settle(spark::AgentGatewayListener& listener);
  void lose(AgentProcess& agent, const std::string& reason, spark::AgentGatewayListener& listener);
  void end(AgentProcess& agent);
  // Keys beyond those of any agent.
  static constexpr std::uint64_t kGuardianKey = std::numeric_limits<std::uint64_t>::max();
  static constexpr std::uint64_t kAlarmKey = kGuardianKey - 1;

  std::size_t running() const;
  void wait_for_exits(std::chrono::milliseconds patience);
  void name_those_who_stayed();

  AgentDatabase database_;
  Guardian& guardian_;
  spark::Log& log_;
  Options options_;
  spark::PollSet polls_;
  Alarm alarm_;
  std::vector<std::unique_ptr<AgentProcess>> agents_;  ///< by their number
  std::vector<std::string> types_;                     ///< of the agents, by their number
  std::vector<std::string> timers_told_of_;
  std::vector<std::string> read_only_told_of_;
  bool told_of_counters_ = false;
  std::vector<char> input_;
  bool receiving_ = false;
  bool guardian_gone_ = false;
  bool shut_down_ = false;

  // The sensation between its begin and its end.
  std::string sensation_;
  std::optional<spark::SexpPerceptWriter> writer_;
  spark::Step arrival_ = 0;
};

}  // namespace commserver
