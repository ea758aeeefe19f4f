// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/control/bridge_object.h"

#include <OpenHRP.hh>
#include <catch2/catch.hpp>
#include <memory>
#include <string>

#include "gateways/rtm/corba/names.h"
#include "gateways/rtm/corba/orb_access.h"
#include "tests/gateways/rtm/corba/stage.h"

namespace rtm {
namespace {

struct BridgeObjectBench {
  OpenHRP::Controller_var controller(const std::string& name) {
    const auto folder = names(*stage.orb, {.name_server = "none", .reference_folder = stage.folder / "ior"},
                              spark::RealClock::system());
    const CORBA::Object_var object = folder->resolve(root_path(name, ""));
    return OpenHRP::Controller::_narrow(object.in());
  }
  std::unique_ptr<BridgeObject> make(const std::optional<std::string>& name, const std::string& robot) {
    return std::make_unique<BridgeObject>(*stage.orb, *stage.publisher, BridgeObject::Settings{name, robot, 0.002});
  }
  Stage stage;
};

}  // namespace

TEST_CASE("a bridge refuses to be driven by other schedulers") {
  BridgeObjectBench bench;
  auto bridge = bench.make("ArmController", "arm");
  const OpenHRP::Controller_var controller = bench.controller("ArmController");
  REQUIRE_FALSE(CORBA::is_nil(controller.in()));
  // As published schedulers begin.
  controller->setModelName("arm");
  controller->setDynamicsSimulator(OpenHRP::DynamicsSimulator::_nil());
  controller->setViewSimulator(OpenHRP::ViewSimulator::_nil());
  controller->setTimeStep(0.002);
  try {
    controller->initialize();
    FAIL("it was initialized");
  } catch (const OpenHRP::Controller::ControllerException& refusal) {
    CHECK(
        std::string(refusal.description.in()) ==
        "ArmController is the bridge of robot arm, which the scheduler of its own server drives, in control periods of "
        "0.002 s; no other scheduler can");
  }
  CHECK_THROWS_AS(controller->start(), CORBA::BAD_INV_ORDER);
  CHECK_THROWS_AS(controller->input(), CORBA::BAD_INV_ORDER);
  CHECK_THROWS_AS(controller->control(), CORBA::BAD_INV_ORDER);
  CHECK_THROWS_AS(controller->output(), CORBA::BAD_INV_ORDER);
  CHECK_THROWS_AS(controller->stop(), CORBA::BAD_INV_ORDER);
  CHECK_THROWS_AS(controller->destroy(), CORBA::NO_PERMISSION);
  controller->shutdown();
  CHECK(bench.stage.said("bridge ArmController: another program calls its initialize"));
  for (int i = 0; i != 1000; ++i) CHECK_THROWS_AS(controller->control(), CORBA::BAD_INV_ORDER);
  CHECK(bench.stage.lines().size() < 15);
  bridge.reset();
  CHECK_THROWS_AS(controller->initialize(), CORBA::OBJECT_NOT_EXIST);
}

TEST_CASE("only the first bridge without server-name is published under the default name") {
  BridgeObjectBench bench;
  auto first = bench.make({}, "arm");
  auto second = bench.make({}, "vehicle");
  CHECK(
      bench.stage.said("rtm: the bridge of robot vehicle is not a Controller object: ControllerBridge is the bridge of "
                       "robot arm; the key server-name in its file gives it a name of its own"));
  CHECK_FALSE(bench.stage.said("warning"));
  second.reset();
  bench.controller("ControllerBridge")->setTimeStep(0.002);
  first.reset();
  // The name is free again.
  const auto third = bench.make({}, "vehicle");
  bench.controller("ControllerBridge")->setTimeStep(0.002);
}

TEST_CASE("only the first of several bridges with the same name is published under it") {
  BridgeObjectBench bench;
  auto first = bench.make("ControllerBridge", "arm");
  auto second = bench.make("ControllerBridge", "vehicle");
  auto twice = bench.make("ControllerBridge", "arm");
  CHECK(bench.stage.said("warning: the name ControllerBridge belongs to an object at " + bench.stage.orb->endpoint()));
  CHECK(bench.stage.said("warning: rtm: the bridge of robot arm is not known as ControllerBridge: "));
  second.reset();
  twice.reset();
  const OpenHRP::Controller_var controller = bench.controller("ControllerBridge");
  controller->setTimeStep(0.002);
  first.reset();
  CHECK_THROWS_AS(controller->setTimeStep(0.002), CORBA::OBJECT_NOT_EXIST);
}

}  // namespace rtm
