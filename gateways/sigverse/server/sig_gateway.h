// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gateways/sigverse/server/controller_slot.h"
#include "gateways/sigverse/server/controllers.h"
#include "gateways/sigverse/server/message_router.h"
#include "gateways/sigverse/server/options.h"
#include "gateways/sigverse/server/pipe_channel.h"
#include "gateways/sigverse/server/request_dispatcher.h"
#include "gateways/sigverse/server/run_end.h"
#include "gateways/sigverse/server/run_state.h"
#include "gateways/sigverse/server/service_registry.h"
#include "gateways/sigverse/server/service_sessions.h"
#include "gateways/sigverse/server/sessions.h"
#include "gateways/sigverse/server/turns.h"
#include "gateways/sigverse/wire/spin_count.h"
#include "spark/agent/gateway_node.h"
#include "spark/core/poll_set.h"

namespace sigverse::server {

/// The gateway of a SIGVerse world: controllers of its agents, viewers and tools. It owns the parts of the server and
/// connects them.
///
/// A controller is an agent with an interval of one step, no latencies, and empty sensations: it queries the state that
/// it needs, and acts by requests. Both are carried out at once in `receive`, between two steps. The world waits during
/// a round of turns (`Turns`); at the end of each turn an empty act is reported.
///
/// The order of one `receive`: requests are read and carried out; the state of the run is updated; a requested reset is
/// made; turns are given. All of it runs on the simulation thread.
class SigGateway final : public spark::AgentGateway {
 public:
  /// Opens the port and locates the controllers; throws `std::runtime_error` with a one-line message if something is
  /// missing. The world, `end` and everything that the context refers to outlive this object.
  SigGateway(SigOptions options, SimWorld& world, RunEnd& end, spark::GatewayContext& context);
  ~SigGateway() override;

  std::uint16_t port() const { return sessions_.port(); }
  RunState::State state() const { return run_.state(); }
  /// The number of clients, including controllers that were started here.
  std::size_t connections() const { return sessions_.all().size(); }

  spark::GatewayTraits traits() override;
  void begin() override;
  Coming start(spark::AgentId agent, const std::string& type) override;
  std::optional<spark::AgentTiming> timing(spark::AgentId agent) const override;
  void receive(spark::AgentGatewayListener& listener) override;
  bool has_pending() const override { return has_more_ || controllers_.have_ended(); }
  bool send_held() override { return false; }
  spark::PerceptWriter& begin_sensation(spark::AgentId agent, spark::Step generated, spark::Step arrival) override;
  void end_sensation(spark::AgentId agent, spark::Step next_arrival) override;
  void expect_sensation(spark::AgentId agent, spark::Step arrival) override;
  spark::Step earliest_act(spark::AgentId agent) const override;
  bool wait_no_longer(spark::AgentId agent) override;
  std::optional<spark::AgentReport> report(spark::AgentId agent) const override;
  void drop(spark::AgentId agent) override;
  void shut_down(std::chrono::milliseconds timeout) override;

 private:
  class NoPercepts;
  using Time = Session::Time;

  static ControllerSlots slots_of(const SimWorld& world);
  void read_pipes();
  void process_input();
  bool answers_at_once();
  std::size_t number_of(const ControllerSlot& slot) const;
  void take_ended(Time now);
  void follow_run(Time now);
  void lose(ControllerSlot& slot, std::string_view why);
  void session_ended(Session& session, Time now);
  void stop_without_pipes(Time now);

  const SigOptions options_;
  RunEnd& end_;
  spark::net::Loop& loop_;
  const spark::Clock& clock_;
  spark::Log& log_;
  spark::RunControl& control_;
  const ControllerSlots slots_;
  spark::PollSet pipes_;
  RunState run_;
  Controllers controllers_;
  Sessions sessions_;
  Turns turns_;
  ServiceSessions services_;
  ServiceRegistry registry_;
  MessageRouter router_;
  RequestDispatcher dispatcher_;
  /// The pipes of controllers, indexed by their keys in the poll set, which are slot numbers.
  std::vector<PipeChannel*> channels_;
  /// By slot: when a controller that is still running closed its pipes.
  std::vector<std::optional<Time>> pipes_closed_at_;
  spark::AgentGatewayListener* listener_ = nullptr;
  std::unique_ptr<spark::PerceptWriter> no_percepts_;
  wire::SpinCount spin_count_;
  bool has_more_ = false;
  bool is_down_ = false;
};

}  // namespace sigverse::server
