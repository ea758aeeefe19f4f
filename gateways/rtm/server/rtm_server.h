// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <set>
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
/// Its settings are the variables `Rtm.…`, which it declares unless the script has done so; rtm_server.cpp has their
/// table, and --variables lists them.
class RtmServer final : public spark::GatewayNode {
 public:
  static constexpr std::size_t kMaxRobots = 64;
  static constexpr std::size_t kMaxParts = 64;          ///< of the control of one robot
  static constexpr std::size_t kMaxActs = 100;          ///< of one agent at its birth
  static constexpr std::size_t kMaxActBytes = 16384;    ///< of one of them
  static constexpr std::size_t kMaxSetPoints = 10'000;  ///< wires, switches and scheduled values, each

  // Script methods. Impossible settings raise an error in the script.

  /// Adds a robot: an agent that gets its body from a scene file with those arguments, and senses and acts in each
  /// control period.
  void add_robot(const std::string& name, const std::string& scene, const spark::Values& arguments);
  /// Adds an agent with the timing of the match, which begins with these acts, one per sensation.
  void add_agent(const std::string& name, const spark::Values& acts);
  /// Makes components control a robot that was added before, as configured in a bridge file, which is searched for
  /// beside the script. `instance`: the controller of connections that name none; or empty. `seconds`: the control
  /// period, a whole number of steps. A mistake in the call or in the file ends the start, with one line.
  void bridge(const std::string& robot, const std::string& file, const std::string& instance, double seconds);
  /// Makes an object of another program control that robot, with that control period: an OpenHRP::Controller
  /// (gateways/rtm/idl/OpenHRP.idl), bound in the naming service under that name, with an empty kind.
  void controller(const std::string& robot, const std::string& name, double seconds);
  /// Loads a module of components and creates one of the type with that name, with parameters 'name=value'.
  void load(const std::string& module, const spark::Values& parameters);
  // Components are given by their local names: the first Motor is Motor0. All other names are those of components of
  // other programs, which are searched for until they appear.
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
  RobotOffer& controlled(const std::string& call, const std::string& robot, double seconds);
  template <typename Add>
  void add_control(const Add& add);
  void add_bridge(const std::string& robot, const std::string& file, const std::string& instance, double seconds);
  void add_controller(const std::string& robot, const std::string& name, double seconds);
  void claim(const std::string& call, const std::string& controller);
  RtmGateway::Script script_;
  std::string problem_;  ///< the first one of the robots' controls, which prevents the match; empty if there is none
  std::set<std::string> controllers_;  ///< each controls one robot
};

void register_rtm_classes(spark::ClassRegistry& classes);

}  // namespace rtm
