// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <poll.h>

#include <catch2/catch.hpp>
#include <fstream>
#include <functional>
#include <map>

#include "commserver/comm_server.h"
#include "commserver/guardian/descendants.h"
#include "tests/support/files.h"
#include "tests/support/log_lines.h"
#include "tests/support/processes.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/waiting.h"

using commserver::AgentDatabase;
using commserver::CommServer;
using commserver::Guardian;
using commserver::Timer;
using spark::AgentId;
using spark::Step;
using std::chrono::milliseconds;
using Texts = std::vector<std::string>;

inline constexpr milliseconds kNever{60000};
/// A placeholder for a log folder within the test's folder.
inline const std::filesystem::path kLogs = "logs";

/// The limits that a test's commserver sets for its agents, and how it starts them.
struct HouseOptions {
  commserver::AgentLimits limits{.log_size = 16ULL * 1024 * 1024};
  std::filesystem::path log_folder{};
  std::optional<commserver::Sandbox> sandbox{};
  std::vector<std::filesystem::path> secrets{};
  bool keep_files = false;
  std::chrono::milliseconds think_limit{10000};
  bool holds_sensations = false;
  std::optional<Timer> timer{};
  commserver::AgentDialogue::Rules rules{};
  std::filesystem::path record_think_times{};
  std::filesystem::path replay_think_times{};
};

/// A commserver for which the test replaces the simulation. The agent types are the modes of the test agent, "MODE" or
/// "MODE ARGUMENT".
class House : public spark::NullListener {
 public:
  explicit House(const Texts& command_lines, milliseconds think_limit = kNever, const std::string& timer = "default",
                 HouseOptions options = {}, spark::RealClock& real = spark::RealClock::system())
      : clock(real) {
    keep_levels_and_lines(log, lines);
    std::ofstream file(folder.path() / "agents.xml");
    file << "<agentdb>";
    for (std::size_t i = 0; i < command_lines.size(); ++i)
      file << "<agent_type_external name=\"" << i << "\"><timer>" << timer << "</timer><exec_line>" << TEST_AGENT << ' '
           << command_lines[i] << "</exec_line></agent_type_external>";
    file << "</agentdb>";
    file.close();
    options.think_limit = think_limit;
    if (options.log_folder == kLogs) options.log_folder = folder.path() / "logs" / "deeper";
    serve(AgentDatabase::load(folder.path() / "agents.xml"), options);
    for (std::size_t i = 0; i < command_lines.size(); ++i) server->start(AgentId::at(i), std::to_string(i));
  }

  /// Starts a commserver, which replaces an earlier one.
  void serve(AgentDatabase database, const HouseOptions& options) {
    server.reset();
    commserver::StarterOptions starter_options;
    starter_options.limits = options.limits;
    starter_options.log_folder = options.log_folder;
    starter_options.choose_sandbox = [sandbox = options.sandbox] { return sandbox; };
    starter_options.secrets = options.secrets;
    starter_options.keep_files = options.keep_files;
    programs.emplace(*guardian, clock, log, starter_options);
    CommServer::Options server_options;
    server_options.think_limit = options.think_limit;
    server_options.timer = options.timer;
    server_options.holds_sensations = options.holds_sensations;
    server_options.rules = options.rules;
    server_options.record_think_times = options.record_think_times;
    server_options.replay_think_times = options.replay_think_times;
    server.emplace(std::move(database), *programs, clock, log, server_options);
  }

  /// Receives until `condition` holds, and sleeps in between like the simulation; false after `kTimeout`.
  template <typename Condition>
  bool until(Condition condition) {
    const auto deadline = std::chrono::steady_clock::now() + kTimeout;
    while (!condition()) {
      if (std::chrono::steady_clock::now() > deadline) return false;
      server->send_held();
      pollfd input{server->traits().poll_descriptor, POLLIN, 0};
      ::poll(&input, 1, 1000);
      server->receive(*this);
    }
    return true;
  }
  bool all_ready(std::size_t count) {
    return until([&] { return ready.size() == count; });
  }
  void sense(AgentId agent, Step time, const std::string& name = "p") {
    spark::PerceptWriter& writer = server->begin_sensation(agent, time, time + 10);
    writer.begin(name);
    writer.end();
    server->end_sensation(agent, time + 30);
  }
  bool is_lost(AgentId agent, const std::string& reason) {
    return until([&] { return lost.count(agent) > 0; }) && lost[agent] == reason;
  }
  std::string line_with(const std::string& part) const {
    for (const auto& line : lines)
      if (line.find(part) != line.npos) return line;
    return "no such line";
  }

  void agent_ready(AgentId agent) override { ready.push_back(agent); }
  using NullListener::agent_acted;
  void agent_acted(AgentId agent, Step stamp, std::string_view text) override {
    REQUIRE(stamp >= server->earliest_act(agent));
    acts[agent].push_back(std::to_string(stamp) + " " + std::string(text));
    if (on_act) on_act(agent);
  }
  void agent_lost(AgentId agent, std::string_view reason) override {
    REQUIRE(lost.count(agent) == 0);
    lost[agent] = reason;
    if (on_lost) on_lost(agent);
  }

  spark::RealClock& clock;
  TemporaryFolder folder;
  std::unique_ptr<Guardian> guardian = Guardian::start();
  spark::Log log;
  Texts lines;
  std::optional<commserver::GuardedPrograms> programs;
  std::optional<CommServer> server;
  std::vector<AgentId> ready;
  std::map<AgentId, Texts> acts;
  std::map<AgentId, std::string> lost;
  std::function<void(AgentId)> on_act;
  std::function<void(AgentId)> on_lost;
};
