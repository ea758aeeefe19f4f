// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <memory>
#include <stdexcept>
#include <string>

#include <Simulation.hh>
#include "gateways/rtm/component/manager.h"
#include "gateways/rtm/corba/service.h"

namespace rtm {
namespace {

/// Steps a world: while its service port `simulation` is connected to that of World0, each pass makes `steps` steps of
/// the world (a parameter, 1 to 1,000,000, default 1) and puts the simulated time after them into `time` (s). The world
/// is paused between its passes, and stays paused when the component is switched off. If a call to the world fails, for
/// instance because it takes longer than a call may, the component is at fault.
///
/// It is the sample of a component that uses a service: the consumer is a member that is constructed with the port, and
/// returns the stub that omniidl generates from the service's IDL.
class Stepper final : public Component {
 public:
  Stepper()
      : Component("Stepper", Pattern::client),
        simulation_(add_service_port("simulation"), "simulation", "rcss::Simulation"),
        time_(add_out_port("time", ValueType::float64)) {
    add_parameter("steps", "1");
  }

 private:
  static constexpr double kMaxSteps = 1'000'000;

  void on_execute() override try {
    const rcss::Simulation_var world = simulation_.get();
    if (CORBA::is_nil(world.in())) return;
    world->step(static_cast<CORBA::ULong>(std::clamp(number_parameter("steps", 1.0), 1.0, kMaxSteps)));
    time_.put(Value(world->time()));
  } catch (const CORBA::SystemException& exception) {
    throw std::runtime_error(std::string("the world cannot be stepped: CORBA::") + exception._name());
  }

  ServiceConsumer<rcss::Simulation> simulation_;
  OutPort& time_;
};

}  // namespace
}  // namespace rtm

extern "C" void StepperInit(rtm::Manager& manager) {
  manager.add_type("Stepper", [] { return std::make_shared<rtm::Stepper>(); });
}
