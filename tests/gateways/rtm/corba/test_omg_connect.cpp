// SPDX-License-Identifier: Apache-2.0
// Data ports in the OMG's form: profiles, chains begun at either port with ports in either order, settings, refusals,
// disconnecting, and chains that stop half-way.
#include <catch2/catch.hpp>
#include <condition_variable>
#include <thread>

#include "gateways/rtm/corba/nv_list.h"
#include "gateways/rtm/corba/omg_wiring.h"
#include "tests/gateways/rtm/corba/omg_stage.h"
#include "tests/support/waiting.h"

using namespace rtm;

namespace {

/// Out0.out and In0.in, of TimedFloat.
struct Pair : OmgStage {
  std::shared_ptr<Ported> from = add("Out0", [](Ported& made) { made.add_out_port("out"); });
  std::shared_ptr<Ported> to = add("In0", [](Ported& made) {
    made.add_in_port("in");
    made.add_in_port("words", ValueType::string);
  });
  RTC::PortService_var out = port("Out0.out"), in = port("In0.in"), words = port("In0.words");

  void put(float number) { from->out_port("out")->put(Value(number)); }
  double got() { return to->in_port("in")->get().number(); }
  bool is_bare() { return connectors(out.in()).empty() && connectors(in.in()).empty(); }
};

std::string property(const RTC::PortProfile& profile, const std::string& name) {
  return find_text(profile.properties, name).value_or("(none)");
}

}  // namespace

TEST_CASE("ports have profiles like those of published programs") {
  OmgStage stage;
  stage.add("Motor0", [](Ported& made) {
    made.add_in_port("position");
    made.add_in_port("speeds", ValueType::doubles);
    made.add_out_port("position");
    made.add_out_port("name", ValueType::string);
    made.add_service_port("service").provide("one", "Type", [] { return std::string(); });
  });
  RTC::PortProfileList_var profiles = stage.ports("Motor0").profiles();
  REQUIRE(profiles->length() == 5);
  CHECK(std::string(profiles[0U].name.in()) == "Motor0.position");
  CHECK(property(profiles[0U], "port.port_type") == "DataInPort");
  CHECK(property(profiles[0U], "dataport.data_type") == "IDL:RTC/TimedFloat:1.0");
  CHECK(property(profiles[0U], "dataport.interface_type") == "corba_cdr");
  CHECK(property(profiles[0U], "dataport.dataflow_type") == "push,pull");
  CHECK(property(profiles[0U], "dataport.subscription_type") == "Any");
  CHECK(property(profiles[0U], "dataport.marshaling_types") == "cdr");
  CHECK(std::string(profiles[1U].name.in()) == "Motor0.speeds");
  CHECK(property(profiles[1U], "dataport.data_type") == "IDL:RTC/TimedDoubleSeq:1.0");
  // Other programs find ports by their names alone, so that both have to differ.
  CHECK(std::string(profiles[2U].name.in()) == "Motor0.position_out");
  CHECK(property(profiles[2U], "port.port_type") == "DataOutPort");
  CHECK(property(profiles[2U], "dataport.subscription_type") == "flush,new,periodic");
  CHECK(std::string(profiles[3U].name.in()) == "Motor0.name");
  CHECK(std::string(profiles[4U].name.in()) == "Motor0.service");
  CHECK(property(profiles[4U], "port.port_type") == "CorbaPort");
  RTC::PortServiceList_var ports = stage.ports("Motor0").ports();
  REQUIRE(ports->length() == 5);
  for (CORBA::ULong i = 0; i != 5; ++i) {
    CHECK(ports[i]->_is_equivalent(profiles[i].port_ref.in()));
    CHECK(ports[i]->_is_a("IDL:omg.org/RTC/PortService:1.0"));
  }
}

