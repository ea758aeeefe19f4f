// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "gateways/rtm/device/component_plan.h"
#include "spark/core/class_registry.h"
#include "spark/core/transform.h"

namespace rtm {

/// The scene class `RtComponent` of this module: declares, anywhere below an agent, that devices of the agent form a
/// component. Its name is the component's type:
///
///     (nd RtComponent (setName Motor) (addInPort position position pos) (addOutPort position JS/joint/pos))
class RtComponent final : public spark::BaseNode {
 public:
  // Methods for scenes and scripts, in which impossible settings raise an error.
  void set_category(const std::string& text) { plan_.category = text; }
  /// Effector parameter = gain · value + offset. `parameter` is a name, an index from 0, or `*`.
  void add_in_port(const std::string& port, const std::string& effector, const std::string& parameter,
                   const spark::Values& gain_and_offset);
  /// Value = gain · number + offset.
  void add_out_port(const std::string& port, const std::string& path, const spark::Values& gain_and_offset);
  void set_digitizer(const std::string& port, double low, double high, int bits);
  void set_watchdog(const std::string& port, double ms, const std::string& neutral);
  /// Sets a number that is sent to the effector with every action while the component is on, such as a servo's power.
  void set_on(const std::string& effector, const std::string& parameter, double value);
  /// Sets a number that is sent to the effector when the component is switched off.
  void set_off(const std::string& effector, const std::string& parameter, double value);
  void set_port_type(const std::string& port, const std::string& type);

  /// The present state of the plan.
  ComponentPlan plan() const;

 protected:
  void linked() override;

 private:
  void add_constant(ComponentPlan::Constant constant);
  ComponentPlan plan_;
};

void register_rt_component(spark::ClassRegistry& classes);

}  // namespace rtm
