// SPDX-License-Identifier: Apache-2.0
// Values over connectors to ports of another system: octets in both byte orders, failures that end a connector or not,
// buffers of both ends.
#include <catch2/catch.hpp>

#include <limits>

#include "gateways/rtm/component/cdr.h"
#include "gateways/rtm/corba/nv_list.h"
#include "tests/gateways/rtm/corba/omg_stage.h"
#include "tests/support/waiting.h"

using namespace rtm;

namespace {

using Octets = std::vector<std::uint8_t>;

/// A component of this program and a port of another system, with objects for push and pull.
struct Mixed : OmgStage {
  using OmgStage::OmgStage;
  ~Mixed() {
    orb->access().remove("theirs/in");
    orb->access().remove("theirs/out");
    in_cdr->_remove_ref();
    out_cdr->_remove_ref();
  }

  std::shared_ptr<Ported> ours = add("Ours0", [](Ported& made) {
    made.add_in_port("in");
    made.add_in_port("row", ValueType::doubles);
    made.add_out_port("out");
    made.add_out_port("row_out", ValueType::doubles);
  });
  ForeignServed theirs{*this, "theirs"};
  ForeignInPortCdr* const in_cdr = new ForeignInPortCdr;
  ForeignOutPortCdr* const out_cdr = new ForeignOutPortCdr;
  std::string in_ior = serve(in_cdr, "theirs/in"), out_ior = serve(out_cdr, "theirs/out");

  std::string serve(PortableServer::Servant servant, const std::string& key) {
    const CORBA::Object_var object = orb->access().add(servant, key);
    const CORBA::String_var text_of_it = orb->access().orb->object_to_string(object.in());
    return text_of_it.in();
  }
  /// Their port publishes one of these objects.
  void publish(const char* name, const std::string& ior) {
    theirs->publishes = [name, ior](RTC::ConnectorProfile& profile) {
      set_text(profile.properties, name, ior);
      return RTC::RTC_OK;
    };
  }
  void publish_in() { publish("dataport.corba_cdr.inport_ior", in_ior); }
  void publish_out() { publish("dataport.corba_cdr.outport_ior", out_ior); }
  RTC::ConnectorProfile joined(const std::string& name, const Properties& properties) {
    auto profile = profile_of({port(name), theirs->self}, properties);
    REQUIRE(port(name)->connect(profile) == RTC::RTC_OK);
    return profile;
  }
  /// The object that our InPort has published.
  OpenRTM::InPortCdr_var published(const RTC::ConnectorProfile& profile) {
    const auto ior = find_text(profile.properties, "dataport.corba_cdr.inport_ior");
    REQUIRE(ior);
    const CORBA::Object_var object = orb->access().orb->string_to_object(ior->c_str());
    const CORBA::Object_var same = find_object(profile.properties, "dataport.corba_cdr.inport_ref");
    REQUIRE(object->_is_equivalent(same.in()));
    return OpenRTM::InPortCdr::_narrow(object.in());
  }
  OpenRTM::OutPortCdr_var asked(const RTC::ConnectorProfile& profile) {
    const auto ior = find_text(profile.properties, "dataport.corba_cdr.outport_ior");
    REQUIRE(ior);
    const CORBA::Object_var object = orb->access().orb->string_to_object(ior->c_str());
    return OpenRTM::OutPortCdr::_narrow(object.in());
  }
};

OpenRTM::CdrData data_of(const Octets& octets) {
  OpenRTM::CdrData data;
  data.length(static_cast<CORBA::ULong>(octets.size()));
  std::copy(octets.begin(), octets.end(), data.get_buffer());
  return data;
}

const Octets kRowLittle{0x01, 0, 0, 0, 0xf4, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x04, 0x40};
const Octets kRowBig{0, 0, 0, 1, 0, 0, 1, 0xf4, 0, 0, 0, 1, 0, 0, 0, 0, 0x40, 0x04, 0, 0, 0, 0, 0, 0};

/// 2.5 at 1 s and 500 ns.
Value row() {
  Value value(Value::Doubles{2.5});
  value.set_time(std::chrono::seconds(1) + std::chrono::nanoseconds(500));
  return value;
}

}  // namespace

TEST_CASE("a pushed value arrives in the octets of the structure, in both byte orders") {
  for (const bool is_big : {false, true}) {
    Mixed mixed;
    mixed.publish_in();
    mixed.joined("Ours0.row_out", with(pushed(), {{"dataport.serializer.cdr.endian", is_big ? "big" : "little,big"}}));
    mixed.ours->out_port("row_out")->put(row());
    REQUIRE(mixed.in_cdr->octets().size() == 1);
    CHECK(mixed.in_cdr->octets()[0] == (is_big ? kRowBig : kRowLittle));
  }
}