TEST_CASE("a connection is made at either port, with the ports in either order") {
  for (const bool out_first : {true, false})
    for (const bool at_out : {true, false})
      for (const auto& properties : {pushed(), pulled()}) {
        INFO(out_first << at_out << properties[1].second);
        Pair pair;
        auto profile =
            profile_of(out_first ? std::vector{pair.out, pair.in} : std::vector{pair.in, pair.out}, properties);
        REQUIRE((at_out ? pair.out : pair.in)->connect(profile) == RTC::RTC_OK);
        const std::string id = profile.connector_id.in();
        CHECK(id.size() == 36);
        CHECK(connectors(pair.out.in()) == std::vector{id});
        CHECK(connectors(pair.in.in()) == std::vector{id});
        CHECK(find_text(profile.properties, "dataport.serializer.cdr.endian") == "little,big");
        pair.put(2.5F);
        Value value;
        REQUIRE(pair.to->in_port("in")->take(value));
        CHECK(value == Value(2.5F));
        CHECK((at_out ? pair.in : pair.out)->disconnect(id.c_str()) == RTC::RTC_OK);
        CHECK(pair.is_bare());
        pair.put(3.5F);
        CHECK_FALSE(pair.to->in_port("in")->take(value));
        CHECK(pair.out->disconnect(id.c_str()) == RTC::BAD_PARAMETER);
        CHECK(pair.in->notify_disconnect(id.c_str()) == RTC::BAD_PARAMETER);
      }
}

TEST_CASE("invalid settings are refused with their code, and leave no connector") {
  Pair pair;
  struct Row {
    Properties properties;
    RTC::ReturnCode_t code;
  };
  const auto pushed_with = [](const Properties& more) { return with(pushed(), more); };
  const std::vector<Row> rows{
      {pushed_with({{"dataport.interface_type", "corba_any"}}), RTC::BAD_PARAMETER},
      {pushed_with({{"dataport.dataflow_type", "sideways"}}), RTC::BAD_PARAMETER},
      {pushed_with({{"dataport.dataflow_type", "push,pull"}}), RTC::BAD_PARAMETER},
      {pushed_with({{"dataport.marshaling_type", "json"}}), RTC::RTC_ERROR},
      {pushed_with({{"dataport.serializer.cdr.endian", "middle,little"}}), RTC::UNSUPPORTED},
      {pushed_with({{"dataport.data_type", "IDL:RTC/TimedDouble:1.0"}}), RTC::BAD_PARAMETER},
      {pushed_with({{"dataport.subscription_type", "sometimes"}}), RTC::BAD_PARAMETER},
      {pushed_with({{"dataport.subscription_type", "periodic"}}), RTC::RTC_ERROR},
      {pushed_with({{"dataport.subscription_type", "periodic"}, {"dataport.push_rate", "0"}}), RTC::RTC_ERROR},
      {pushed_with({{"dataport.subscription_type", "periodic"}, {"dataport.push_rate", "nan"}}), RTC::RTC_ERROR},
      {pushed_with({{"dataport.outport.marshaling_type", "json"}}), RTC::RTC_ERROR},
      {pushed_with({{"dataport.inport.serializer.cdr.endian", "none"}}), RTC::UNSUPPORTED},
  };
  for (const Row& row : rows)
    for (const bool out_first : {true, false}) {
      INFO(row.properties.back().first << " " << row.properties.back().second << out_first);
      auto profile =
          profile_of(out_first ? std::vector{pair.out, pair.in} : std::vector{pair.in, pair.out}, row.properties);
      CHECK(pair.in->connect(profile) == row.code);
      CHECK(pair.is_bare());
      CHECK(pair.from->out_port("out")->links().empty());
    }
}

TEST_CASE("components that never wait for peers refuse connections that pull") {
  Pair pair;
  pair.add("Device0", [](Ported& made) {
    made.add_in_port("in");
    made.waits_for_peers = false;
  });
  const RTC::PortService_var device = pair.port("Device0.in");
  const RTC::PortProfile_var shown = device->get_port_profile();
  CHECK(property(shown, "dataport.dataflow_type") == "push");
  auto profile = profile_of({pair.out, device}, pulled());
  CHECK(pair.out->connect(profile) == RTC::UNSUPPORTED);
  CHECK(pair.lines_with("this port does not ask for values (pull): they have to be pushed") > 0);
  CHECK(connectors(device.in()).empty());
  CHECK(connectors(pair.out.in()).empty());
  profile = profile_of({pair.out, device}, pushed());
  CHECK(pair.out->connect(profile) == RTC::RTC_OK);
}

