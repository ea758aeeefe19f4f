// SPDX-License-Identifier: Apache-2.0
// Service ports: providers and consumers in C++, found by either of their names, strictly or not, several at a time.
#include <Simulation.hh>
#include <catch2/catch.hpp>

#include "gateways/rtm/corba/nv_list.h"
#include "gateways/rtm/corba/omg_connection.h"
#include "gateways/rtm/corba/service.h"
#include "tests/gateways/rtm/corba/omg_stage.h"

using namespace rtm;

namespace {

/// A world that consists of a clock.
class ClockServant final : public POA_rcss::Simulation {
 public:
  explicit ClockServant(double step) : step_(step) {}
  CORBA::Double time() override { return static_cast<double>(steps_.load()) * step_; }
  CORBA::Double time_step() override { return step_; }
  void pause() override {}
  void run() override {}
  void step(CORBA::ULong steps) override { steps_ += steps; }

 private:
  const double step_;
  std::atomic<std::uint32_t> steps_{0};
};

/// Components with a provider or a consumer at their service port `world`.
struct Services : OmgStage {
  void add_provider(const std::string& name, double step) {
    add(name, [&](Ported& made) {
      providers[name] = std::make_unique<ServiceProvider>(made.add_service_port("world"), "simulation", "Simulation",
                                                          new ClockServant(step));
    });
  }
  void add_consumer(const std::string& name) {
    add(name, [&](Ported& made) {
      consumers[name] = std::make_unique<ServiceConsumer<rcss::Simulation>>(made.add_service_port("world"),
                                                                            "simulation", "Simulation");
    });
  }
  double step_of(const std::string& consumer) {
    const rcss::Simulation_var world = consumers.at(consumer)->get();
    return CORBA::is_nil(world.in()) ? 0.0 : world->time_step();
  }
  std::string join(const std::string& one, const std::string& other, const Properties& properties = {},
                   RTC::ReturnCode_t code = RTC::RTC_OK) {
    auto profile = profile_of({port(one + ".world"), port(other + ".world")}, properties);
    CHECK(port(one + ".world")->connect(profile) == code);
    return profile.connector_id.in();
  }
  ~Services() {
    for (const auto& [name, ignored] : providers) remove(name);
    for (const auto& [name, ignored] : consumers) remove(name);
  }

  std::map<std::string, std::unique_ptr<ServiceProvider>> providers;
  std::map<std::string, std::unique_ptr<ServiceConsumer<rcss::Simulation>>> consumers;
};

}  // namespace

TEST_CASE("the profile of a service port has its interfaces") {
  Services stage;
  stage.add_provider("World0", 0.02);
  stage.add_consumer("Stepper0");
  const RTC::PortProfile_var provider = stage.port("World0.world")->get_port_profile();
  REQUIRE(provider->interfaces.length() == 1);
  CHECK(std::string(provider->interfaces[0].instance_name.in()) == "simulation");
  CHECK(std::string(provider->interfaces[0].type_name.in()) == "Simulation");
  CHECK(provider->interfaces[0].polarity == RTC::PROVIDED);
  const RTC::PortProfile_var consumer = stage.port("Stepper0.world")->get_port_profile();
  REQUIRE(consumer->interfaces.length() == 1);
  CHECK(consumer->interfaces[0].polarity == RTC::REQUIRED);
}

TEST_CASE("a consumer calls the provider that it is connected to") {
  Services stage;
  stage.add_provider("World0", 0.02);
  stage.add_consumer("Stepper0");
  for (const bool provider_first : {true, false}) {
    const std::string id = provider_first ? stage.join("World0", "Stepper0") : stage.join("Stepper0", "World0");
    {
      const rcss::Simulation_var world = stage.consumers["Stepper0"]->get();
      REQUIRE_FALSE(CORBA::is_nil(world.in()));
      const double before = world->time();
      world->step(5);
      CHECK(world->time() == Approx(before + 0.1));
    }
    CHECK(stage.port("World0.world")->disconnect(id.c_str()) == RTC::RTC_OK);
    CHECK(CORBA::is_nil(rcss::Simulation_var(stage.consumers["Stepper0"]->get()).in()));
    CHECK(connectors(stage.port("Stepper0.world").in()).empty());
  }
}