TEST_CASE("values put by another system are read in both byte orders") {
  for (const bool is_big : {false, true}) {
    Mixed mixed;
    const auto profile =
        mixed.joined("Ours0.row", with(pushed(), {{"dataport.serializer.cdr.endian", is_big ? "big" : "little,big"}}));
    const OpenRTM::InPortCdr_var cdr = mixed.published(profile);
    REQUIRE_FALSE(CORBA::is_nil(cdr.in()));
    CHECK(cdr->put(data_of(is_big ? kRowBig : kRowLittle)) == OpenRTM::PORT_OK);
    Value value;
    REQUIRE(mixed.ours->in_port("row")->take(value));
    CHECK(value == row());
    CHECK(value.time() == row().time());
  }
}

TEST_CASE("octets that are not a value of the port's type are refused and change nothing") {
  Mixed mixed;
  const auto profile = mixed.joined("Ours0.row", pushed());
  const OpenRTM::InPortCdr_var cdr = mixed.published(profile);
  Octets nan = kRowLittle, longer = kRowLittle, lying = kRowLittle;
  nan[22] = 0xf8;
  nan[23] = 0x7f;
  longer.push_back(0);
  lying[8] = 0xff;
  lying[11] = 0xff;
  for (const Octets& octets : {Octets(), Octets(7, 0), nan, longer, lying, Octets((2U << 20U) - 200, 0)}) {
    INFO(octets.size());
    CHECK(cdr->put(data_of(octets)) == OpenRTM::PORT_ERROR);
  }
  Value value;
  CHECK_FALSE(mixed.ours->in_port("row")->take(value));
  CHECK(cdr->put(data_of(kRowLittle)) == OpenRTM::PORT_OK);
  CHECK(mixed.ours->in_port("row")->take(value));
  CHECK(mixed.ours->in_port("row")->refused() == 6);
  CHECK(mixed.lines_with("was put into this port of type doubles; nothing changes") > 0);
  CHECK(connectors(mixed.port("Ours0.row").in()).size() == 1);
}

TEST_CASE("the buffer of an InPort has the length and the policy of its connector") {
  Mixed mixed;
  auto profile = mixed.joined("Ours0.in", with(pushed(), {{"dataport.buffer.length", "2"},
                                                          {"dataport.inport.buffer.write.full_policy", "do_nothing"}}));
  const OpenRTM::InPortCdr_var cdr = mixed.published(profile);
  const auto put = [&cdr](float number) {
    Octets octets;
    write_cdr(Value(number), std::endian::little, octets);
    return cdr->put(data_of(octets));
  };
  CHECK(put(1) == OpenRTM::PORT_OK);
  CHECK(put(2) == OpenRTM::PORT_OK);
  CHECK(put(3) == OpenRTM::BUFFER_FULL);
  Value value;
  REQUIRE(mixed.ours->in_port("in")->next(value));
  CHECK(value == Value(1.0F));
  CHECK(put(4) == OpenRTM::PORT_OK);
  REQUIRE(mixed.ours->in_port("in")->next(value));
  CHECK(value == Value(2.0F));
  // Without its connector the object does not exist any more.
  CHECK(mixed.port("Ours0.in")->disconnect(profile.connector_id.in()) == RTC::RTC_OK);
  CHECK_THROWS_AS(put(5), CORBA::OBJECT_NOT_EXIST);
}

TEST_CASE("an OutPort that is pulled from returns its buffered values in order") {
  Mixed mixed;
  auto profile = mixed.joined("Ours0.row_out", with(pulled(), {{"dataport.outport.buffer.length", "2"},
                                                               {"dataport.buffer.read.empty_policy", "do_nothing"},
                                                               {"dataport.serializer.cdr.endian", "big,little"}}));
  const OpenRTM::OutPortCdr_var cdr = mixed.asked(profile);
  OpenRTM::CdrData_var data;
  CHECK(cdr->get(data.out()) == OpenRTM::BUFFER_EMPTY);
  CHECK(data->length() == 0);
  for (const double number : {1.0, 2.0, 2.5}) {
    Value value(Value::Doubles{number});
    value.set_time(row().time());
    mixed.ours->out_port("row_out")->put(value);
  }
  CHECK(cdr->get(data.out()) == OpenRTM::PORT_OK);  // 2.0: the first has made way
  CHECK(cdr->get(data.out()) == OpenRTM::PORT_OK);
  CHECK(Octets(data->get_buffer(), data->get_buffer() + data->length()) == kRowBig);
  CHECK(cdr->get(data.out()) == OpenRTM::BUFFER_EMPTY);
  mixed.port("Ours0.row_out")->disconnect_all();
  CHECK_THROWS_AS(cdr->get(data.out()), CORBA::OBJECT_NOT_EXIST);
}

