// SPDX-License-Identifier: Apache-2.0
#include "spark/agent/gateway_switch.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "spark/agent/sexp_percept_writer.h"
#include "tests/support/log_lines.h"

using namespace spark;

namespace {

/// Records its calls as text, and does one thing in the next `receive`.
class FakeGateway final : public AgentGateway, private AgentObserver {
 public:
  FakeGateway() : event_(::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)) {}
  ~FakeGateway() override { ::close(event_); }

  GatewayTraits traits() override {
    GatewayTraits traits;
    traits.notices = {"port " + name};
    traits.own_types = {name};
    traits.own_agents = {name, name};
    traits.takes_arrivals = traits.wants_real_time = says_yes;
    traits.arrives_at_once = says_yes ? 3 : 1;
    if (says_yes) traits.beyond_acts = {"requests to " + name};
    if (observes) traits.tallies = {[this] { return fmt::format("{} notes", notes_.size()); }};
    traits.poll_descriptor = event_;
    traits.observer = this;
    traits.observes_others = observes;
    return traits;
  }
  Coming start(AgentId agent, const std::string& type) override {
    note("start", agent, type);
    return agent == 1 ? Coming::awaited : Coming::connecting;
  }
  std::optional<AgentTiming> timing(AgentId) const override { return AgentTiming{5, 0, 0}; }
  void receive(AgentGatewayListener& listener) override {
    if (next) std::exchange(next, nullptr)(listener);
    std::uint64_t count = 0;
    [[maybe_unused]] const auto read = ::read(event_, &count, sizeof count);
  }
  bool send_held() override { return std::exchange(held, false); }
  PerceptWriter& begin_sensation(AgentId agent, Step, Step arrival) override {
    note("sense", agent, std::to_string(arrival));
    return writer_;
  }
  void end_sensation(AgentId agent, Step next_arrival) override { note("sensed", agent, std::to_string(next_arrival)); }
  void expect_sensation(AgentId agent, Step arrival) override { note("expect", agent, std::to_string(arrival)); }
  Step earliest_act(AgentId agent) const override { return 100 + agent.number(); }
  std::optional<AgentReport> report(AgentId agent) const override {
    AgentReport report;
    report.acts = static_cast<std::uint64_t>(agent.number());
    return report;
  }
  void begin() override { note("begin", 0, name); }
  bool has_pending() const override { return says_yes; }
  bool wait_no_longer(AgentId) override { return says_yes; }
  void drop(AgentId agent) override { note("drop", agent, ""); }
  void shut_down(std::chrono::milliseconds) override { note("shut down", 0, ""); }

  void signal() {
    const std::uint64_t one = 1;
    REQUIRE(::write(event_, &one, sizeof one) == sizeof one);
  }
  std::string name = "a";
  bool says_yes = false;  ///< to every question
  bool held = false;      ///< it holds data for its agents
  bool observes = false, wants_copies = true;
  std::vector<std::string> notes() { return std::exchange(notes_, {}); }
  const std::string& text() const { return text_; }
  std::function<void(AgentGatewayListener&)> next;

 private:
  void note(const std::string& what, AgentId agent, const std::string& more) {
    notes_.push_back(what + " " + std::to_string(agent.number()) + " " + more);
  }
  void agent_entered(AgentId, const AgentAspect&) override {}
  void agent_left(AgentId agent) override { note("left", agent, ""); }
  PerceptWriter* begin_copy(AgentId agent, Step arrival) override {
    note("copy", agent, std::to_string(arrival));
    return wants_copies ? &writer_ : nullptr;
  }

  int event_;
  std::vector<std::string> notes_;
  std::string text_;
  SexpPerceptWriter writer_{text_};
};

struct Listener final : NullListener {
  std::optional<AgentId> agent_arrived(const std::string& type) override {
    heard.push_back("arrived " + type);
    return full ? std::nullopt : std::optional<AgentId>(number++);
  }
  void agent_ready(AgentId agent) override { heard.push_back("ready " + std::to_string(agent.number())); }
  using NullListener::agent_acted;
  void agent_acted(AgentId agent, Step stamp, std::string_view text) override {
    heard.push_back("acted " + std::to_string(agent.number()) + " " + std::to_string(stamp) + " " + std::string(text));
  }
  void agent_lost(AgentId agent, std::string_view reason) override {
    heard.push_back("lost " + std::to_string(agent.number()) + " " + std::string(reason));
  }
  bool full = false;
  AgentId number = 2;
  std::vector<std::string> heard;
};

using Words = std::vector<std::string>;

struct Switched {
  Switched() {
    keep_lines(log, lines);
    gateways.add(first);
    gateways.add(second);
  }
  FakeGateway first, second;
  Listener listener;
  Log log;
  std::vector<std::string> lines;
  GatewaySwitch gateways{log, [this](AgentId, const std::string& type) -> AgentGateway& {
                           if (type == "none") throw std::runtime_error("nothing starts that");
                           return type == "b" ? second : first;
                         }};
};

}  // namespace

