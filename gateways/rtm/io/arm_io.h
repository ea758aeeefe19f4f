// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "gateways/rtm/component/component.h"
#include "gateways/rtm/io/hardware_link.h"

namespace rtm {

/// Connects controllers to a real arm, with the same ports as the bridge of a simulated arm (scripts/rtm/arm_sim.conf):
/// OutPorts `angle` (rad, m for sliding joints) and `velocity`, InPort `torque` (N·m, N), each a sequence of doubles
/// with a number per joint. Measurements are put with the hardware's time, velocity first; torques are sent as soon as
/// they arrive. A command with fewer numbers leaves the other joints unchanged; surplus numbers are ignored.
///
/// It holds the last command for `kLongestHold`, then commands zero torque until the next command; it also commands
/// zero torque when it is switched off. Without hardware it stays on, puts nothing, and waits for the hardware;
/// hardware that lacks one of the joints is a fault.
///
/// Parameters, read on activation: `host` and `port` of the hardware, `joints`, their names in the order of the
/// numbers, and `sliders`, the sliding ones among them.
class ArmIo final : public Component {
 public:
  static constexpr std::chrono::nanoseconds kLongestHold = std::chrono::milliseconds(100);

  ArmIo();

 private:
  void on_activated() override;
  void on_execute() override;
  void on_deactivated() override;
  void put_measurement();
  void take_command();
  void release();

  OutPort& angle_;
  OutPort& velocity_;
  InPort& torque_;
  std::unique_ptr<HardwareLink> link_;
  HardwareLink::Measurement measured_;
  Value command_;
  std::vector<double> torques_;
  bool is_driven_ = false;       ///< the last command was not our own zero torque
  Value::Time last_command_{0};  ///< when it arrived, on the component's clock
};

}  // namespace rtm