TEST_CASE("services are announced and found by the properties of published programs") {
  Services stage;
  stage.add_provider("World0", 0.02);
  ForeignServed theirs(stage, "theirs");
  auto profile = profile_of({stage.port("World0.world"), theirs->self}, {});
  REQUIRE(stage.port("World0.world")->connect(profile) == RTC::RTC_OK);
  const auto named = find_text(profile.properties, "World0.port.world.provided.Simulation.simulation");
  REQUIRE(named);
  CHECK(named->starts_with("IOR:"));
  CHECK(find_text(profile.properties, "port.Simulation.simulation") == named);
  // A consumer finds another system's provider by the name in the connector, or by the older form.
  stage.add_consumer("Stepper0");
  for (const bool older : {true, false}) {
    INFO(older);
    theirs->publishes = [&](RTC::ConnectorProfile& forming) {
      set_text(forming.properties, older ? "port.Simulation.simulation" : "Theirs0.port.p.provided.Simulation.s",
               *named);
      return RTC::RTC_OK;
    };
    const Properties asked{
        {"Stepper0.port.world.required.Simulation.simulation", "Theirs0.port.p.provided.Simulation.s"}};
    profile = profile_of({stage.port("Stepper0.world"), theirs->self}, older ? Properties() : asked);
    REQUIRE(stage.port("Stepper0.world")->connect(profile) == RTC::RTC_OK);
    CHECK(stage.step_of("Stepper0") == 0.02);
    CHECK(stage.port("Stepper0.world")->disconnect_all() == RTC::RTC_OK);
    CHECK(stage.step_of("Stepper0") == 0.0);
  }
}

TEST_CASE("strict connections need their providers, others do not") {
  Services stage;
  stage.add_consumer("Stepper0");
  stage.add_consumer("Stepper1");
  const Properties strict{{"port.connection.strictness", "strict"}};
  stage.join("Stepper0", "Stepper1", strict, RTC::RTC_ERROR);
  CHECK(connectors(stage.port("Stepper0.world").in()).empty());
  CHECK(connectors(stage.port("Stepper1.world").in()).empty());
  CHECK(stage.lines_with("there is no provider of Simulation simulation") > 0);
  for (const Properties& properties :
       std::vector<Properties>{{},
                               {{"port.connection.strictness", "best_effort"}},
                               {{"port.Simulation.simulation", "IOR:nonsense"}},
                               with(strict, {{"port.Simulation.simulation", "nil"}}),
                               with(strict, {{"Stepper0.port.world.required.Simulation.simulation", "null"},
                                             {"Stepper1.port.world.required.Simulation.simulation", "null"}})}) {
    const std::string id = stage.join("Stepper0", "Stepper1", properties);
    CHECK(stage.step_of("Stepper0") == 0.0);
    CHECK(stage.port("Stepper1.world")->disconnect(id.c_str()) == RTC::RTC_OK);
  }
  stage.join("Stepper0", "Stepper1", with(strict, {{"port.Simulation.simulation", "IOR:nonsense"}}), RTC::RTC_ERROR);
  stage.join("Stepper0", "Stepper1", with(strict, {{"Stepper0.port.world.required.Simulation.simulation", "nowhere"}}),
             RTC::RTC_ERROR);
}