TEST_CASE("each agent is reached by the gateway that started it") {
  Switched s;
  s.gateways.start(0, "a");
  s.gateways.start(1, "b");
  CHECK_THROWS_AS(s.gateways.start(2, "none"), std::runtime_error);
  s.gateways.expect_sensation(1, 7);
  s.gateways.begin_sensation(0, 1, 11);
  s.gateways.end_sensation(0, 31);
  s.gateways.drop(1);
  CHECK(s.first.notes() == Words{"start 0 a", "sense 0 11", "sensed 0 31"});
  CHECK(s.second.notes() == Words{"start 1 b", "expect 1 7", "drop 1 "});
  CHECK(s.gateways.earliest_act(1) == 101);
  CHECK(s.gateways.report(1)->acts == 1);
  CHECK_FALSE(s.gateways.report(5));
  s.gateways.shut_down(std::chrono::milliseconds(0));
  CHECK(s.first.notes() == Words{"shut down 0 "});
  CHECK(s.second.notes() == Words{"shut down 0 "});
}

TEST_CASE("the way in which an agent arrives and its timing are those of its gateway") {
  Switched s;
  CHECK(s.gateways.start(1, "a") == AgentGateway::Coming::awaited);
  CHECK(s.gateways.start(2, "b") == AgentGateway::Coming::connecting);
  CHECK(s.gateways.timing(2)->sense_interval == 5);
  CHECK_FALSE(s.gateways.timing(0));
}

TEST_CASE("the traits of a switch are those of all its gateways") {
  Log log;
  FakeGateway first, second;
  GatewaySwitch gateways(log, [&](AgentId, const std::string&) -> AgentGateway& { return first; });
  const auto nothing = gateways.traits();
  CHECK(nothing.notices.empty());
  CHECK_FALSE(nothing.takes_arrivals);
  CHECK_FALSE(nothing.wants_real_time);
  CHECK(nothing.arrives_at_once == 0);
  gateways.add(first);
  CHECK_FALSE(gateways.traits().takes_arrivals);
  CHECK_FALSE(gateways.traits().wants_real_time);
  CHECK(gateways.traits().beyond_acts.empty());
  CHECK(gateways.traits().tallies.empty());
  second.name = "b";
  second.says_yes = second.observes = true;
  gateways.add(second);
  const auto traits = gateways.traits();
  CHECK(traits.notices == Words{"port a", "port b"});
  CHECK(traits.own_types == Words{"a", "b"});
  CHECK(traits.own_agents == Words{"a", "a", "b", "b"});
  CHECK(traits.takes_arrivals);
  CHECK(traits.wants_real_time);
  CHECK(traits.arrives_at_once == 4);
  CHECK(traits.beyond_acts == Words{"requests to b"});
  REQUIRE(traits.tallies.size() == 1);
  CHECK(traits.tallies[0]() == "0 notes");
  gateways.begin();
  CHECK(traits.tallies[0]() == "1 notes");
  CHECK_FALSE(traits.observes_others);  // agents of one gateway are observed by others inside; there are none outside
}

TEST_CASE("questions go to all gateways, or to the gateway of the agent") {
  Switched s;
  s.second.name = "b";
  CHECK_FALSE(s.gateways.has_pending());
  s.second.says_yes = true;
  CHECK(s.gateways.has_pending());
  s.gateways.begin();
  s.gateways.start(0, "a");
  s.gateways.start(1, "b");
  CHECK(s.first.notes() == Words{"begin 0 a", "start 0 a"});
  CHECK(s.second.notes() == Words{"begin 0 b", "start 1 b"});
  CHECK_FALSE(s.gateways.wait_no_longer(0));
  CHECK(s.gateways.wait_no_longer(1));
}

TEST_CASE("data that any gateway holds is sent on request") {
  Switched s;
  CHECK_FALSE(s.gateways.send_held());
  s.first.held = s.second.held = true;
  CHECK(s.gateways.send_held());
  CHECK_FALSE(s.first.held);
  CHECK_FALSE(s.second.held);
  s.second.held = true;
  CHECK(s.gateways.send_held());
  CHECK_FALSE(s.gateways.send_held());
}

TEST_CASE("an agent that connects by itself belongs to the gateway that reported it") {
  Switched s;
  s.gateways.start(0, "a");
  s.gateways.start(1, "a");
  s.second.next = [&](AgentGatewayListener& listener) {
    const auto agent = listener.agent_arrived("tcp");
    REQUIRE(agent);
    listener.agent_ready(*agent);
    listener.agent_acted(*agent, 5, "(kick)");
    listener.agent_lost(*agent, "gone");
  };
  s.gateways.receive(s.listener);
  CHECK(s.listener.heard == Words{"arrived tcp", "ready 2", "acted 2 5 (kick)", "lost 2 gone"});
  s.second.notes();
  s.gateways.drop(2);
  CHECK(s.second.notes() == Words{"drop 2 "});
  s.listener.full = true;
  s.first.next = [&](AgentGatewayListener& listener) { CHECK_FALSE(listener.agent_arrived("tcp")); };
  s.gateways.receive(s.listener);
  CHECK_FALSE(s.gateways.report(3));
}

