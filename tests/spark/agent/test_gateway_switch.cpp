// SPDX-License-Identifier: Apache-2.0
#include "spark/agent/gateway_switch.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "spark/agent/sexp_percept_writer.h"
#include "tests/support/log_lines.h"

using namespace spark;

namespace {

/// Keeps what it is told, in words, and does one thing with the next `receive`.
class FakeGateway final : public AgentGateway {
 public:
  FakeGateway() : news_(::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)) {}
  ~FakeGateway() override { ::close(news_); }

  void start(AgentId agent, const std::string& type) override { note("start", agent, type); }
  Coming coming(AgentId agent) const override { return agent == 1 ? Coming::awaited : Coming::connecting; }
  std::optional<AgentTiming> timing(AgentId) const override { return AgentTiming{5, 0, 0}; }
  void receive(AgentGatewayListener& listener) override {
    if (next) std::exchange(next, nullptr)(listener);
    std::uint64_t count = 0;
    [[maybe_unused]] const auto read = ::read(news_, &count, sizeof count);
  }
  int poll_descriptor() const override { return news_; }
  bool send_held() override { return std::exchange(held, false); }
  PerceptWriter& begin_sensation(AgentId agent, Step, Step arrival) override {
    note("sense", agent, std::to_string(arrival));
    return writer_;
  }
  void end_sensation(AgentId agent, Step next_arrival) override { note("sensed", agent, std::to_string(next_arrival)); }
  void expect_sensation(AgentId agent, Step arrival) override { note("expect", agent, std::to_string(arrival)); }
  Step earliest_act(AgentId agent) const override { return 100 + agent; }
  std::optional<AgentReport> report(AgentId agent) const override {
    AgentReport report;
    report.acts = static_cast<std::uint64_t>(agent);
    return report;
  }
  std::string notice() const override { return "port " + name; }
  std::vector<std::string> own_types() const override { return {name}; }
  std::vector<std::string> own_agents() const override { return {name, name}; }
  bool takes_arrivals() const override { return says_yes; }
  int arrives_at_once() const override { return says_yes ? 3 : 1; }
  bool wants_real_time() const override { return says_yes; }
  void begin() override { note("begin", 0, name); }
  std::string beyond_acts() const override { return says_yes ? "requests to " + name : ""; }
  bool has_news() const override { return says_yes; }
  bool wait_no_longer(AgentId) override { return says_yes; }
  bool shows_others() const override { return shows; }
  PerceptWriter* begin_copy(AgentId agent, Step arrival) override {
    note("copy", agent, std::to_string(arrival));
    return wants_copies ? &writer_ : nullptr;
  }
  void end_copy(AgentId agent) override { note("copied", agent, std::exchange(text_, {})); }
  void agent_left(AgentId agent) override { note("left", agent, ""); }
  std::vector<std::string> tallies() const override {
    return shows ? std::vector<std::string>{"3 shown"} : std::vector<std::string>();
  }
  void drop(AgentId agent) override { note("drop", agent, ""); }
  void shut_down(std::chrono::milliseconds) override { note("shut down", 0, ""); }

  void send_news() {
    const std::uint64_t one = 1;
    REQUIRE(::write(news_, &one, sizeof one) == sizeof one);
  }
  std::string name = "a";
  bool says_yes = false;  ///< to whatever it is asked
  bool held = false;      ///< it has something for its agents
  bool shows = false, wants_copies = true;
  std::vector<std::string> told() { return std::exchange(told_, {}); }
  const std::string& text() const { return text_; }
  std::function<void(AgentGatewayListener&)> next;

 private:
  void note(const std::string& what, AgentId agent, const std::string& more) {
    told_.push_back(what + " " + std::to_string(agent) + " " + more);
  }
  int news_;
  std::vector<std::string> told_;
  std::string text_;
  SexpPerceptWriter writer_{text_};
};

struct Listener final : AgentGatewayListener {
  std::optional<AgentId> agent_arrived(const std::string& type) override {
    heard.push_back("arrived " + type);
    return full ? std::nullopt : std::optional<AgentId>(number++);
  }
  void agent_ready(AgentId agent) override { heard.push_back("ready " + std::to_string(agent)); }
  using AgentGatewayListener::agent_acted;
  void agent_acted(AgentId agent, Step stamp, std::string_view text) override {
    heard.push_back("acted " + std::to_string(agent) + " " + std::to_string(stamp) + " " + std::string(text));
  }
  void agent_lost(AgentId agent, std::string_view reason) override {
    heard.push_back("lost " + std::to_string(agent) + " " + std::string(reason));
  }
  bool full = false;
  AgentId number = 2;
  std::vector<std::string> heard;
};

using Told = std::vector<std::string>;

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
                           if (type == "none") throw std::runtime_error("nobody starts that");
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
  CHECK(s.first.told() == Told{"start 0 a", "sense 0 11", "sensed 0 31"});
  CHECK(s.second.told() == Told{"start 1 b", "expect 1 7", "drop 1 "});
  CHECK(s.gateways.earliest_act(1) == 101);
  CHECK(s.gateways.report(1)->acts == 1);
  CHECK_FALSE(s.gateways.report(5));
  s.gateways.shut_down(std::chrono::milliseconds(0));
  CHECK(s.first.told() == Told{"shut down 0 "});
  CHECK(s.second.told() == Told{"shut down 0 "});
}

TEST_CASE("its gateway knows how an agent comes and what its timing is") {
  Switched s;
  s.gateways.start(1, "a");
  s.gateways.start(2, "b");
  CHECK(s.gateways.coming(1) == AgentGateway::Coming::awaited);
  CHECK(s.gateways.coming(2) == AgentGateway::Coming::connecting);
  CHECK(s.gateways.timing(2)->sense_interval == 5);
  CHECK_FALSE(s.gateways.timing(0));
}

