// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "gateways/rtm/server/rtm_gateway.h"
#include "spark/agent/gateway_node.h"

namespace rtm {

/// The class `RtmServer` of this module: devices of robots as components on a network (CORBA).
///
///     importBundle 'rtm'
///     rtm = new('RtmServer', '/sys/server/rtm')
///     rtm.addRobot('bench', 'rtm/motor.rsg', 9.0)
///     rtm.load('Logic')
///     rtm.connect('Logic0.out', 'Motor0.position')
///     rtm.activate('Motor0')
///
/// Its settings are the script's variables, which it declares unless the script has done so:
///
///     Rtm.NameServer    '127.0.0.1:2809'       the naming service, or none: references become files in <logs>/ior
///     Rtm.Endpoint      'giop:tcp:127.0.0.1:'  where it listens; without port: any free one
///     Rtm.Period        1      steps from one control period of robots to the next
///     Rtm.Sync          false  lock-step: the world waits for components
///     Rtm.SyncTimeout   1.0    s of real time it waits for one period; 0: for ever
///     Rtm.CallTimeout   1000   ms a call to others may take
///     Rtm.Patience      10.0   s until a component that is switched on has to be on
///     Rtm.Watchdog      500    simulated ms after which an actuator whose stream stops is safe; 0: never
///     Rtm.PortLog       false  every value of a port goes into ports.log
///     Rtm.ExportAgents  false  every agent is a component, too: it lets others act for them
class RtmServer final : public spark::GatewayNode {
 public:
  static constexpr std::size_t kMaxRobots = 64;
  static constexpr std::size_t kMaxActs = 100;        ///< of one agent at its birth
  static constexpr std::size_t kMaxActBytes = 16384;  ///< of one of them
  static constexpr std::size_t kMaxWishes = 10'000;   ///< wires, switches and scheduled values, each

  // Script methods. What is impossible raises an error in the script.

  /// An agent that gets its body from a scene file, with those arguments, and senses and acts in each control period.
  void add_robot(const std::string& name, const std::string& scene, const spark::Values& arguments);
  /// An agent with the timing of the match, which begins with these acts, one per sensation.
  void add_agent(const std::string& name, const spark::Values& acts);
  /// Loads a module of components and makes one of the type of that name, with parameters 'name=value'.
  void load(const std::string& module, const spark::Values& parameters);
  // By the names that components have here: the first Motor is Motor0.
  void connect(const std::string& out, const std::string& in);
  void activate(const std::string& component);
  void deactivate(const std::string& component);
  /// Puts a value into an InPort at that simulated time.
  void schedule(const std::string& port, double seconds, const spark::Values& value);

  std::unique_ptr<spark::AgentGateway> make_gateway(spark::GatewayContext& context) override;

 protected:
  void linked() override;

 private:
  void add(const std::string& method, RobotOffer offer);
  RtmGateway::Script script_;
};

void register_rtm_classes(spark::ClassRegistry& classes);

}  // namespace rtm
