// SPDX-License-Identifier: Apache-2.0
// The operations of the interfaces of 2003, called through the ORB of the same process.
#include <catch2/catch.hpp>

#include <limits>

#include "gateways/rtm/corba/any_value.h"
#include "tests/gateways/rtm/corba/stage.h"

using namespace rtm;

namespace {

CORBA::Any any_of(CORBA::Float number) {
  CORBA::Any any;
  any <<= number;
  return any;
}

float float_in(const CORBA::Any& any) {
  CORBA::Float number = -1;
  REQUIRE((any >>= number));
  return number;
}

}  // namespace

TEST_CASE("a component answers with the same ports in the order of declaration") {
  Stage stage;
  stage.add("Box", [](Bench& box) {
    box.in("second");
    box.in("first");
    box.out("a");
    box.out("b", ValueType::string);
  });
  const RtComponent_var box = stage.component("Box0");
  InPortList_var in = box->in_ports(), again = box->in_ports();
  REQUIRE(in->length() == 2);
  CHECK(std::string(CORBA::String_var(in[0]->name()).in()) == "second");
  CHECK(std::string(CORBA::String_var(in[1]->name()).in()) == "first");
  CHECK(in[0]->_is_equivalent(again[0]));
  CHECK(in[1]->_is_equivalent(again[1]));
  CHECK_FALSE(in[0]->_is_equivalent(again[1]));
  OutPortList_var out = box->out_ports();
  REQUIRE(out->length() == 2);
  CHECK(CORBA::TypeCode_var(out[0]->port_type())->equal(CORBA::_tc_float));
  CHECK(CORBA::TypeCode_var(out[1]->port_type())->equal(CORBA::_tc_string));
  CHECK(box->_is_a("IDL:RtComponent:1.0"));
  CHECK(in[0]->_is_a("IDL:InPort:1.0"));
  CHECK(out[0]->_is_a("IDL:OutPort:1.0"));
}

TEST_CASE("put takes a value, and refuses wrong ones without a change") {
  Stage stage;
  const auto box = stage.add("Box", [](Bench& made) { made.in("in"); });
  const InPort_var port = in_port(stage.component("Box0"), "in");
  port->put(any_of(2.5F));
  CHECK(box->in_port("in")->get().number() == 2.5);
  CORBA::Any text;
  text <<= "two";
  try {
    port->put(text);
    FAIL("a text is no number");
  } catch (const CORBA::BAD_PARAM& refused) {
    CHECK(refused.minor() == 2);
  }
  try {
    port->put(any_of(std::numeric_limits<float>::quiet_NaN()));
    FAIL("NaN was taken");
  } catch (const CORBA::BAD_PARAM& refused) {
    CHECK(refused.minor() == 1);
  }
  CHECK(box->in_port("in")->get().number() == 2.5);
  CHECK(stage.said("Box0.in: a value of another type was put into this port of type float; nothing changes"));
  CHECK(stage.publisher->counts().refused == 2);
  CHECK(stage.publisher->counts().values_in == 1);
}

TEST_CASE("get gives the neutral value, then the last one") {
  Stage stage;
  const auto box = stage.add("Box", [](Bench& made) { made.out("out"); });
  const OutPort_var port = out_port(stage.component("Box0"), "out");
  CHECK(float_in(CORBA::Any_var(port->get()).in()) == 0.0F);
  box->out_port("out")->put(Value(7.5F));
  CHECK(float_in(CORBA::Any_var(port->get()).in()) == 7.5F);
}

TEST_CASE("ports of one process are connected and disconnected by subscribe and unsubscribe") {
  Stage stage;
  const auto from = stage.add("From", [](Bench& made) { made.out("out"); });
  const auto to = stage.add("To", [](Bench& made) {
    made.in("in", ValueType::float64);
    made.in("words", ValueType::string);
  });
  const OutPort_var out = out_port(stage.component("From0"), "out");
  const InPort_var in = in_port(stage.component("To0"), "in");
  const InPort_var words = in_port(stage.component("To0"), "words");
  CHECK(out->subscribe(repeated, in.in()));
  CHECK_FALSE(out->subscribe(repeated, in.in()));
  CHECK(out->subscribe(once, in.in()));
  CHECK_FALSE(out->subscribe(repeated, words.in()));
  CHECK_FALSE(out->subscribe(repeated, ::InPort::_nil()));
  CHECK(stage.said("From0.out: a subscription is refused: To0.words takes string"));
  from->out_port("out")->put(Value(1.5F));
  CHECK(to->in_port("in")->get().number() == 1.5);
  CHECK(to->in_port("in")->puts() == 2);
  CHECK(out->unsubscribe(repeated, in.in()));
  CHECK_FALSE(out->unsubscribe(repeated, in.in()));
  CHECK_FALSE(out->unsubscribe(once, in.in()));
  from->out_port("out")->put(Value(2.5F));
  CHECK(to->in_port("in")->get().number() == 1.5);
}

TEST_CASE("a component that was removed does not answer any more") {
  Stage stage;
  auto box = stage.add("Box", [](Bench& made) { made.in("in"); });
  const RtComponent_var component = stage.component("Box0");
  const InPort_var port = in_port(component.in(), "in");
  stage.manager->remove(box);
  box.reset();
  CHECK_THROWS_AS(port->put(any_of(1)), CORBA::OBJECT_NOT_EXIST);
  CHECK_THROWS_AS(component->on(), CORBA::OBJECT_NOT_EXIST);
  CHECK(component->_non_existent());
  CHECK(stage.reference("Box0").empty());
}
