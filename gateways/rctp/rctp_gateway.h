// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gateways/rctp/port/model_link.h"
#include "gateways/rctp/port/network.h"
#include "gateways/rctp/port/world_link.h"
#include "gateways/rctp/robot.h"
#include "spark/agent/agent_gateway.h"
#include "spark/agent/gateway_node.h"
#include "spark/net/alarm.h"
#include "spark/scene/mover_list.h"

namespace rctp {

/// The gateway of robots that are operated over the network. They are agents like all others, but without think cycles:
/// the world never waits for their acts (`spark::PresentTimes`), and they stand still while they are not operated.
///
/// This is the simulation thread's half. It owns the links (one per robot, one for the world, one for descriptions), by
/// which it exchanges data with the network thread, which has the port and all operators. Only the orders of operators
/// affect the match, and they are logged; an open port, readers of descriptions and spectators do not.
class RctpGateway final : public spark::AgentGateway, private spark::AgentObserver {
 public:
  struct Options {
    std::optional<std::uint16_t> port;  ///< nothing: no network at all
    std::string address = "127.0.0.1";
    Network::World world = Network::World::all;
    std::chrono::nanoseconds silence{1000000000};
    std::chrono::nanoseconds patience{30000000000};
    std::shared_ptr<const spark::Secret> secret{};  ///< as in `Network::Options`
    std::vector<OfferedModule> modules{};           ///< as in `Network::Options`
    std::vector<std::string> trusted_origins{};     ///< as in `Network::Options`
    std::filesystem::path replay;                   ///< a folder with operators' logs, or empty
  };

  /// Opens the port and reads the logs to replay. Throws `std::runtime_error` with one line if one of these fails.
  RctpGateway(Options options, const std::vector<RobotOffer>& offers, spark::GatewayContext& context);
  ~RctpGateway() override;

  /// The link of a robot, by its index in the script. Tests use it instead of the network.
  RobotLink& link(std::size_t robot) { return *links_[robot]; }

  spark::GatewayTraits traits() override;
  void begin() override;
  /// Always throws: robots are not started by type.
  Coming start(spark::AgentId agent, const std::string& type) override;
  std::optional<spark::AgentTiming> timing(spark::AgentId) const override { return std::nullopt; }
  void receive(spark::AgentGatewayListener& listener) override;
  bool has_pending() const override { return false; }
  bool send_held() override { return false; }
  spark::PerceptWriter& begin_sensation(spark::AgentId agent, spark::Step generated, spark::Step arrival) override;
  void end_sensation(spark::AgentId, spark::Step) override {}
  void expect_sensation(spark::AgentId, spark::Step) override {}
  spark::Step earliest_act(spark::AgentId) const override { return clock_.now() + 1; }
  bool wait_no_longer(spark::AgentId) override { return true; }
  std::optional<spark::AgentReport> report(spark::AgentId agent) const override;
  void drop(spark::AgentId agent) override;
  void shut_down(std::chrono::milliseconds timeout) override;

 private:
  void replay();
  Robot* find(spark::AgentId agent) const;
  void report_robots(spark::AgentGatewayListener& listener);
  void publish_world(spark::Step now);
  void describe(spark::Step now);
  void wake_network();
  void agent_entered(spark::AgentId agent, const spark::AgentAspect& body) override;
  void agent_left(spark::AgentId agent) override;
  spark::PerceptWriter* begin_copy(spark::AgentId, spark::Step) override { return nullptr; }

  Options options_;
  spark::Core& core_;
  spark::LateMistakes& mistakes_;
  const spark::Clock& clock_;
  spark::net::Loop& loop_;
  const std::filesystem::path log_folder_;
  spark::net::Alarm model_requested_;  ///< wakes this thread when the network thread wants a model
  WorldLink world_;
  spark::MoverList movers_;
  ModelLink model_;
  std::vector<std::unique_ptr<RobotLink>> links_;
  std::vector<std::unique_ptr<Robot>> robots_;
  std::unique_ptr<Network> network_;
  bool arrived_ = false;  ///< the robots have been reported as agents
  bool had_readers_ = false;
  spark::Step shown_ = -1;
  spark::Step episode_ = 0;  ///< the step in which the present one began
  spark::RealClock::Time described_{};
};

}  // namespace rctp
