// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gateways/rtm/component/manager.h"
#include "gateways/rtm/corba/orb.h"
#include "gateways/rtm/corba/publisher.h"
#include "gateways/rtm/server/exchange.h"
#include "gateways/rtm/server/periods.h"
#include "gateways/rtm/server/robot.h"
#include "gateways/rtm/server/shown_agent.h"
#include "spark/agent/gateway_node.h"
#include "spark/net/alarm.h"

namespace rtm {

/// Robots whose devices are components on the network. Lives on the simulation thread; what it perceives goes to the
/// thread of the periods, which alone deals with components and calls others.
class RtmGateway final : public spark::AgentGateway {
 public:
  struct Options {
    OrbSettings orb;
    std::string name_server;  ///< or none
    spark::Step period = 1;   ///< steps
    bool lock_step = false;
    std::chrono::nanoseconds sync_timeout{};     ///< real time; 0: for ever
    std::chrono::milliseconds patience{10'000};  ///< with a component that is switched on
    Watchdog::Time watchdog{};
    bool port_log = false;
    bool show_agents = false;  ///< agents of other gateways are components, too
  };
  /// What a script has said of the components.
  struct Script {
    std::vector<RobotOffer> robots;
    std::vector<std::string> modules;
    std::vector<Periods::Loaded> loaded;
    Wishes wishes;
  };

  /// Throws std::runtime_error with one line: a name server that cannot be reached, an end point that cannot be opened,
  /// a module that cannot be loaded.
  RtmGateway(Options options, Script script, spark::GatewayContext& context);
  ~RtmGateway() override;

  std::vector<std::string> own_types() const override;
  std::vector<std::string> own_agents() const override;
  bool wants_real_time() const override { return !options_.lock_step && has_components_; }
  void begin() override;
  void start(spark::AgentId agent, const std::string& type) override;
  std::optional<spark::AgentTiming> timing(spark::AgentId agent) const override;
  void agent_entered(spark::AgentId agent, const spark::AgentAspect& body) override;
  void agent_left(spark::AgentId agent) override;
  void receive(spark::AgentGatewayListener& listener) override;
  bool has_news() const override { return has_sensations_ || exchange_.has_answers(); }
  bool shows_others() const override { return options_.show_agents; }
  spark::PerceptWriter* begin_copy(spark::AgentId agent, spark::Step arrival) override;
  spark::PerceptWriter& begin_sensation(spark::AgentId agent, spark::Step generated, spark::Step arrival) override;
  void end_sensation(spark::AgentId agent, spark::Step next_arrival) override;
  void expect_sensation(spark::AgentId agent, spark::Step arrival) override;
  spark::Step earliest_act(spark::AgentId agent) const override;
  bool wait_no_longer(spark::AgentId agent) override;
  std::optional<spark::AgentReport> report(spark::AgentId agent) const override;
  std::vector<std::string> tallies() const override;
  void drop(spark::AgentId agent) override;
  void shut_down(std::chrono::milliseconds patience) override;

 private:
  Robot* find(spark::AgentId agent) const;
  ShownAgent* find_shown(spark::AgentId agent) const;
  void hand_over(spark::AgentGatewayListener& listener);
  void submit();
  void carry_out(const Answer& answer, spark::AgentGatewayListener& listener);
  Environment environment(spark::GatewayContext& context);
  std::unique_ptr<spark::AnswerTimes> times() const;
  spark::Step now() const;

  const Options options_;
  Script script_;
  const bool has_components_;  ///< or will have some
  spark::Log& log_;
  spark::LateMistakes& mistakes_;
  const spark::Clock& clock_;
  const std::filesystem::path log_folder_;
  std::vector<std::unique_ptr<Robot>> robots_;
  std::map<spark::AgentId, std::unique_ptr<ShownAgent>> shown_;
  std::vector<spark::AgentId> to_greet_;  ///< started, not said to be ready
  std::unique_ptr<PortLog> port_log_;
  spark::net::Alarm answered_;
  Exchange exchange_;
  Orb orb_;
  CorbaPublisher publisher_;
  Manager manager_;
  std::unique_ptr<Periods> periods_;
  Period period_;
  AnswerList answers_;
  bool has_benches_ = false;     ///< robots with control periods of their own; else each sensation begins one
  bool has_sensations_ = false;  ///< that the periods have not got
  bool is_down_ = false;
};

}  // namespace rtm
