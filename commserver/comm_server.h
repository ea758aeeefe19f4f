// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "commserver/agent_process.h"
#include "commserver/comm_server_options.h"
#include "commserver/database/agent_database.h"
#include "commserver/starter/guarded_programs.h"
#include "commserver/think/alarm.h"
#include "commserver/think/meter_maker.h"
#include "spark/agent/agent_gateway.h"
#include "spark/agent/sexp_percept_writer.h"
#include "spark/core/log.h"
#include "spark/core/poll_set.h"
#include "spark/core/real_clock.h"

namespace commserver {

/// The gateway to agents that run as processes of this machine and talk over two pipes (protocol).
///
/// Owns the agent types and the agents; borrows what starts and ends the processes, and the log. One
/// `receive` costs one epoll_wait, and one read and at most one write for each agent that has sent something; a
/// sensation costs one write. Agent numbers are never reused.
///
/// With `holds_sensations` those of a quarter of the agents are sent one right after the other, and only then, or when
/// the simulation is going to wait, is looked at what has come. So agents run in turn on another processor while the
/// simulation works on its own: fewer switches of tasks than with one sensation here and one there.
///
/// Real time decides only when agents are served and when dead or endlessly thinking ones are dropped. The stamp of an
/// act follows from the messages of its agent alone.
class CommServer final : public spark::AgentGateway, private spark::ProgramListener {
 public:
  using Options = CommServerOptions;

  /// Throws `std::runtime_error` if the system is out of descriptors. Programs, clock and log must outlive it; it calls
  /// `programs.receive` when that is due. The working folders of all types are hidden from each other's agents. Makes
  /// the program ignore SIGPIPE: otherwise writing to an agent that has just exited would kill it.
  CommServer(AgentDatabase database, GuardedPrograms& programs, spark::RealClock& clock, spark::Log& log,
             Options options);
  /// Kills all processes that `shut_down` has not ended.
  ~CommServer() override;

  void start(spark::AgentId agent, const std::string& type) override;
  void receive(spark::AgentGatewayListener& listener) override;
  int poll_descriptor() const override { return polls_.descriptor(); }
  bool send_held() override;
  spark::PerceptWriter& begin_sensation(spark::AgentId agent, spark::Step generated, spark::Step arrival) override;
  void end_sensation(spark::AgentId agent, spark::Step next_arrival) override;
  /// The same in one call, with percepts written elsewhere.
  void add_sensation(spark::AgentId agent, spark::Step generated, spark::Step arrival, std::string_view percepts,
                     spark::Step next_arrival);
  void expect_sensation(spark::AgentId agent, spark::Step arrival) override;
  /// For an agent that has gone: the value when it went. 0 if there never was one.
  spark::Step earliest_act(spark::AgentId agent) const override;
  void drop(spark::AgentId agent) override;
  /// Also for agents that have gone.
  std::optional<spark::AgentReport> report(spark::AgentId agent) const override;
  /// Each agent has `patience` to exit, from when it was asked to or when the last other agent exited, but all together
  /// no more than `kMaxLeaving` times that. Then the remaining ones are named in the log and get SIGTERM; half a second
  /// later they are killed.
  void shut_down(std::chrono::milliseconds patience) override;
  static constexpr int kMaxLeaving = 4;

 private:
  AgentProcess* find(spark::AgentId agent) const;
  void attend(AgentProcess& agent);
  bool may_hold_more() const;
  AgentProcess* find_program(spark::ProgramId program) const;
  void program_started(spark::ProgramId program, pid_t process) override;
  void program_ended(spark::ProgramId program, const spark::ProgramEnd& end) override;
  void settle(AgentProcess& agent, spark::AgentGatewayListener& listener);
  void settle_all(spark::AgentGatewayListener& listener);
  void report_doomed(spark::AgentGatewayListener& listener);
  void end(AgentProcess& agent);
  /// An agent that is lost for `why` and has been killed for it; its last lines are still to come.
  struct Doomed {
    spark::AgentId agent;
    std::string why;
    spark::RealClock::Time latest;  ///< it is reported then at the latest
  };

  // Keys beyond those of any agent.
  static constexpr std::uint64_t kProgramsKey = std::numeric_limits<std::uint64_t>::max();
  static constexpr std::uint64_t kAlarmKey = kProgramsKey - 1;

  std::size_t running() const;
  void wait_for_exits(std::chrono::milliseconds patience);
  void name_those_who_stayed();

  AgentDatabase database_;
  GuardedPrograms& programs_;
  spark::RealClock& clock_;
  spark::Log& log_;
  Options options_;
  MeterMaker meters_;
  spark::PollSet polls_;
  Alarm alarm_{clock_};
  std::vector<std::unique_ptr<AgentProcess>> agents_;  ///< by their number
  std::vector<std::string> types_;                     ///< of the agents, by their number
  std::vector<spark::AgentId> held_;                   ///< agents whose sensations are to be sent together
  std::vector<char> input_;
  bool receiving_ = false;
  std::vector<Doomed> doomed_;
  bool all_to_settle_ = false;  ///< any agent may be lost, not only those that have news
  bool shut_down_ = false;

  // The sensation between its begin and its end.
  std::string sensation_;
  std::optional<spark::SexpPerceptWriter> writer_;
  spark::Step arrival_ = 0;
};

}  // namespace commserver
