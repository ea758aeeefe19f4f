// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "server/record/line_source.h"
#include "server/record/record_line.h"
#include "spark/agent/agent_gateway.h"
#include "spark/sim/inputs.h"

namespace server {

/// The agents of a recorded match, without their programs: a gateway that repeats the input in the record of the match
/// (`InputRecorder`) at the same places. Sensations are generated as in that match, and discarded.
///
/// The record is untrusted, like any file: it ends at the first invalid line, and `problem` says where. It also ends at
/// more than `kMaxAgents` agents, or more than `kMaxAtOnce` inputs in one step, which no match can have.
class RecordedAgents final : public spark::AgentGateway, public spark::InputSource {
 public:
  /// The limit of a simulation; the numbers of agents that have left are not used again.
  static constexpr std::uint64_t kMaxAgents = 10'000;
  /// Enough for many agents that each use up their limits, or for hours of trainers' commands while the match is
  /// paused.
  static constexpr std::uint64_t kMaxAtOnce = 1'000'000;

  struct Match {
    std::function<void(std::string_view peer, std::string_view text)> command;  ///< of a trainer
    std::function<void()> monitor_joined;
    std::function<void()> end;  ///< there is no more input: the simulation ended here
    /// Called before each input, with the step of its place; may be empty. An exception from it ends the match.
    std::function<void(spark::Step at)> on_input{};
  };

  /// Reads the lines before the match began. Throws `std::runtime_error` with one line if that cannot be read.
  RecordedAgents(const std::filesystem::path& file, Match match);
  ~RecordedAgents() override;

  std::uint64_t seed() const { return seed_; }
  const std::string& version() const { return version_; }
  /// The `kRecordRevision` of the server that wrote the record.
  std::int64_t revision() const { return revision_; }
  /// The gateway that changed the world by more than is recorded; empty if there was none.
  const std::string& foreign() const { return foreign_; }
  /// The types of the agents to be started.
  const std::vector<std::string>& started() const { return started_; }
  /// Whether the match ended where it began, for example because no agent could be started. To be called before the
  /// match is played.
  bool ends_where_it_began();
  /// Whether the match ended before it had begun, because fewer agents connected than were awaited.
  bool never_began() const { return never_began_; }
  /// How many agents connected by themselves before the match began.
  int arrived_before() const { return arrived_before_; }
  /// Acts repeated so far.
  std::uint64_t acts() const { return acts_; }
  /// The acts of one agent at one step.
  struct Burst {
    spark::AgentId agent = 0;
    spark::Step step = 0;
    std::uint64_t acts = 0;
  };
  /// The largest one so far.
  const Burst& largest_burst() const { return largest_burst_; }
  /// How many agents have had their own timing so far.
  int own_timings() const { return own_timings_; }
  /// Whether the record has the end of the match; otherwise it was cut off.
  bool is_complete() const { return is_complete_; }
  /// Why a part of the file could not be read; empty if it was read to its end.
  const std::string& damage() const { return lines_.problem(); }
  /// To be called after the match: reads the rest of the file, and returns whether a valid record can end like this.
  bool ends_well();
  const std::string& problem() const { return problem_; }

  bool is_due(spark::InputPosition now) override;
  spark::Step leave_time(spark::AgentId agent) override;

  spark::GatewayTraits traits() override { return {.takes_arrivals = true}; }
  void begin() override {}
  Coming start(spark::AgentId, const std::string&) override { return Coming::started; }
  std::optional<spark::AgentTiming> timing(spark::AgentId agent) const override;
  void receive(spark::AgentGatewayListener& listener) override;
  bool has_pending() const override;
  bool send_held() override { return false; }
  spark::PerceptWriter& begin_sensation(spark::AgentId, spark::Step, spark::Step) override;
  void end_sensation(spark::AgentId, spark::Step) override {}
  void expect_sensation(spark::AgentId, spark::Step) override {}
  spark::Step earliest_act(spark::AgentId) const override;
  bool wait_no_longer(spark::AgentId) override { return false; }
  std::optional<spark::AgentReport> report(spark::AgentId) const override { return std::nullopt; }
  void drop(spark::AgentId) override {}
  void shut_down(std::chrono::milliseconds) override {}

 private:
  class NoPercepts;
  struct Upcoming {
    spark::InputPosition at;
    Entry entry;
    std::string rest;
  };
  void read_beginning();
  bool read_one();
  void note_beginning(Upcoming& coming);
  void stop_at(std::string_view line);
  bool is_bounded(const Upcoming& coming);
  const Upcoming* first();
  bool bring(const Upcoming& coming, spark::AgentGatewayListener& listener);
  bool bring_ready(std::string_view rest, spark::AgentGatewayListener& listener);
  bool bring_act(const Upcoming& coming, spark::AgentGatewayListener& listener);
  void count_act(spark::AgentId agent, spark::Step step);

  std::string name_;
  LineSource lines_;
  RecordLineReader reader_;
  ActionReader actions_;
  Match match_;
  std::unique_ptr<NoPercepts> no_percepts_;
  std::deque<Upcoming> coming_;  ///< read, but not repeated yet
  std::uint64_t line_number_ = 0;
  std::uint64_t agents_ = 0;        ///< started or connected
  std::uint64_t brought_here_ = 0;  ///< at `brought_at_`
  spark::Step brought_at_ = -1;
  std::uint64_t seed_ = 0;
  std::string version_, foreign_;
  std::int64_t revision_ = 1;
  std::vector<std::string> started_;
  int arrived_before_ = 0;
  spark::InputPosition now_;
  bool begun_ = false;  ///< the simulation has begun
  bool never_began_ = false;
  bool has_ended_ = false;  ///< there is no more input
  bool is_complete_ = false;
  std::optional<spark::AgentTiming> own_timing_;  ///< of the agent that has just become ready
  /// A command is being carried out. If it is a reset, the simulation calls `receive` meanwhile; a server carries out
  /// no other command at that time.
  bool is_commanding_ = false;
  std::uint64_t acts_ = 0;
  std::vector<Burst> bursts_;  ///< the latest one of each agent
  Burst largest_burst_;
  int own_timings_ = 0;
  std::string problem_;
};

}  // namespace server
