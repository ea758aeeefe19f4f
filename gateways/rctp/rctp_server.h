// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "gateways/rctp/robot.h"
#include "spark/agent/gateway_node.h"

namespace rctp {

/// The class `RctpServer` of this module: offers robots that people operate over the network (RCTP).
///
///     importBundle 'rctp'
///     operators = new('RctpServer', '/sys/server/rctp')
///     operators.addRobot('rover', '(beam 1 2 0)')
///     operators.translate('rover', 'drive', 'DifferentialDrive', 'left', 'right', '0.06', '0.3')
///
/// Its settings are the script's variables, which it declares unless the script has done so:
///
///     Rctp.Port      'off'        the port, 0 for any free one, or off
///     Rctp.Address   '127.0.0.1'  the address to listen on
///     Rctp.World     'all'        what of the surroundings operators see: all, own (their robot) or none
///     Rctp.Silence   1.0          s without a record, after which a robot comes to rest; 0: never
///     Rctp.Replay    ''           a folder with the operators' logs of an earlier match, which robots obey
class RctpServer final : public spark::GatewayNode {
 public:
  static constexpr std::size_t kMaxRobots = 22;
  static constexpr std::size_t kMaxActs = 100;        ///< of one robot at its birth
  static constexpr std::size_t kMaxActBytes = 16384;  ///< of one of them

  // Script methods. What is impossible raises an error in the script.

  /// A robot of that name, which is an agent from the beginning of the match on: it sends (create), then each of `acts`
  /// by itself, one for each sensation.
  void add_robot(const std::string& name, const spark::Values& acts);
  /// The robot has an object of that name, in a standard form, in place of the effectors that the translator uses.
  void translate(const std::string& robot, const std::string& object, const std::string& translator,
                 const spark::Values& arguments);

  std::unique_ptr<spark::AgentGateway> make_gateway(spark::GatewayContext& context) override;

 protected:
  void linked() override;

 private:
  std::vector<RobotOffer> offers_;
};

void register_rctp_classes(spark::ClassRegistry& classes);

}  // namespace rctp
