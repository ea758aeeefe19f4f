// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <functional>
#include <string>
#include <vector>

#include "server/record/recorded_agents.h"
#include "tests/support/files.h"
#include "tests/support/temporary_folder.h"

/// The input that a gateway brings in, as words. Lost agents leave at once, as in a simulation.
class Heard final : public spark::NullListener {
 public:
  std::optional<spark::AgentId> agent_arrived(const std::string& type) override {
    calls.push_back("arrived " + type);
    return 1;
  }
  void agent_ready(spark::AgentId agent) override {
    const auto own = agents->timing(agent);
    calls.push_back(
        fmt::format("ready {}", agent) +
        (own ? fmt::format(" {} {} {}", own->sense_interval, own->sense_latency, own->action_latency) : ""));
  }
  void agent_acted(spark::AgentId agent, spark::Step stamp, std::string_view text) override {
    calls.push_back(fmt::format("acted {} {} {}", agent, stamp, text));
  }
  void agent_acted(spark::AgentId agent, spark::Step stamp, std::span<const spark::Action> actions) override {
    calls.push_back(fmt::format("did {} {}", agent, stamp));
    for (const spark::Action& action : actions) calls.back() += fmt::format(" {}", action.effector);
  }
  void agent_halted(spark::AgentId agent) override { calls.push_back(fmt::format("halted {}", agent)); }
  void agent_lost(spark::AgentId agent, std::string_view reason) override {
    calls.push_back(fmt::format("lost {} {}", agent, reason));
    calls.push_back(fmt::format("leaves at {}", agents->leave_time(agent)));
  }

  server::RecordedAgents* agents = nullptr;
  std::vector<std::string> calls;
};

/// A record that is played, and the calls that result.
struct Played {
  explicit Played(const std::filesystem::path& file)
      : agents(file, {[this](std::string_view peer, std::string_view text) {
                        heard.calls.push_back(fmt::format("command of {}: {}", peer, text));
                        if (on_command) on_command();
                      },
                      [this] { heard.calls.emplace_back("joined"); }, [this] { heard.calls.emplace_back("end"); }}) {
    heard.agents = &agents;
  }
  /// The calls at this position, if anything is due.
  std::vector<std::string> at(spark::Step step, std::uint64_t events = 0) {
    heard.calls.clear();
    if (agents.is_due({step, events})) agents.receive(heard);
    return heard.calls;
  }

  std::function<void()> on_command;  ///< while it is carried out
  Heard heard;
  server::RecordedAgents agents;
};

struct RecordFile {
  explicit RecordFile(const std::string& text) { write_file(path, text); }
  TemporaryFolder folder;
  const std::filesystem::path path = folder / "acts.log";
};

/// The record of a match that has begun, followed by these lines.
struct PlayedLines : private RecordFile, Played {
  explicit PlayedLines(const std::string& lines)
      : RecordFile(fmt::format("{}\nv 7 1.0\ns soccer\nb\n{}", server::kRecordTitle, lines)), Played(path) {}
};