TEST_CASE("settings are read in upper and lower case, and those of one side take precedence") {
  Pair pair;
  for (const auto& more :
       std::vector<Properties>{{{"dataport.dataflow_type", "Push"}},
                               {{"dataport.interface_type", "CORBA_CDR"}},
                               {{"dataport.data_type", "TimedFloat"}},
                               {{"dataport.data_type", "RTC::TimedFloat"}},
                               {{"dataport.serializer.cdr.endian", "Big,Little"}},
                               {{"dataport.marshaling_type", "json"},
                                {"dataport.inport.marshaling_type", "cdr"},
                                {"dataport.outport.marshaling_type", "cdr"}},
                               {{"dataport.subscription_type", "periodic"}, {"dataport.publisher.push_rate", "50"}},
                               {{"dataport.subscription_type", "Periodic"}, {"dataport.outport.push_rate", "50"}},
                               {{"dataport.subscription_type", "new"}, {"dataport.publisher.push_policy", "all"}},
                               {{"dataport.subscription_type", ""}, {"dataport.io_mode", "nonblock"}}}) {
    INFO(more[0].first << " " << more[0].second);
    auto profile = profile_of({pair.out, pair.in}, with(pushed(), more));
    REQUIRE(pair.out->connect(profile) == RTC::RTC_OK);
    CHECK(pair.out->disconnect_all() == RTC::RTC_OK);
    CHECK(pair.is_bare());
  }
  CHECK(pair.lines().size() == 1);  // the line about the endpoint
  auto profile = profile_of({pair.out, pair.in}, with(pushed(), {{"dataport.subscription_type", "new"},
                                                                 {"dataport.publisher.push_policy", "skip"},
                                                                 {"dataport.buffer.write.full_policy", "block"}}));
  REQUIRE(pair.out->connect(profile) == RTC::RTC_OK);
  CHECK(pair.lines_with("publisher.push_policy 'skip' is not known here; it is taken as new") == 1);
  CHECK(pair.lines_with("buffer.write.full_policy 'block' is not known here; it is taken as do_nothing") == 2);
}

TEST_CASE("the port that is called first fills in missing settings") {
  Pair pair;
  auto profile = profile_of({pair.in, pair.out}, {});
  REQUIRE(pair.out->connect(profile) == RTC::RTC_OK);
  CHECK(find_text(profile.properties, "dataport.dataflow_type") == "push");
  CHECK(find_text(profile.properties, "dataport.interface_type") == "corba_cdr");
  CHECK(find_text(profile.properties, "dataport.data_type") == "IDL:RTC/TimedFloat:1.0");
  pair.put(1.5F);
  CHECK(pair.got() == 1.5);
  // A later port in a chain refuses, like published ports.
  ForeignServed foreign(pair, "foreign");
  profile = profile_of({foreign->self, pair.in}, {});
  CHECK(foreign->connect(profile) == RTC::BAD_PARAMETER);
  CHECK(connectors(pair.in.in()).size() == 1);
}

