// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gateways/rtm/device/robot_component.h"

namespace rtm {

/// Devices of a robot as a component: its ports represent percepts and effectors.
///
/// While it is off, its OutPorts keep their values and its actuators rest, or are released if the scene defines how.
/// When it is switched on, the actuators hold their position until a value arrives.
class Device : public RobotComponent {
 public:
  /// Leaves out ports whose effector, parameter or percept does not exist or does not fit; each is reported in
  /// `mistakes`.
  Device(const ComponentPlan& plan, const std::vector<EffectorForm>& effectors, const PerceptPaths& paths,
         Watchdog::Time usual_watchdog, std::vector<ComponentPlan::Mistake>& mistakes);

  void find_percepts(const PerceptPaths& paths) override;
  void sense(const spark::PerceptArray& percepts) override;
  void act(Answer& answer, spark::Step step, PortLog* log) override;

 protected:
  void on_watchdog(InPort& port) override;

 private:
  struct Out {
    OutPort* port;
    ComponentPlan::Out plan;
    PerceptPaths::Place place;
    Value value;
  };
  struct In {
    InPort* port;
    ComponentPlan::In plan;
    std::size_t effector;
    std::size_t parameter;  ///< the first
    std::size_t count;      ///< the count of numbers
    Value value;
    bool is_due = false;       ///< has a value that its effector has not received yet
    bool has_stopped = false;  ///< its watchdog has expired since the last `act`
  };
  using Numbers = std::array<std::optional<double>, spark::Arguments::kMaxArguments>;
  /// An effector that the device uses: the last number for each parameter, the numbers that are sent with every action
  /// while the device is on (`on`), and those that are sent when it is switched off (`off`).
  struct Used {
    std::size_t effector;
    Numbers numbers{}, on{}, off{};
    bool is_due = false;
  };

  void add_out(const ComponentPlan::Out& plan, const PerceptPaths& paths,
               std::vector<ComponentPlan::Mistake>& mistakes);
  void add_in(const ComponentPlan::In& plan, const std::vector<EffectorForm>& effectors, Watchdog::Time usual,
              std::vector<ComponentPlan::Mistake>& mistakes);
  bool read(Out& out, const spark::PerceptArray& percepts) const;
  void take(In& in);
  Used& used(std::size_t effector);
  void add_constant(const ComponentPlan::Constant& constant, const std::vector<EffectorForm>& effectors,
                    std::vector<ComponentPlan::Mistake>& mistakes);
  void hold(Used& used, Answer& answer);
  void release(Used& used, Answer& answer);
  void stop(const In& in, Answer& answer);

  std::vector<Out> outs_;
  std::vector<In> ins_;
  std::vector<Used> used_;
  bool was_on_ = false;
};

/// Makes the device of a plan; one of the type Motor also has the operations of that interface (motor_operations.h).
std::shared_ptr<Device> make_device(const ComponentPlan& plan, const std::vector<EffectorForm>& effectors,
                                    const PerceptPaths& paths, Watchdog::Time usual_watchdog,
                                    std::vector<ComponentPlan::Mistake>& mistakes);

}  // namespace rtm
