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
#include "gateways/rtm/control/clock_generator.h"
#include "gateways/rtm/control/control_tools.h"
#include "gateways/rtm/control/robot_controls.h"
#include "gateways/rtm/control/robot_snapshot.h"
#include "gateways/rtm/corba/client.h"
#include "gateways/rtm/corba/names.h"
#include "gateways/rtm/corba/orb.h"
#include "gateways/rtm/corba/publisher.h"
#include "gateways/rtm/pictures/robot_pictures.h"
#include "gateways/rtm/server/exchange.h"
#include "gateways/rtm/server/periods.h"
#include "gateways/rtm/server/robot.h"
#include "gateways/rtm/server/shown_agent.h"
#include "gateways/rtm/server/world_run.h"
#include "spark/agent/gateway_node.h"
#include "spark/net/alarm.h"

namespace rtm {

/// The gateway of robots whose devices are components on the network. Used on the simulation thread; percepts go to the
/// thread of the periods. During a run only other threads access components and make remote calls: that one and those
/// of robots' workers and of searches.
class RtmGateway final : public spark::AgentGateway, private spark::AgentObserver {
 public:
  struct Options {
    OrbSettings orb;
    std::string name_server;    ///< or "none"
    std::string naming_format;  ///< `NamingSettings::format`
    bool lock_step = false;
    std::chrono::nanoseconds sync_timeout{};              ///< real time; 0: unlimited
    std::chrono::milliseconds switch_on_timeout{10'000};  ///< maximum time for a component to switch on
    std::chrono::nanoseconds peer_timeout{};  ///< real time within which a component of another program has to appear
    Watchdog::Time watchdog{};
    bool port_log = false;
    bool show_agents = false;  ///< agents of other gateways are components, too
    // For robots with controllers, in real time:
    std::chrono::nanoseconds ready_limit{};   ///< for all controllers to be found; 0: unlimited
    std::chrono::nanoseconds tick_timeout{};  ///< for the values of a controller whose tick returns early
  };
  /// The requests of a script for components.
  struct Script {
    std::vector<RobotOffer> robots;
    std::vector<std::string> modules;
    std::vector<Periods::Loaded> loaded;
    SetPoints set_points;
  };

  /// Throws std::runtime_error with one line: a name server that cannot be reached, an end point that cannot be opened,
  /// a module that cannot be loaded.
  RtmGateway(Options options, Script script, spark::GatewayContext& context);
  ~RtmGateway() override;

  spark::GatewayTraits traits() override;
  void begin() override;
  Coming start(spark::AgentId agent, const std::string& type) override;
  std::optional<spark::AgentTiming> timing(spark::AgentId agent) const override;
  void receive(spark::AgentGatewayListener& listener) override;
  bool has_pending() const override { return has_sensations_ || exchange_.has_answers(); }
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
  void open_port_log();
  Robot* find(spark::AgentId agent) const;
  ShownAgent* find_shown(spark::AgentId agent) const;
  bool hand_over(spark::AgentGatewayListener& listener);
  bool submit();
  bool is_awaited(const Robot& robot) const;
  void carry_out(const Answer& answer, spark::AgentGatewayListener& listener);
  void end_components();
  void greet(spark::AgentGatewayListener& listener);
  Environment environment(spark::GatewayContext& context);
  RobotControls::Settings control_settings();
  void make_pictures(spark::GatewayContext& context);
  void make_parts();
  void begin_clock();
  void follow_clock();
  ControlStart control_start(std::size_t robot) const;
  void hand_over_parts();
  void deliver(Answer& answer);
  PeerTools peer_tools();
  std::unique_ptr<spark::AnswerTimes> times() const;
  spark::Step now() const;
  void agent_entered(spark::AgentId agent, const spark::AgentAspect& body) override;
  void agent_left(spark::AgentId agent) override;
  spark::PerceptWriter* begin_copy(spark::AgentId agent, spark::Step arrival) override;
  std::string tally() const;
  std::vector<std::string> control_table() const;

  const Options options_;
  Script script_;
  const bool has_components_;  ///< has components, or will have some
  spark::Log& log_;
  spark::LateMistakes& mistakes_;
  const spark::Clock& clock_;
  const std::filesystem::path log_folder_;
  std::vector<std::unique_ptr<Robot>> robots_;
  std::map<spark::AgentId, std::unique_ptr<ShownAgent>> shown_;
  std::vector<spark::AgentId> to_greet_;  ///< agents that have started but have not been reported as ready
  std::unique_ptr<PortLog> port_log_;
  spark::net::Alarm answered_;
  Exchange exchange_;
  Orb orb_;
  CorbaPublisher publisher_;
  std::shared_ptr<WorldRun> world_;  ///< null if there are no components
  Manager manager_;
  std::unique_ptr<Client> client_;  ///< for components of other programs; null without a name server
  PeerTools peers_;
  std::unique_ptr<Names> names_;  ///< for objects that are not components; null without a name server
  RobotSnapshots snapshots_;
  std::unique_ptr<RobotPictures> pictures_;  ///< null if no robot's controllers need pictures
  ControlTools control_tools_;
  std::map<std::size_t, std::vector<std::unique_ptr<ControllerPart>>> parts_;  ///< of robots, until `begin`
  std::size_t control_rows_ = 0;  ///< of the table at the end, with its heading
  RobotControls controls_;
  std::unique_ptr<ClockGenerator> clock_generator_;  ///< null if no robot has controllers
  std::unique_ptr<Periods> periods_;
  Period period_;
  AnswerList answers_;
  bool has_benches_ = false;     ///< some robots have control periods of their own; false: each sensation begins one
  bool has_sensations_ = false;  ///< some have not been passed to the periods
  bool is_down_ = false;
};

}  // namespace rtm
