// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gateways/rctp/link/model_link.h"
#include "gateways/rctp/link/world_link.h"
#include "gateways/rctp/port/network.h"
#include "gateways/rctp/robot.h"
#include "spark/agent/agent_gateway.h"
#include "spark/agent/gateway_node.h"
#include "spark/net/alarm.h"
#include "spark/scene/mover_list.h"

namespace rctp {

/// Robots that people operate over the network. They are agents like all others, but nobody thinks for them: the world
/// never waits for their acts (`spark::PresentTimes`), and while nobody operates them they stand.
///
/// This is the simulation thread's half: it meets the network thread, which has the port and all operators, in the
/// links (one per robot, one for the world, one for descriptions). Whether the port is open, who reads descriptions and
/// who looks on has no effect on the match; orders of operators have, and these are written down.
class RctpGateway final : public spark::AgentGateway {
 public:
  struct Options {
    std::optional<std::uint16_t> port;  ///< none: no network at all
    std::string address = "127.0.0.1";
    Network::World world = Network::World::all;
    std::chrono::nanoseconds silence{1000000000};
    std::filesystem::path replay;  ///< a folder with operators' logs, or empty
  };

  /// Opens the port and reads the logs that are to be replayed. Throws `std::runtime_error` with one line if anything
  /// is impossible.
  RctpGateway(Options options, const std::vector<RobotOffer>& offers, spark::GatewayContext& context);
  ~RctpGateway() override;

  /// Where the other half meets that robot, by its place in the script. For whoever is the network.
  RobotLink& link(std::size_t robot) { return *links_[robot]; }

  std::string notice() const override;
  int arrives_at_once() const override { return static_cast<int>(robots_.size()); }
  bool wants_real_time() const override { return options_.port.has_value(); }
  void begin() override;
  /// Always throws: robots are not started by type.
  void start(spark::AgentId agent, const std::string& type) override;
  void agent_entered(spark::AgentId agent, const spark::AgentAspect& body) override;
  void agent_left(spark::AgentId agent) override;
  void receive(spark::AgentGatewayListener& listener) override;
  spark::PerceptWriter& begin_sensation(spark::AgentId agent, spark::Step generated, spark::Step arrival) override;
  void end_sensation(spark::AgentId, spark::Step) override {}
  void expect_sensation(spark::AgentId, spark::Step) override {}
  spark::Step earliest_act(spark::AgentId) const override { return clock_.now() + 1; }
  bool wait_no_longer(spark::AgentId) override { return true; }
  std::optional<spark::AgentReport> report(spark::AgentId agent) const override;
  void drop(spark::AgentId agent) override;
  void shut_down(std::chrono::milliseconds patience) override;

 private:
  void replay();
  Robot* find(spark::AgentId agent) const;
  void let_arrive(spark::AgentGatewayListener& listener);
  void show_world(spark::Step now);
  void describe(spark::Step now);
  void wake_network();

  Options options_;
  spark::Core& core_;
  spark::LateMistakes& mistakes_;
  const spark::Clock& clock_;
  spark::net::Loop& loop_;
  const std::filesystem::path log_folder_;
  spark::net::Alarm asked_;  ///< the network thread wants something of this one
  WorldLink world_;
  spark::MoverList movers_;
  ModelLink model_;
  std::vector<std::unique_ptr<RobotLink>> links_;
  std::vector<std::unique_ptr<Robot>> robots_;
  std::unique_ptr<Network> network_;
  bool arrived_ = false;
  bool had_readers_ = false;
  spark::Step shown_ = -1;
  spark::RealClock::Time described_{};
};

}  // namespace rctp
