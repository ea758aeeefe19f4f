// SPDX-License-Identifier: Apache-2.0
// Agents whose ids are given before they connect.
#include <catch2/catch.hpp>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "tests/gateways/tcp/tcp_stage.h"
#include "tests/support/no_programs.h"

using namespace spark;
using namespace tcp_test;

namespace {

using Coming = AgentGateway::Coming;

/// Notes the programs to be started.
class Programs final : public ProgramStarter {
 public:
  std::filesystem::path find(const std::string& program, const std::filesystem::path&) override { return program; }
  Started start(const ProgramOrder& order, ProgramListener& who) override {
    listener = &who;
    orders.push_back(order);
    return {static_cast<ProgramId>(orders.size()), {}, {}};
  }
  void stop(ProgramId program, std::chrono::milliseconds) override { stopped.push_back(program); }
  bool wait(ProgramListener&, std::chrono::milliseconds) override { return false; }
  void end(ProgramListener&, std::chrono::milliseconds) override { ++ends; }
  void hide(const std::filesystem::path&) override {}

  int port_of(std::size_t order) const { return std::stoi(orders.at(order).arguments.at(1)); }

  ProgramListener* listener = nullptr;
  std::vector<ProgramOrder> orders;
  std::vector<ProgramId> stopped;
  int ends = 0;
};

ConnectingType type(const std::string& name, int count, Coming coming, bool is_one_program = false) {
  ConnectingType type;
  type.name = name;
  type.count = count;
  type.coming = coming;
  type.is_one_program = is_one_program;
  type.program.program = "team";
  type.program.arguments = {"{host}", "{port}", "--agents={agents}"};
  type.program.in_sandbox = false;
  return type;
}

int port_in(const std::string& notice) {
  return std::stoi(notice.substr(notice.rfind(' ') + 1));
}

}  // namespace

TEST_CASE("awaited agents at the agent port get their ids before agents that connect in addition") {
  ConnectingType tcp{.name = TcpGateway::kType};
  tcp.at_agent_port = true;
  tcp.count = 2;
  Stage s({tcp}, true);
  CHECK(s.gateway->traits().own_types == std::vector<std::string>{"tcp"});
  CHECK(s.gateway->traits().takes_arrivals);
  s.gateway->start(0, "tcp");
  CHECK(s.gateway->start(1, "tcp") == Coming::awaited);
  s.listener.next = 13;  // agents of other gateways follow them
  Client first(s.gateway->port()), second(s.gateway->port()), third(s.gateway->port());
  third.say("");
  second.say("");
  first.say("");
  REQUIRE(s.hears(4));
  CHECK(s.heard() == Reported{"ready 0", "ready 1", "arrived 13 tcp", "ready 13"});
}

TEST_CASE("an agent type has a port of its own, where only as many agents connect as are expected") {
  Stage s({type("left", 1, Coming::awaited), type("right", 1, Coming::awaited)}, false);
  CHECK_FALSE(s.gateway->traits().takes_arrivals);
  CHECK(s.gateway->port() == 0);
  REQUIRE(s.gateway->traits().notices.size() == 1);
  const std::string notice = s.gateway->traits().notices[0];
  const int left = port_in(notice.substr(0, notice.find(','))), right = port_in(notice);
  CHECK(notice == fmt::format("agent port of left {}, agent port of right {}", left, right));
  s.gateway->start(0, "left");
  s.gateway->start(1, "right");
  Client silent(left);  // does not delay agents at the other port
  Client other(right);
  Client late(right);
  other.say("");
  late.say("");
  REQUIRE(s.hears(1));
  CHECK(s.heard() == Reported{"ready 1"});
  CHECK(late.hear() == kFirstSensation);
  CHECK_FALSE(late.hear());
  CHECK(s.lines == Reported{"agent port: an agent was refused: all of type 'right' have connected"});
  CHECK_THROWS_WITH(s.gateway->start(2, "other"), Catch::Contains("are not started, they connect"));
  s.gateway->drop(0);  // it is no longer awaited
  silent.say("");
  CHECK(s.until([&] { return silent.hears_something(); }));
}

TEST_CASE("each program gets a port of its own, so its agent has the id for which it was started") {
  Programs programs;
  Stage s({type("each", 2, Coming::connecting)}, false, &programs);
  CHECK(s.gateway->traits().notices.empty());
  CHECK(s.gateway->start(4, "each") == Coming::connecting);
  s.gateway->start(5, "each");
  REQUIRE(programs.orders.size() == 2);
  const ProgramOrder& order = programs.orders[1];
  CHECK(order.arguments == std::vector<std::string>{"127.0.0.1", std::to_string(programs.port_of(1)), "--agents=1"});
  CHECK(order.log_stem == "agent5");
  CHECK_FALSE(order.in_sandbox);
  CHECK(std::map(order.environment.begin(), order.environment.end()) ==
        std::map<std::string, std::string>{
            {"RCSS_HOST", "127.0.0.1"}, {"RCSS_PORT", order.arguments[1]}, {"RCSS_AGENTS", "1"}});
  Client second(programs.port_of(1));
  second.say("");
  REQUIRE(s.hears(1));
  programs.listener->program_ended(1, {1, {}, "ended with exit status 1"});
  CHECK(s.gateway->has_pending());
  programs.listener->program_ended(2, {0, {}, "ended with exit status 0"});  // its agent stays connected
  REQUIRE(s.hears(2));
  CHECK(s.heard() == Reported{"ready 5", "lost 4: has not connected: its program ended with exit status 1"});
  CHECK_FALSE(s.gateway->has_pending());
  s.gateway->shut_down(0ms);
  CHECK(programs.ends == 0);  // none is left
}

TEST_CASE("one program may connect all agents of a type, and a program without awaited agents is stopped") {
  Programs programs;
  Stage s({type("all", 3, Coming::connecting, true), type("each", 1, Coming::connecting)}, false, &programs);
  for (AgentId id : {0, 1, 2}) s.gateway->start(id, "all");
  s.gateway->start(3, "each");
  REQUIRE(programs.orders.size() == 2);
  CHECK(programs.orders[0].arguments[2] == "--agents=3");
  CHECK(programs.orders[0].log_stem == "agent0");
  Client first(programs.port_of(0));
  first.say("");
  REQUIRE(s.hears(1));
  s.gateway->drop(1);
  s.gateway->drop(3);
  CHECK(programs.stopped == std::vector<ProgramId>{2});
  Client third(programs.port_of(0));
  third.say("");
  REQUIRE(s.hears(2));
  CHECK(s.heard() == Reported{"ready 0", "ready 2"});
  s.gateway->shut_down(0ms);
  CHECK(programs.ends == 1);
}