TEST_CASE("a second connection of the same ports or with the same id is refused, and the first one stays") {
  Pair pair;
  auto profile = profile_of({pair.out, pair.in}, pushed(), "one");
  REQUIRE(pair.out->connect(profile) == RTC::RTC_OK);
  profile = profile_of({pair.in, pair.out}, pushed(), "two");
  CHECK(pair.in->connect(profile) == RTC::PRECONDITION_NOT_MET);
  profile = profile_of({pair.out, pair.in}, pushed(), "one");
  CHECK(pair.out->connect(profile) == RTC::PRECONDITION_NOT_MET);
  CHECK(pair.in->notify_connect(profile) == RTC::PRECONDITION_NOT_MET);
  // Another pair with the same id: the port that has it refuses, and keeps its connector.
  pair.add("Out1", [](Ported& made) { made.add_out_port("out"); });
  const auto other = pair.port("Out1.out");
  profile = profile_of({other, pair.in}, pushed(), "one");
  CHECK(other->connect(profile) == RTC::PRECONDITION_NOT_MET);
  CHECK(connectors(other.in()).empty());
  CHECK(connectors(pair.in.in()) == std::vector<std::string>{"one"});
  pair.put(4.5F);
  CHECK(pair.got() == 4.5);
  profile = profile_of({pair.in, pair.out}, with(pushed(), {{"dataport.allow_dup_connection", "YES"}}), "two");
  CHECK(pair.in->connect(profile) == RTC::RTC_OK);
  CHECK(connectors(pair.in.in()) == std::vector<std::string>{"one", "two"});
  CHECK(pair.in->disconnect("one") == RTC::RTC_OK);
  CHECK(connectors(pair.out.in()) == std::vector<std::string>{"two"});
  const RTC::ConnectorProfile_var shown = pair.out->get_connector_profile("two");
  CHECK(std::string(shown->connector_id.in()) == "two");
  CHECK(std::string(shown->name.in()) == "wire");
  CHECK(shown->ports.length() == 2);
  CHECK(std::string(RTC::ConnectorProfile_var(pair.out->get_connector_profile("one"))->connector_id.in()).empty());
  CHECK(pair.out->disconnect_all() == RTC::RTC_OK);
  CHECK(pair.is_bare());
}

TEST_CASE("lists of ports that would hang published ports are refused before the first call") {
  Pair pair;
  ForeignServed foreign(pair, "foreign"), dead(pair, "dead");
  const RTC::PortService_var nil, gone = dead->self;
  pair.orb->access().remove("dead");
  const CORBA::Object_var cdr =
      pair.orb->access().add(PortableServer::ServantBase_var(new ForeignInPortCdr).in(), "cdr");
  const RTC::PortService_var no_port = RTC::PortService::_unchecked_narrow(cdr.in());
  using Ports = std::vector<RTC::PortService_var>;
  const std::vector<std::pair<Ports, std::string>> rows{
      {Ports{}, "it has no ports"},
      {Ports{pair.in, nil}, "one of its ports is nil"},
      {Ports{foreign->self, pair.in, foreign->self}, "it names a port twice"},
      {Ports{foreign->self, pair.in, pair.in}, "it names a port twice"},
      {Ports{foreign->self, pair.out}, "this port is not among its ports"},
      {Ports{foreign->self, pair.in, gone}, "no longer exists"},
      {Ports{foreign->self, pair.in, no_port}, "is not a port"}};
  for (const auto& [ports, line] : rows) {
    INFO(line);
    auto profile = profile_of(ports, pushed());
    CHECK(pair.in->connect(profile) == RTC::BAD_PARAMETER);
    std::string id;
    if (line != "this port is not among its ports")
      CHECK(connect_ports(*pair.orb, {.name = "", .id = "", .ports = ports, .properties = pushed()}, id)
                .problem.find(line) != std::string::npos);
  }
  auto profile = profile_of(Ports(17, pair.in), pushed());
  CHECK(pair.in->connect(profile) == RTC::OUT_OF_RESOURCES);
  CHECK(foreign->calls == 0);
  CHECK(pair.is_bare());
  CHECK(pair.lines_with("In0.in: a connection is refused: one of its ports is nil") == 1);
}

