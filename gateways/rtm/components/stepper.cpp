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

/// Steps a world: while its service port `simulation` is connected to that of World0, each of its passes makes as many
/// steps as the parameter `steps` says (1 to 1,000,000, preset 1), and puts the simulated time after them into `time`
/// (s). The world stands in between, and when the component is switched off. A call to the world that fails, as when it
/// takes longer than calls may, is a fault of the component.
///
/// The sample of a component that uses a service: the consumer is a member that is made with the port, and gives the
/// stub that omniidl has made of the service's IDL.
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
