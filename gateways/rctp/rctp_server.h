// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "gateways/rctp/port/page_files.h"
#include "gateways/rctp/robot.h"
#include "spark/agent/gateway_node.h"

namespace rctp {

/// The class `RctpServer` for scripts, which offers robots that people operate over the network (RCTP).
///
///     importBundle 'rctp'
///     operators = new('RctpServer', '/sys/server/rctp')
///     operators.addRobot('rover', '(beam 1 2 0)')
///     operators.translate('rover', 'drive', 'DifferentialDrive', 'left', 'right', '0.06', '0.3')
///     operators.offer('rover', 'drive', 'wheel.js')
/// Its settings are the variables `Rctp.…`, which it declares unless the script has done so; rctp_server.cpp has their
/// table, and --variables lists them.
class RctpServer final : public spark::GatewayNode {
 public:
  static constexpr std::size_t kMaxRobots = 22;
  static constexpr std::size_t kMaxActs = 100;        ///< of one robot at its birth
  static constexpr std::size_t kMaxActBytes = 16384;  ///< of one of them
  static constexpr std::size_t kMaxModules = 64;
  static constexpr std::size_t kMaxModuleBytes = 256 * 1024;  ///< of one of them

  // Methods of the script. Wrong arguments raise an error there.

  /// Offers a robot of that name. It is an agent from the beginning of the match, which sends (create) and then each of
  /// `acts`, one per sensation.
  void add_robot(const std::string& name, const spark::Values& acts);
  /// Offers an object in a standard form, in place of the effectors that the translator uses.
  void translate(const std::string& robot, const std::string& object, const std::string& translator,
                 const spark::Values& arguments);

  /// Gives the robot a microphone, which transmits the sound of its motors and of touches.
  void microphone(const std::string& robot);
  /// Offers a device translator (a JavaScript module) for an object of a robot to those who operate it on their page.
  /// The file is searched for like scripts, then like scene files, and read once.
  void offer(const std::string& robot, const std::string& object, const std::string& file);

  std::unique_ptr<spark::AgentGateway> make_gateway(spark::GatewayContext& context) override;

 protected:
  void linked() override;

 private:
  RobotOffer& offer_of(const std::string& robot, std::string_view method);

  std::vector<RobotOffer> offers_;
  std::vector<OfferedModule> modules_;
};

void register_rctp_classes(spark::ClassRegistry& classes);

}  // namespace rctp