TEST_CASE("an InPort pulls from another system's OutPort when it is read") {
  Mixed mixed;
  mixed.publish_out();
  std::pair<OpenRTM::PortStatus, Octets> answer{OpenRTM::PORT_OK, kRowBig};
  mixed.out_cdr->answers = [&answer] { return answer; };
  mixed.joined("Ours0.row", with(pulled(), {{"dataport.serializer.cdr.endian", "big"}}));
  Value value;
  REQUIRE(mixed.ours->in_port("row")->take(value));
  CHECK(value == row());
  answer = {OpenRTM::BUFFER_EMPTY, {}};
  CHECK_FALSE(mixed.ours->in_port("row")->take(value));
  answer = {OpenRTM::PORT_OK, Octets(5, 1)};
  CHECK_FALSE(mixed.ours->in_port("row")->take(value));
  CHECK(mixed.lines_with("Ours0.row: ") == 1);
  CHECK(connectors(mixed.port("Ours0.row").in()).size() == 1);
  // The object is gone: one line, and the connector ends.
  mixed.orb->access().remove("theirs/out");
  CHECK_FALSE(mixed.ours->in_port("row")->take(value));
  CHECK(connectors(mixed.port("Ours0.row").in()).empty());
  CHECK(mixed.lines_with("has ended: the port at ") == 1);
  CHECK(wait_until([&] { return connectors(mixed.theirs->self.in()).empty(); }));
}

TEST_CASE("refused values do not end a connector, an object that is gone does, with one line") {
  Mixed mixed;
  mixed.publish_in();
  mixed.joined("Ours0.out", pushed());
  const auto put = [&mixed](float number) { mixed.ours->out_port("out")->put(Value(number)); };
  OpenRTM::PortStatus status = OpenRTM::BUFFER_FULL;
  mixed.in_cdr->answers = [&status] { return status; };
  for (const auto answer :
       {OpenRTM::BUFFER_FULL, OpenRTM::PORT_ERROR, OpenRTM::BUFFER_TIMEOUT, OpenRTM::UNKNOWN_ERROR}) {
    status = answer;
    put(1);
  }
  CHECK(mixed.in_cdr->octets().size() == 4);
  CHECK(connectors(mixed.port("Ours0.out").in()).size() == 1);
  const int before = static_cast<int>(mixed.lines().size());
  mixed.orb->access().remove("theirs/in");
  put(2);
  put(3);
  CHECK(connectors(mixed.port("Ours0.out").in()).empty());
  CHECK(mixed.ours->out_port("out")->links().empty());
  CHECK(static_cast<int>(mixed.lines().size()) == before + 1);
  CHECK(mixed.lines_with("Ours0.out: the connection ") == 1);
  // Their port learns of it.
  CHECK(wait_until([&] { return connectors(mixed.theirs->self.in()).empty(); }));
}

TEST_CASE("values arrive by each subscription type") {
  for (const Properties& more :
       std::vector<Properties>{{{"dataport.subscription_type", "flush"}},
                               {{"dataport.subscription_type", "new"}},
                               {{"dataport.subscription_type", "new"}, {"dataport.publisher.push_policy", "all"}},
                               {{"dataport.subscription_type", "periodic"}, {"dataport.publisher.push_rate", "200"}}}) {
    Mixed mixed;
    mixed.publish_in();
    mixed.joined("Ours0.out", with(pushed(), more));
    mixed.ours->out_port("out")->put(Value(1.5F));
    CHECK(wait_until([&] { return mixed.in_cdr->octets().size() == 1; }));
  }
}

TEST_CASE("connections with invalid references, or to objects of another kind, are refused") {
  Mixed mixed;
  for (const std::string& ior : {std::string("null"), std::string("IOR:"), std::string("IOR:zz"), mixed.out_ior,
                                 std::string("corbaname::127.0.0.1:1#x"), std::string("corbaloc::127.0.0.1:1/x"),
                                 std::string(100'000, 'I'), mixed.text(mixed.port("Ours0.in").in())}) {
    INFO(ior.substr(0, 30));
    mixed.publish("dataport.corba_cdr.inport_ior", ior);
    auto profile = profile_of({mixed.port("Ours0.out"), mixed.theirs->self}, pushed());
    CHECK(mixed.port("Ours0.out")->connect(profile) == RTC::RTC_ERROR);
    CHECK(connectors(mixed.port("Ours0.out").in()).empty());
    CHECK(connectors(mixed.theirs->self.in()).empty());
    mixed.publish("dataport.corba_cdr.outport_ior", ior == mixed.out_ior ? mixed.in_ior : ior);
    profile = profile_of({mixed.port("Ours0.in"), mixed.theirs->self}, pulled());
    CHECK(mixed.port("Ours0.in")->connect(profile) == RTC::RTC_ERROR);
    CHECK(connectors(mixed.port("Ours0.in").in()).empty());
  }
}

TEST_CASE("the object reference is used if the text of the reference is missing") {
  Mixed mixed;
  const CORBA::Object_var object = mixed.orb->access().orb->string_to_object(mixed.in_ior.c_str());
  mixed.theirs->publishes = [&object](RTC::ConnectorProfile& profile) {
    set_object(profile.properties, "dataport.corba_cdr.inport_ref", object.in(), "IDL:OpenRTM/InPortCdr:1.0");
    return RTC::RTC_OK;
  };
  mixed.joined("Ours0.out", pushed());
  mixed.ours->out_port("out")->put(Value(1.5F));
  CHECK(mixed.in_cdr->octets().size() == 1);
}
