// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <filesystem>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "commserver/agent_database.h"
#include "commserver/agent_dialogue.h"
#include "commserver/agent_process.h"
#include "commserver/starter/guarded_programs.h"
#include "commserver/think/alarm.h"
#include "commserver/think/meter_maker.h"
#include "commserver/think/timer.h"
#include "spark/agent/agent_gateway.h"
#include "spark/agent/sexp_percept_writer.h"
#include "spark/core/log.h"
#include "spark/core/poll_set.h"
#include "spark/core/real_clock.h"

namespace commserver {

/// Limits and timeouts of a `CommServer` for its agents.
struct CommServerOptions {
  /// Real time that a think cycle of an agent may take. The simulation limits the time until the agent is ready.
  std::chrono::milliseconds think_limit{10000};
  /// Used for all agents instead of the timers of their types.
  std::optional<Timer> timer{};
  AgentDialogue::Rules rules{};
  /// Whether sensations may be held back for some steps, to be sent together. The caller then calls `send_held` before
  /// it waits.
  bool holds_sensations = false;
  /// Folder in which thinking times are recorded, if not empty.
  std::filesystem::path record_think_times{};
  /// Folder from which thinking times are replayed, if not empty.
  std::filesystem::path replay_think_times{};
};

/// The gateway to agents that run as processes of this machine and communicate over two pipes (protocol).
///
/// Owns the agent types and the agents; borrows the program starter and the log. One `receive` costs one epoll_wait,
/// and one read and at most one write for each agent that has sent something; a sensation costs one write. Agent
/// numbers are never reused.
///
/// With `holds_sensations` the sensations of a quarter of the agents are sent one right after the other, and agents'
/// messages are read only then, or before the simulation waits. So agents run in turn on another processor while the
/// simulation works on its own, with fewer context switches than if each sensation were sent at once.
///
/// Real time affects only when agents are served, and when dead or endlessly thinking ones are dropped. The stamp of an
/// act follows from the messages of its agent alone.
class CommServer final : public spark::AgentGateway, private spark::ProgramListener {
 public:
  using Options = CommServerOptions;

  /// Throws `std::runtime_error` if the system is out of descriptors. Programs, clock and log must outlive it; it calls
  /// `programs.receive` when necessary. The working folders of all types are hidden from agents of other types. Makes
  /// the program ignore SIGPIPE, because a write to an agent that has just exited would otherwise kill it.
  CommServer(AgentDatabase database, GuardedPrograms& programs, spark::RealClock& clock, spark::Log& log,
             Options options);
  /// Kills all processes that remain after `shut_down`.
  ~CommServer() override;

  spark::GatewayTraits traits() override { return {.poll_descriptor = polls_.descriptor()}; }
  void begin() override {}
  Coming start(spark::AgentId agent, const std::string& type) override;
  std::optional<spark::AgentTiming> timing(spark::AgentId) const override { return std::nullopt; }
  void receive(spark::AgentGatewayListener& listener) override;
  bool has_pending() const override { return false; }
  bool send_held() override;
  spark::PerceptWriter& begin_sensation(spark::AgentId agent, spark::Step generated, spark::Step arrival) override;
  void end_sensation(spark::AgentId agent, spark::Step next_arrival) override;
  /// Adds a whole sensation, with percepts that were written elsewhere.
  void add_sensation(spark::AgentId agent, spark::Step generated, spark::Step arrival, std::string_view percepts,
                     spark::Step next_arrival);
  void expect_sensation(spark::AgentId agent, spark::Step arrival) override;
  /// For a lost agent the last value; 0 if there never was such an agent.
  spark::Step earliest_act(spark::AgentId agent) const override;
  bool wait_no_longer(spark::AgentId) override { return false; }
  void drop(spark::AgentId agent) override;
  /// Also valid for lost agents.
  std::optional<spark::AgentReport> report(spark::AgentId agent) const override;
  /// Each agent has `timeout` to exit, counted from the request or from the exit of the last other agent, but all
  /// together have at most `kMaxLeaving` times that. Then the remaining agents are named in the log and get SIGTERM;
  /// half a second later they are killed.
  void shut_down(std::chrono::milliseconds timeout) override;
  static constexpr int kMaxLeaving = 4;

 private:
  AgentProcess* find(spark::AgentId agent) const;
  DrawingLog drawing_log_of(const std::string& log_stem);
  void attend(AgentProcess& agent);
  bool may_hold_more() const;
  AgentProcess* find_program(spark::ProgramId program) const;
  void program_started(spark::ProgramId program, pid_t process) override;
  void program_ended(spark::ProgramId program, const spark::ProgramEnd& end) override;
  void settle(AgentProcess& agent, spark::AgentGatewayListener& listener);
  void settle_all(spark::AgentGatewayListener& listener);
  void report_lost(spark::AgentGatewayListener& listener);
  void end(AgentProcess& agent);
  /// An agent that is being killed because of `why`; its loss is reported when its last output has arrived.
  struct LostAgent {
    spark::AgentId agent;
    std::string why;
    spark::RealClock::Time latest;  ///< when it is reported in any case
  };

  // Keys beyond those of all agents.
  static constexpr std::uint64_t kProgramsKey = std::numeric_limits<std::uint64_t>::max();
  static constexpr std::uint64_t kAlarmKey = kProgramsKey - 1;

  std::size_t running() const;
  void wait_for_exits(std::chrono::milliseconds timeout);
  void log_unresponsive_agents();

  AgentDatabase database_;
  GuardedPrograms& programs_;
  spark::RealClock& clock_;
  spark::Log& log_;
  Options options_;
  MeterMaker meters_;
  spark::PollSet polls_;
  Alarm alarm_{clock_};
  std::vector<std::unique_ptr<AgentProcess>> agents_;  ///< by agent number
  std::vector<std::string> types_;                     ///< of the agents, by their number
  std::vector<spark::AgentId> held_;                   ///< agents whose sensations are to be sent together
  std::vector<char> input_;
  bool receiving_ = false;
  std::vector<LostAgent> lost_;
  bool all_to_settle_ = false;  ///< any agent may be lost, not only those that have sent something
  bool shut_down_ = false;

  // The sensation that is being written.
  std::string sensation_;
  std::optional<spark::SexpPerceptWriter> writer_;
  spark::Step arrival_ = 0;
};

}  // namespace commserver
