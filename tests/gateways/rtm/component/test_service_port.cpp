// SPDX-License-Identifier: Apache-2.0
// Service ports that a component declares: names, duplicates, limits.
#include <catch2/catch.hpp>

#include "gateways/rtm/component/component.h"

using namespace rtm;

namespace {

class Server final : public Component {
 public:
  Server() : Component("Server", Pattern::passive) {}
  using Component::add_in_port;
  using Component::add_out_port;
  using Component::add_service_port;
};

std::string no_reference() {
  return {};
}
bool takes_all(const std::string&) {
  return true;
}

}  // namespace

TEST_CASE("a component has service ports beside its data ports") {
  Server server;
  server.add_in_port("in");
  ServicePort& port = server.add_service_port("world");
  port.provide("simulation", "Simulation", [] { return std::string("IOR:00"); });
  port.require("clock", "Clock", takes_all);
  REQUIRE(server.service_ports().size() == 1);
  CHECK(server.service_ports()[0].get() == &port);
  CHECK(port.name() == "world");
  REQUIRE(port.interfaces().size() == 2);
  CHECK(port.interfaces()[0].is_provided());
  CHECK(port.interfaces()[0].provide() == "IOR:00");
  CHECK(port.interfaces()[0].type == "Simulation");
  CHECK_FALSE(port.interfaces()[1].is_provided());
  CHECK(port.interfaces()[1].instance == "clock");
}

TEST_CASE("a service port cannot have the name of another port, and the number of ports is limited") {
  Server server;
  server.add_in_port("in");
  server.add_out_port("out");
  server.add_service_port("world");
  CHECK_THROWS_WITH(server.add_service_port("in"), "Server: there are two ports 'in'");
  CHECK_THROWS_WITH(server.add_service_port("out"), "Server: there are two ports 'out'");
  CHECK_THROWS_WITH(server.add_service_port("world"), "Server: there are two ports 'world'");
  CHECK_THROWS_WITH(server.add_in_port("world"), "Server: there are two ports 'world'");
  CHECK_THROWS_WITH(server.add_service_port("a.b"),
                    "Server: 'a.b' is not a name for a port: expected 1 to 64 printable characters, none of them a "
                    "blank, '/', '.' or '\\'");
  for (std::size_t i = 3; i != kMaxPorts; ++i) server.add_service_port("p" + std::to_string(i));
  CHECK_THROWS_WITH(server.add_service_port("more"), "Server: more than 64 ports");
  CHECK_THROWS_WITH(server.add_out_port("more"), "Server: more than 64 ports");
}

TEST_CASE("an interface is declared once, with a valid name and a function, and their number is limited") {
  ServicePort port("world");
  port.provide("one", "Type", no_reference);
  port.require("one", "Type", takes_all);
  port.provide("one", "Other", no_reference);
  CHECK_THROWS_WITH(port.provide("one", "Type", no_reference), "world: there are two interfaces one of type Type");
  CHECK_THROWS_WITH(port.require("one", "Type", takes_all), "world: there are two interfaces one of type Type");
  CHECK_THROWS_WITH(port.provide("", "Type", no_reference),
                    "world: '' is not a name for an interface: expected 1 to 64 printable characters, none of them a "
                    "blank, '/', '.' or '\\'");
  CHECK_THROWS_WITH(port.provide("two", "a b", no_reference),
                    "world: 'a b' is not a name for an interface: expected 1 to 64 printable characters, none of them "
                    "a blank, '/', '.' or '\\'");
  CHECK_THROWS_WITH(port.require("two", "Type", {}), "world: the interface two has no function");
  for (std::size_t i = 3; i != ServicePort::kMaxInterfaces; ++i)
    port.provide("more" + std::to_string(i), "Type", no_reference);
  CHECK_THROWS_WITH(port.provide("last", "Type", no_reference), "world: more than 64 interfaces");
}