TEST_CASE("wire_ports connects service ports only if one requires an interface of the other") {
  Services stage;
  stage.add_provider("World0", 0.02);
  stage.add_provider("World1", 0.05);
  stage.add_consumer("Stepper0");
  stage.add_consumer("Stepper1");
  stage.add("Other0", [](Ported& made) {
    made.add_service_port("world").require("simulation", "Another", [](const std::string&) { return true; });
  });
  stage.add("Bare0", [](Ported& made) { made.add_service_port("world"); });
  const auto named = [&stage](const std::string& component) {
    NamedPort result{component + ".world", {}};
    result.port.port = stage.port(result.name);
    const RTC::PortProfile_var profile = result.port.port->get_port_profile();
    for (CORBA::ULong i = 0; i != profile->interfaces.length(); ++i)
      result.port.interfaces.push_back({profile->interfaces[i].type_name.in(),
                                        profile->interfaces[i].instance_name.in(),
                                        profile->interfaces[i].polarity == RTC::PROVIDED});
    return result;
  };
  const auto wire = [&](const std::string& one, const std::string& other) -> std::string {
    try {
      wire_ports(*stage.orb, named(one), named(other), {});
      return "connected";
    } catch (const std::runtime_error& problem) {
      return problem.what();
    }
  };
  CHECK(wire("World0", "World1") ==
        "World0.world provides Simulation (simulation), and World1.world provides Simulation (simulation): neither "
        "requires what the other provides");
  CHECK(wire("Stepper0", "Stepper1").ends_with("neither requires what the other provides"));
  CHECK(wire("World0", "Other0").find("Other0.world requires Another (simulation)") != std::string::npos);
  CHECK(connectors(stage.port("World0.world").in()).empty());
  CHECK(wire("Stepper0", "World1") == "connected");
  CHECK(stage.step_of("Stepper0") == 0.05);
  CHECK(wire("World0", "Bare0") == "connected");
}

TEST_CASE("a consumer uses its latest provider, and the previous one once that is disconnected") {
  Services stage;
  stage.add_provider("World0", 0.02);
  stage.add_provider("World1", 0.05);
  stage.add_consumer("Stepper0");
  stage.add_consumer("Stepper1");
  const std::string first = stage.join("World0", "Stepper0"), second = stage.join("Stepper0", "World1");
  CHECK(stage.step_of("Stepper0") == 0.05);
  CHECK(stage.port("Stepper0.world")->disconnect(second.c_str()) == RTC::RTC_OK);
  CHECK(stage.step_of("Stepper0") == 0.02);
  stage.join("World1", "Stepper0");
  CHECK(stage.port("World0.world")->disconnect(first.c_str()) == RTC::RTC_OK);
  CHECK(stage.step_of("Stepper0") == 0.05);
  // One provider serves several consumers.
  stage.join("World1", "Stepper1");
  CHECK(stage.step_of("Stepper1") == 0.05);
  stage.providers.erase("World1");  // then its object does not exist any more
  CHECK_THROWS_AS(stage.step_of("Stepper1"), CORBA::OBJECT_NOT_EXIST);
}

TEST_CASE("exceptions in a component's service functions only refuse the connection") {
  OmgStage stage;
  stage.add("Odd0", [](Ported& made) {
    made.add_service_port("throws").provide("one", "Type", []() -> std::string { throw std::runtime_error("no"); });
    made.add_service_port("takes").require("one", "Type", [](const std::string&) -> bool { throw 7; });
    made.add_service_port("none").provide("one", "Type", [] { return std::string(); });
  });
  stage.add("Even0", [](Ported& made) {
    made.add_service_port("gives").provide("one", "Type", [] { return std::string("IOR:00"); });
  });
  const auto join = [&stage](const std::string& one, const std::string& other, const Properties& properties) {
    auto profile = profile_of({stage.port(one), stage.port(other)}, properties);
    return stage.port(one)->connect(profile);
  };
  const Properties strict{{"port.connection.strictness", "strict"}};
  CHECK(join("Odd0.throws", "Even0.gives", {}) == RTC::RTC_ERROR);
  CHECK(join("Odd0.takes", "Even0.gives", strict) == RTC::RTC_ERROR);
  CHECK(join("Odd0.none", "Odd0.takes", strict) == RTC::RTC_ERROR);
  CHECK(join("Odd0.none", "Odd0.takes", {}) == RTC::RTC_OK);
  CHECK(connectors(stage.port("Even0.gives").in()).empty());
  CHECK(connectors(stage.port("Odd0.throws").in()).empty());
}
