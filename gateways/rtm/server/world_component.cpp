// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/server/world_component.h"

#include <utility>

#include <Simulation.hh>
#include "gateways/rtm/corba/service.h"

namespace rtm {
namespace {

/// Throws the exception of Simulation.idl that callers get if the world has not carried out their request.
void check(WorldRun::Answer answer) {
  switch (answer) {
    case WorldRun::Answer::done:
      return;
    case WorldRun::Answer::late:
      throw CORBA::TIMEOUT(0, CORBA::COMPLETED_MAYBE);
    case WorldRun::Answer::interrupted:
      throw CORBA::BAD_INV_ORDER(0, CORBA::COMPLETED_MAYBE);
    case WorldRun::Answer::ended:
      throw CORBA::OBJECT_NOT_EXIST(0, CORBA::COMPLETED_MAYBE);
    case WorldRun::Answer::busy:
      throw CORBA::NO_RESOURCES(0, CORBA::COMPLETED_NO);
    case WorldRun::Answer::too_many:
      throw CORBA::BAD_PARAM(0, CORBA::COMPLETED_NO);
  }
}

class SimulationServant final : public POA_rcss::Simulation {
 public:
  explicit SimulationServant(std::shared_ptr<WorldRun> run) : run_(std::move(run)) {}
  CORBA::Double time() override { return run_->time(); }
  CORBA::Double time_step() override { return run_->time_step(); }
  void pause() override { check(run_->pause()); }
  void run() override { check(run_->run()); }
  void step(CORBA::ULong steps) override { check(run_->step(steps)); }

 private:
  const std::shared_ptr<WorldRun> run_;
};

class WorldComponent final : public Component {
 public:
  explicit WorldComponent(std::shared_ptr<WorldRun> run)
      : Component("World", Pattern::passive),
        simulation_(add_service_port("simulation"), "simulation", "rcss::Simulation",
                    new SimulationServant(std::move(run))) {}

 private:
  ServiceProvider simulation_;
};

}  // namespace

std::shared_ptr<Component> make_world_component(std::shared_ptr<WorldRun> run) {
  return std::make_shared<WorldComponent>(std::move(run));
}

}  // namespace rtm
