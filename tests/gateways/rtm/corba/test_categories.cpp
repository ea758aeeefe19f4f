// SPDX-License-Identifier: Apache-2.0
// Components with operations beyond the common interface, activities that hang, and views.
#include <Motor.hh>
#include <RtmView.hh>

#include <catch2/catch.hpp>
#include <condition_variable>

#include "gateways/rtm/corba/client.h"
#include "gateways/rtm/corba/motor_operations.h"
#include "tests/gateways/rtm/corba/stage.h"
#include "tests/support/waiting.h"

using namespace rtm;

namespace {

class TurningMotor final : public Component, public MotorOperations {
 public:
  TurningMotor() : Component("Motor", Pattern::passive) { add_in_port("position"); }
  void go_home() override { ++homes; }
  float limit() const override { return 135.0F; }
  std::atomic<int> homes{0};
};

/// Does not return from on_activated until let_go().
class Stuck final : public Component {
 public:
  Stuck() : Component("Stuck", Pattern::client) {}
  void let_go() {
    const std::lock_guard lock(mutex_);
    free_ = true;
    changed_.notify_all();
  }

 private:
  void on_activated() override {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return free_; });
  }
  std::mutex mutex_;
  std::condition_variable changed_;
  bool free_ = false;
};

class Failing final : public Component {
 public:
  Failing() : Component("Failing", Pattern::client) {}

 private:
  void on_activated() override { throw std::runtime_error("no power"); }
};

}  // namespace

TEST_CASE("a component of a category has that category's operations beside the common ones") {
  Stage stage;
  const auto motor = std::make_shared<TurningMotor>();
  stage.manager->adopt(motor);
  const CORBA::Object_var object = stage.object("Motor0");
  CHECK(object->_is_a("IDL:Motor:1.0"));
  CHECK(object->_is_a("IDL:RtComponent:1.0"));
  const Motor_var others = Motor::_narrow(object.in());
  CHECK(others->limit() == 135.0F);
  others->go_home();
  CHECK(motor->homes == 1);
  others->on();
  CHECK(motor->state() == State::on);
  CHECK(InPortList_var(others->in_ports())->length() == 1);
  CHECK(OutPortList_var(others->out_ports())->length() == 0);
}

TEST_CASE("another component called Motor is served without the operations of motors") {
  Stage stage;
  stage.add("Motor", [](Bench& made) { made.in("position"); });
  const CORBA::Object_var object = stage.object("Motor0");
  CHECK_FALSE(object->_is_a("IDL:Motor:1.0"));
  CHECK(object->_is_a("IDL:RtComponent:1.0"));
}

TEST_CASE("switching on a component that hangs times out, and its view shows a fault") {
  Stage stage({.name_server = "none", .reference_folder = {}}, std::chrono::milliseconds(200));
  const auto stuck = std::make_shared<Stuck>();
  stage.manager->adopt(stuck);
  const RtComponent_var component = stage.component("Stuck0");
  CHECK_THROWS_AS(component->on(), CORBA::TIMEOUT);
  const RtmView::Monitor_var view = RtmView::Monitor::_narrow(stage.object("Stuck0", "rtmon").in());
  CHECK(view->component_state() == RtmView::FAULT);
  CHECK_FALSE(std::string(CORBA::String_var(view->fault()).in()).empty());
  stuck->let_go();
}

TEST_CASE("a fault is reported with its reason") {
  Stage stage;
  stage.manager->adopt(std::make_shared<Failing>());
  Client client(*stage.orb, {.name_server = "none", .reference_folder = stage.folder / "ior"});
  try {
    client.switch_on("Failing0");
  } catch (const std::runtime_error&) {
  }
  CHECK(wait_until([&] { return client.inspect("Failing0").state == "fault"; }));
  CHECK(client.inspect("Failing0").fault.find("no power") != std::string::npos);
}

TEST_CASE("long values are shown cut off") {
  Stage stage;
  const auto box = stage.add("Box", [](Bench& made) {
    made.in("row", ValueType::doubles);
    made.in("words", ValueType::string);
  });
  box->in_port("row")->put(Value(Value::Doubles(60'000, 0.5)));
  std::string words;
  for (int i = 0; i != 200; ++i) words += "ü";
  box->in_port("words")->put(Value(words));
  Client client(*stage.orb, {.name_server = "none", .reference_folder = stage.folder / "ior"});
  const ComponentView view = client.inspect("Box0");
  REQUIRE(view.in.size() == 2);
  CHECK(view.in[0].value.size() < 300);
  CHECK(view.in[0].value.starts_with("0.5 0.5 "));
  CHECK(view.in[0].value.ends_with(" ..."));
  CHECK(view.in[1].value == words.substr(0, 200) + " ...");
  CHECK_THROWS_WITH(client.get("Box0.row"), "the value of Box0.row is too long to be shown");
}