TEST_CASE("reports of a gateway about agents of another are refused with a line") {
  Switched s;
  s.gateways.start(0, "a");
  s.gateways.start(1, "b");
  s.first.next = [&](AgentGatewayListener& listener) {
    for (const AgentId agent : {1, 2, -1}) {
      listener.agent_ready(agent);
      listener.agent_acted(agent, 5, "(kick)");
      listener.agent_lost(agent, "gone");
    }
    listener.agent_ready(0);
  };
  s.gateways.receive(s.listener);
  CHECK(s.listener.heard == Words{"ready 0"});
  REQUIRE_FALSE(s.lines.empty());
  CHECK(s.lines[0].find("gateways: a report about agent 1, which belongs to another gateway, is refused") !=
        std::string::npos);
}

TEST_CASE("a gateway that observes agents of others is notified of them and may act for them") {
  Switched s;
  FakeGateway observing;
  observing.observes = true;
  s.gateways.add(observing);
  AgentObserver* observer = s.gateways.traits().observer;
  REQUIRE(observer);
  s.gateways.start(0, "a");
  s.first.notes();

  PerceptWriter& writer = s.gateways.begin_sensation(0, 1, 11);
  writer.field("time", 1.5, Unit::second);
  s.gateways.end_sensation(0, 31);
  CHECK(s.first.notes() == Words{"sense 0 11", "sensed 0 31"});
  CHECK(s.first.text() == "(time 1.5)");
  CHECK(observing.notes() == Words{"copy 0 11"});
  CHECK(observing.text() == "(time 1.5)");

  observing.wants_copies = false;
  s.gateways.begin_sensation(0, 21, 31).field("time", 2.5, Unit::second);
  s.gateways.end_sensation(0, 51);
  CHECK(observing.notes() == Words{"copy 0 31"});
  CHECK(observing.text() == "(time 1.5)");

  observing.next = [&](AgentGatewayListener& listener) {
    listener.agent_acted(0, 5, "(kick)");
    listener.agent_acted(9, 5, "(kick)");
    listener.agent_lost(0, "gone");
  };
  s.gateways.receive(s.listener);
  CHECK(s.listener.heard == Words{"acted 0 5 (kick)"});
  s.first.notes();
  observer->agent_left(0);
  CHECK(s.first.notes() == Words{"left 0 "});
  CHECK(s.second.notes().empty());
  CHECK(observing.notes() == Words{"left 0 "});
}

TEST_CASE("a gateway that observes agents of others is notified once of its own agents, like any other") {
  Switched s;
  s.first.observes = true;
  GatewaySwitch gateways(s.log, [&s](AgentId, const std::string&) -> AgentGateway& { return s.first; });
  gateways.add(s.first);
  gateways.start(0, "a");
  gateways.begin_sensation(0, 1, 11);
  gateways.end_sensation(0, 31);
  gateways.traits().observer->agent_left(0);
  CHECK(s.first.notes() == Words{"start 0 a", "sense 0 11", "sensed 0 31", "left 0 "});
}

TEST_CASE("the switch polls readable when any gateway does") {
  Switched s;
  const auto polls = [&] {
    pollfd descriptor{s.gateways.traits().poll_descriptor, POLLIN, 0};
    return ::poll(&descriptor, 1, 0) == 1;
  };
  CHECK_FALSE(polls());
  s.second.signal();
  CHECK(polls());
  s.gateways.receive(s.listener);
  CHECK_FALSE(polls());
}

TEST_CASE("an additional source is handled before the gateways, and only when it is readable") {
  Log log;
  FakeGateway gateway;
  GatewaySwitch gateways(log, [&](AgentId, const std::string&) -> AgentGateway& { return gateway; });
  gateways.add(gateway);
  const int source = ::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
  std::vector<std::string> order;
  gateways.attend(source, [&] {
    std::uint64_t count = 0;
    REQUIRE(::read(source, &count, sizeof count) == sizeof count);
    order.emplace_back("source");
  });
  const auto receive = [&] {
    gateway.next = [&](AgentGatewayListener&) { order.emplace_back("gateway"); };
    NullListener listener;
    gateways.receive(listener);
    return std::exchange(order, {});
  };
  CHECK(receive() == std::vector<std::string>{"gateway"});
  pollfd input{gateways.traits().poll_descriptor, POLLIN, 0};
  CHECK(::poll(&input, 1, 0) == 0);
  const std::uint64_t one = 1;
  REQUIRE(::write(source, &one, sizeof one) == sizeof one);
  CHECK(::poll(&input, 1, 0) == 1);
  CHECK(receive() == std::vector<std::string>{"source", "gateway"});
  CHECK(receive() == std::vector<std::string>{"gateway"});
  ::close(source);
}
