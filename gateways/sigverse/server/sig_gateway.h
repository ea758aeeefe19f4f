// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gateways/sigverse/server/agent_seat.h"
#include "gateways/sigverse/server/controllers.h"
#include "gateways/sigverse/server/desk.h"
#include "gateways/sigverse/server/options.h"
#include "gateways/sigverse/server/pipe_channel.h"
#include "gateways/sigverse/server/post.h"
#include "gateways/sigverse/server/run_end.h"
#include "gateways/sigverse/server/run_state.h"
#include "gateways/sigverse/server/sessions.h"
#include "gateways/sigverse/server/turns.h"
#include "gateways/sigverse/wire/looks.h"
#include "spark/agent/gateway_node.h"
#include "spark/core/poll_set.h"

namespace sigverse {

/// The gateway of worlds of SIGVerse: controllers of its agents, viewers and tools.
///
/// A controller is an agent with the rhythm of one step and no latencies, whose sensations are empty: what it wants to
/// know it asks, what it does it does by requests, and both are done at once in `receive`, between two steps. The world
/// waits while a round of turns lasts (`Turns`); at the end of each turn an empty act is reported.
///
/// `receive`: what has come is read and done → the state of the run → a reset, if one was wanted → turns. Everything on
/// the simulation thread.
class SigGateway final : public spark::AgentGateway {
 public:
  /// Opens the port and finds the controllers; throws `std::runtime_error` with one line if something is missing. What
  /// the context refers to outlives it, and so do world and end.
  SigGateway(SigOptions options, SimWorld& world, RunEnd& end, spark::GatewayContext& context);
  ~SigGateway() override;

  std::uint16_t port() const { return sessions_.port(); }
  RunState::State state() const { return run_.state(); }
  /// Clients, and controllers that were started here.
  std::size_t connections() const { return sessions_.all().size(); }

  std::string notice() const override;
  std::string beyond_acts() const override { return "requests of SIGVerse"; }
  std::vector<std::string> own_types() const override { return controllers_.names(); }
  std::vector<std::string> own_agents() const override { return controllers_.names(); }
  bool takes_arrivals() const override { return true; }
  bool wants_real_time() const override { return true; }
  void begin() override;
  void start(spark::AgentId agent, const std::string& type) override;
  std::optional<spark::AgentTiming> timing(spark::AgentId agent) const override;
  void receive(spark::AgentGatewayListener& listener) override;
  int poll_descriptor() const override { return pipes_.descriptor(); }
  bool has_news() const override { return has_more_ || controllers_.have_ended(); }
  spark::PerceptWriter& begin_sensation(spark::AgentId agent, spark::Step generated, spark::Step arrival) override;
  void end_sensation(spark::AgentId agent, spark::Step next_arrival) override;
  void expect_sensation(spark::AgentId agent, spark::Step arrival) override;
  spark::Step earliest_act(spark::AgentId agent) const override;
  bool wait_no_longer(spark::AgentId agent) override;
  std::optional<spark::AgentReport> report(spark::AgentId agent) const override;
  void drop(spark::AgentId agent) override;
  void shut_down(std::chrono::milliseconds patience) override;

 private:
  class NoPercepts;
  using Time = Session::Time;

  static Seats seats_of(const SimWorld& world);
  void read_pipes();
  void take_what_came();
  bool answers_at_once();
  std::size_t number_of(const AgentSeat& seat) const;
  void take_ended(Time now);
  void go_on(Time now);
  void lose(AgentSeat& seat, std::string_view why);
  void gone(Session& session, Time now);
  void look_at_deserted(Time now);

  const SigOptions options_;
  SimWorld& world_;
  RunEnd& end_;
  spark::net::Loop& loop_;
  const spark::Clock& clock_;
  spark::Log& log_;
  spark::RunControl& control_;
  const Seats seats_;
  spark::PollSet pipes_;
  RunState run_;
  Controllers controllers_;
  Sessions sessions_;
  Turns turns_;
  Post post_;
  Desk desk_;
  /// The pipes of controllers, by their keys in the poll set, which are the numbers of their seats.
  std::vector<PipeChannel*> channels_;
  /// When its controller that runs still has closed its pipes, by seat.
  std::vector<std::optional<Time>> deserted_;
  spark::AgentGatewayListener* listener_ = nullptr;
  std::unique_ptr<spark::PerceptWriter> no_percepts_;
  wire::Looks looks_;
  bool has_more_ = false;
  bool is_down_ = false;
};

}  // namespace sigverse