TEST_CASE("what is asked of a gateway is asked of all of them, or of the agent's own") {
  Switched s;
  s.second.name = "b";
  CHECK_FALSE(s.gateways.takes_arrivals());
  CHECK_FALSE(s.gateways.wants_real_time());
  CHECK_FALSE(s.gateways.has_news());
  CHECK(s.gateways.beyond_acts().empty());
  s.second.says_yes = true;
  CHECK(s.gateways.takes_arrivals());
  CHECK(s.gateways.wants_real_time());
  CHECK(s.gateways.has_news());
  CHECK(s.gateways.arrives_at_once() == 4);
  CHECK(s.gateways.beyond_acts() == "requests to b");
  s.first.says_yes = true;
  CHECK(s.gateways.beyond_acts() == "requests to a, requests to b");
  s.first.says_yes = false;
  CHECK(s.gateways.notice() == "port a, port b");
  CHECK(s.gateways.own_types() == Told{"a", "b"});
  CHECK(s.gateways.own_agents() == Told{"a", "a", "b", "b"});
  s.gateways.begin();
  s.gateways.start(0, "a");
  s.gateways.start(1, "b");
  CHECK(s.first.told() == Told{"begin 0 a", "start 0 a"});
  CHECK(s.second.told() == Told{"begin 0 b", "start 1 b"});
  CHECK_FALSE(s.gateways.wait_no_longer(0));
  CHECK(s.gateways.wait_no_longer(1));
}

TEST_CASE("what any gateway holds is sent when it is asked for") {
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

TEST_CASE("who comes by himself belongs to the gateway he came by") {
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
  CHECK(s.listener.heard == Told{"arrived tcp", "ready 2", "acted 2 5 (kick)", "lost 2 gone"});
  s.second.told();
  s.gateways.drop(2);
  CHECK(s.second.told() == Told{"drop 2 "});
  s.listener.full = true;
  s.first.next = [&](AgentGatewayListener& listener) { CHECK_FALSE(listener.agent_arrived("tcp")); };
  s.gateways.receive(s.listener);
  CHECK_FALSE(s.gateways.report(3));
}

TEST_CASE("what a gateway says of agents that are not its own is refused, with a line") {
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
  CHECK(s.listener.heard == Told{"ready 0"});
  REQUIRE_FALSE(s.lines.empty());
  CHECK(s.lines[0].find("gateways: one speaks of agent 1, which is not its own; refused") != std::string::npos);
}

TEST_CASE("a gateway that shows agents of others hears of them and may act for them") {
  Switched s;
  FakeGateway shows;
  shows.shows = true;
  s.gateways.add(shows);
  s.gateways.start(0, "a");
  s.first.told();

  PerceptWriter& writer = s.gateways.begin_sensation(0, 1, 11);
  writer.field("time", 1.5, Unit::second);
  s.gateways.end_sensation(0, 31);
  CHECK(s.first.told() == Told{"sense 0 11", "sensed 0 31"});
  CHECK(s.first.text() == "(time 1.5)");
  CHECK(shows.told() == Told{"copy 0 11", "copied 0 (time 1.5)"});

  shows.wants_copies = false;
  s.gateways.begin_sensation(0, 21, 31);
  s.gateways.end_sensation(0, 51);
  CHECK(shows.told() == Told{"copy 0 31"});

  shows.next = [&](AgentGatewayListener& listener) {
    listener.agent_acted(0, 5, "(kick)");
    listener.agent_acted(9, 5, "(kick)");
    listener.agent_lost(0, "gone");
  };
  s.gateways.receive(s.listener);
  CHECK(s.listener.heard == Told{"acted 0 5 (kick)"});
  s.first.told();
  s.gateways.agent_left(0);
  CHECK(s.first.told() == Told{"left 0 "});
  CHECK(shows.told() == Told{"left 0 "});
  CHECK(s.gateways.tallies() == Told{"3 shown"});
}

TEST_CASE("a gateway that shows agents of others is told of its own once, as any other") {
  Switched s;
  s.first.shows = true;
  GatewaySwitch gateways(s.log, [&s](AgentId, const std::string&) -> AgentGateway& { return s.first; });
  gateways.add(s.first);
  gateways.start(0, "a");
  gateways.begin_sensation(0, 1, 11);
  gateways.end_sensation(0, 31);
  gateways.agent_left(0);
  CHECK(s.first.told() == Told{"start 0 a", "sense 0 11", "sensed 0 31", "left 0 "});
}

TEST_CASE("news of any gateway are news") {
  Switched s;
  const auto polls = [&] {
    pollfd descriptor{s.gateways.poll_descriptor(), POLLIN, 0};
    return ::poll(&descriptor, 1, 0) == 1;
  };
  CHECK_FALSE(polls());
  s.second.send_news();
  CHECK(polls());
  s.gateways.receive(s.listener);
  CHECK_FALSE(polls());
}

TEST_CASE("what has news for gateways is asked before them, and only when it has some") {
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
    DeafListener listener;
    gateways.receive(listener);
    return std::exchange(order, {});
  };
  CHECK(receive() == std::vector<std::string>{"gateway"});
  pollfd input{gateways.poll_descriptor(), POLLIN, 0};
  CHECK(::poll(&input, 1, 0) == 0);
  const std::uint64_t one = 1;
  REQUIRE(::write(source, &one, sizeof one) == sizeof one);
  CHECK(::poll(&input, 1, 0) == 1);
  CHECK(receive() == std::vector<std::string>{"source", "gateway"});
  CHECK(receive() == std::vector<std::string>{"gateway"});
  ::close(source);
}