TEST_CASE("notify_connect refuses profiles that are not valid connectors") {
  Pair pair;
  auto profile = profile_of({pair.in, pair.out}, pushed());
  CHECK(pair.in->notify_connect(profile) == RTC::BAD_PARAMETER);  // without an id
  profile = profile_of({pair.out}, pushed(), "id");
  CHECK(pair.in->notify_connect(profile) == RTC::BAD_PARAMETER);  // without this port
  profile = profile_of({pair.in, pair.out}, pushed(), std::string(257, 'x'));
  CHECK(pair.in->notify_connect(profile) == RTC::BAD_PARAMETER);
  profile = profile_of({pair.in, pair.out}, Properties(100'000, {"x", "y"}), "id");
  CHECK(pair.in->notify_connect(profile) == RTC::BAD_PARAMETER);
  CHECK(pair.is_bare());
  // A connection of one port carries no values; published ports accept it, too.
  profile = profile_of({pair.in}, pushed(), "alone");
  CHECK(pair.in->notify_connect(profile) == RTC::RTC_OK);
  CHECK(pair.in->disconnect("alone") == RTC::RTC_OK);
  CHECK(pair.is_bare());
}

TEST_CASE("a chain that fails at any port leaves no connector behind") {
  Pair pair;
  ForeignServed foreign(pair, "foreign");
  const std::vector<std::pair<std::string, std::function<RTC::ReturnCode_t(RTC::ConnectorProfile&)>>> failures{
      {"refuses", [](RTC::ConnectorProfile&) { return RTC::RTC_ERROR; }},
      {"throws", [](RTC::ConnectorProfile&) -> RTC::ReturnCode_t { throw CORBA::NO_MEMORY(0, CORBA::COMPLETED_NO); }},
      {"answers what is no code", [](RTC::ConnectorProfile&) { return static_cast<RTC::ReturnCode_t>(77); }},
      {"adds too much",
       [](RTC::ConnectorProfile& profile) {
         profile.properties.length(2'000);
         return RTC::RTC_OK;
       }},
  };
  using Ports = std::vector<RTC::PortService_var>;
  for (const auto& [what, publishes] : failures)
    for (const auto& ports :
         {Ports{pair.out, foreign->self}, Ports{foreign->self, pair.out}, Ports{pair.out, foreign->self, pair.in},
          Ports{pair.out, pair.in, foreign->self}, Ports{foreign->self, pair.in, pair.out}}) {
      INFO(what << " " << ports.size());
      foreign->publishes = publishes;
      auto profile = profile_of(ports, pushed());
      CHECK(pair.out->connect(profile) != RTC::RTC_OK);
      CHECK(pair.is_bare());
      CHECK(connectors(foreign->self.in()).empty());
      CHECK(pair.from->out_port("out")->links().empty());
    }
  // A valid connection works afterwards.
  auto profile = profile_of({pair.in, pair.out}, pushed());
  CHECK(pair.out->connect(profile) == RTC::RTC_OK);
}

TEST_CASE("a chain that fails after all ports have published is undone in all of them") {
  Pair pair;
  ForeignServed foreign(pair, "foreign");
  // It publishes an InPort that does not exist.
  foreign->publishes = [](RTC::ConnectorProfile& profile) {
    set_text(profile.properties, "dataport.corba_cdr.inport_ior", "IOR:00");
    return RTC::RTC_OK;
  };
  using Ports = std::vector<RTC::PortService_var>;
  for (const auto& ports : {Ports{pair.out, foreign->self}, Ports{foreign->self, pair.out}}) {
    auto profile = profile_of(ports, pushed());
    CHECK(pair.out->connect(profile) == RTC::RTC_ERROR);
    CHECK(pair.is_bare());
    CHECK(connectors(foreign->self.in()).empty());
  }
  CHECK(pair.lines_with("no InPort has published itself") > 0);
}

TEST_CASE("a connector that is disconnected while it is made is not made") {
  Pair pair;
  ForeignServed foreign(pair, "foreign");
  // Before and after the next port has been called.
  for (const bool early : {true, false})
    for (const bool at_out : {true, false}) {
      INFO(early << at_out);
      const auto disconnect = [&](const RTC::ConnectorProfile& profile) {
        (at_out ? pair.out : pair.in)->notify_disconnect(profile.connector_id.in());
        return RTC::RTC_OK;
      };
      foreign->publishes = nullptr;
      foreign->subscribes = nullptr;
      if (early)
        foreign->publishes = disconnect;
      else
        foreign->subscribes = disconnect;
      auto profile = profile_of({pair.out, foreign->self, pair.in}, pushed());
      const RTC::ReturnCode_t code = pair.out->connect(profile);
      // An InPort that has not been called yet does not know the connector, so nothing has been disconnected.
      CHECK((code == RTC::RTC_OK) == (early && !at_out));
      if (code == RTC::RTC_OK) CHECK(pair.out->disconnect_all() == RTC::RTC_OK);
      CHECK(pair.is_bare());
      CHECK(connectors(foreign->self.in()).empty());
      CHECK(pair.from->out_port("out")->links().empty());
    }
}

TEST_CASE("a chain that returns to one of its ports is refused there") {
  Pair pair;
  ForeignServed foreign(pair, "foreign");
  RTC::ReturnCode_t second = RTC::RTC_OK;
  foreign->publishes = [&](RTC::ConnectorProfile& profile) {
    RTC::ConnectorProfile again = profile;
    second = pair.out->notify_connect(again);
    return RTC::RTC_OK;
  };
  auto profile = profile_of({pair.out, foreign->self, pair.in}, pushed());
  CHECK(pair.out->connect(profile) == RTC::RTC_OK);
  CHECK(second == RTC::PRECONDITION_NOT_MET);
  CHECK(connectors(pair.out.in()).size() == 1);
}

TEST_CASE("a port answers its peers while it calls them") {
  Pair pair;
  ForeignServed foreign(pair, "foreign");
  foreign->publishes = [&](RTC::ConnectorProfile&) {
    const RTC::PortProfile_var profile = pair.out->get_port_profile();
    const bool is_known = std::string(profile->name.in()) == "Out0.out" && connectors(pair.out.in()).empty();
    return is_known && !pair.out->_non_existent() ? RTC::RTC_OK : RTC::RTC_ERROR;
  };
  auto profile = profile_of({pair.out, foreign->self, pair.in}, pushed());
  CHECK(pair.out->connect(profile) == RTC::RTC_OK);
  CHECK(pair.out->disconnect(profile.connector_id.in()) == RTC::RTC_OK);
  CHECK(pair.is_bare());
  CHECK(connectors(foreign->self.in()).empty());
}

TEST_CASE("dead ports are passed over when a connection ends") {
  Pair pair;
  auto foreign = std::make_unique<ForeignServed>(pair, "foreign");
  auto profile = profile_of({(*foreign)->self, pair.out, pair.in}, pushed());
  REQUIRE(pair.out->connect(profile) == RTC::RTC_OK);
  foreign.reset();
  CHECK(pair.in->disconnect(profile.connector_id.in()) == RTC::RTC_OK);
  CHECK(pair.is_bare());
  // A port that does not know the connector any more does not keep others from it.
  ForeignServed forgetful(pair, "forgetful");
  profile = profile_of({forgetful->self, pair.out, pair.in}, pushed());
  REQUIRE(pair.out->connect(profile) == RTC::RTC_OK);
  const RTC::ConnectorProfile_var forgotten = forgetful->get_connector_profile(profile.connector_id.in());
  pair.orb->access().remove("forgetful");
  const CORBA::Object_var again = pair.orb->access().add(new ForeignPort, "forgetful");
  CHECK(pair.in->disconnect(profile.connector_id.in()) == RTC::RTC_OK);
  CHECK(pair.is_bare());
}

TEST_CASE("a port takes 64 connectors") {
  Pair pair;
  const auto properties = with(pushed(), {{"dataport.allow_dup_connection", "YES"}});
  for (int i = 0; i != 64; ++i) {
    auto profile = profile_of({pair.out, pair.in}, properties);
    REQUIRE(pair.out->connect(profile) == RTC::RTC_OK);
  }
  auto profile = profile_of({pair.out, pair.in}, properties);
  CHECK(pair.out->connect(profile) == RTC::OUT_OF_RESOURCES);
  CHECK(connectors(pair.out.in()).size() == 64);
  CHECK(connectors(pair.in.in()).size() == 64);
  CHECK(pair.in->disconnect_all() == RTC::RTC_OK);
  CHECK(pair.is_bare());
}

TEST_CASE("chains with ports that hang do not take all threads") {
  Pair pair;
  std::mutex mutex;
  std::condition_variable changed;
  int hanging = 0;
  bool is_let_go = false;
  const auto hang = [&](const RTC::ConnectorProfile&) {
    std::unique_lock lock(mutex);
    ++hanging;
    changed.notify_all();
    changed.wait(lock, [&] { return is_let_go; });
    return RTC::RTC_OK;
  };
  constexpr int kPlaces = ServantContext::kMaxAsking;
  std::vector<std::unique_ptr<ForeignServed>> foreign;
  for (int i = 0; i != kPlaces; ++i) {
    foreign.push_back(std::make_unique<ForeignServed>(pair, "foreign" + std::to_string(i)));
    (*foreign.back())->publishes = hang;
  }
  std::atomic<int> made{0};
  std::vector<std::thread> callers;
  for (const auto& one : foreign)
    callers.emplace_back([&] {
      auto profile = profile_of({pair.out, (*one)->self, pair.in}, pushed());
      made += pair.out->connect(profile) == RTC::RTC_OK ? 1 : 0;
    });
  {
    std::unique_lock lock(mutex);
    CHECK(changed.wait_for(lock, kTimeout, [&] { return hanging == kPlaces; }));
  }
  auto profile = profile_of({pair.out, pair.in}, pushed());
  CHECK(pair.out->connect(profile) == RTC::OUT_OF_RESOURCES);
  CHECK(pair.lines_with("too many connections are being made at the same time") == 1);
  // Chains begun elsewhere have a limit of their own.
  ForeignServed sound(pair, "sound");
  profile = profile_of({sound->self, pair.in}, pushed(), "from elsewhere");
  CHECK(pair.in->notify_connect(profile) == RTC::RTC_OK);
  {
    const std::lock_guard lock(mutex);
    is_let_go = true;
  }
  changed.notify_all();
  for (std::thread& caller : callers) caller.join();
  CHECK(made == kPlaces);
  profile = profile_of({pair.out, pair.in}, pushed());
  CHECK(pair.out->connect(profile) == RTC::RTC_OK);
}

TEST_CASE("a component that ends disconnects its peers, and answers no more") {
  Pair pair;
  auto profile = profile_of({pair.out, pair.in}, pushed());
  REQUIRE(pair.out->connect(profile) == RTC::RTC_OK);
  pair.remove("In0");
  CHECK(connectors(pair.out.in()).empty());
  CHECK(pair.from->out_port("out")->links().empty());
  CHECK_THROWS_AS(pair.in->get_port_profile(), CORBA::OBJECT_NOT_EXIST);
  CHECK_THROWS_AS(pair.in->connect(profile), CORBA::OBJECT_NOT_EXIST);
}

TEST_CASE("a program without ports can connect those of other programs") {
  Pair pair;
  std::string id;
  const auto type = std::string("IDL:RTC/TimedFloat:1.0");
  CHECK_FALSE(connect_ports(*pair.orb,
                            {.name = "w", .id = "", .ports = {pair.in, pair.out}, .properties = usual_properties(type)},
                            id)
                  .is_refused());
  CHECK(connectors(pair.in.in()) == std::vector{id});
  pair.put(6.5F);
  CHECK(pair.got() == 6.5);
  CHECK_FALSE(disconnect_ports(pair.in.in(), id).is_refused());
  CHECK(pair.is_bare());
  CHECK(disconnect_ports(pair.in.in(), id).code == RTC::BAD_PARAMETER);
  // Foreign ports alone, one of which fails: the other one is disconnected.
  ForeignServed first(pair, "first"), second(pair, "second");
  CHECK_FALSE(
      connect_ports(*pair.orb, {.name = "", .id = "x", .ports = {first->self, second->self}, .properties = {}}, id)
          .is_refused());
  CHECK(id == "x");
  CHECK(connectors(second->self.in()) == std::vector<std::string>{"x"});
  CHECK_FALSE(disconnect_ports(second->self.in(), "x").is_refused());
  CHECK(connectors(first->self.in()).empty());
  second->publishes = [](RTC::ConnectorProfile&) -> RTC::ReturnCode_t {
    throw CORBA::INTERNAL(0, CORBA::COMPLETED_NO);
  };
  CHECK(connect_ports(*pair.orb, {.name = "", .id = "", .ports = {first->self, second->self}, .properties = {}}, id)
            .code == RTC::BAD_PARAMETER);
  CHECK(connectors(first->self.in()).empty());
  CHECK(connectors(second->self.in()).empty());
}
