// SPDX-License-Identifier: Apache-2.0
// The commserver's end of the link, with the test in the place of the engine.
#include "commserver/link/agent_host.h"

#include <sys/socket.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <functional>
#include <limits>
#include <string>
#include <thread>
#include <vector>

#include "commserver/guardian/guardian.h"
#include "tests/spark/net/loopback.h"
#include "tests/support/manual_clock.h"
#include "tests/support/temporary_folder.h"

using namespace commserver;
using spark::Descriptor;
using spark::Step;
using std::chrono::milliseconds;

namespace {

constexpr Step kMin = std::numeric_limits<Step>::min(), kMax = std::numeric_limits<Step>::max();
constexpr Step kBeyond = MessageReader::kMaxStep + 1;

AgentDatabase sleepers(const TemporaryFolder& folder) {
  const auto file = folder.path() / "agents.xml";
  std::ofstream(file) << "<agentdb><agent_type_external name=\"foo\"><exec_line>/bin/sleep 600</exec_line>"
                         "</agent_type_external></agentdb>";
  return AgentDatabase::load(file);
}

/// A commserver in its own thread, with one agent that never sends anything.
class Host {
 public:
  Host(Guardian& guardian, const AgentDatabase& database) {
    auto [first, second] = connected_pair();
    link_ = std::make_unique<Link>(loop_, socket_of(loop_, std::move(first)), "engine");
    engine_ = std::make_unique<Link>(engine_loop_, socket_of(engine_loop_, std::move(second)), "lab");
    for (Link* each : {link_.get(), engine_.get()}) each->trust();
    programs_ =
        std::make_unique<commserver::GuardedPrograms>(guardian, loop_.clock(), log_, commserver::StarterOptions{});
    agents_ = std::make_unique<CommServer>(database, *programs_, loop_.clock(), log_, CommServer::Options{});
    thread_ = std::thread([this] { good_ = AgentHost(loop_, *link_, *agents_, log_).serve(stop_); });
    say(MessageKind::start).agent(0).text("foo").end();
  }
  ~Host() { end(); }

  MessageWriter say(MessageKind kind) {
    MessageWriter writer(engine_->outgoing());
    writer.begin(kind);
    return writer;
  }
  /// Why the commserver has ended the link; empty if it did not, and served to the end of the match.
  std::string end() {
    if (!thread_.joinable()) return {};
    say(MessageKind::end).number(0).end();
    engine_->send();
    bool ended = false;
    for (int i = 0; i < 20'000 && !ended && engine_->is_open(); ++i) {
      engine_->wait(milliseconds(5));
      engine_->attend([&](std::string_view message) {
        ended = ended || MessageReader(message).kind() == MessageKind::ended;
        return true;
      });
    }
    engine_->close("the test is over");
    thread_.join();
    return good_ ? std::string() : link_->problem();
  }

 private:
  spark::Log log_;
  spark::net::Loop loop_, engine_loop_;
  std::unique_ptr<Link> link_, engine_;
  std::unique_ptr<commserver::GuardedPrograms> programs_;
  std::unique_ptr<CommServer> agents_;
  volatile std::sig_atomic_t stop_ = 0;
  bool good_ = false;
  std::thread thread_;
};

}  // namespace

TEST_CASE("an engine that follows the rules is served to the end") {
  const TemporaryFolder folder;
  const auto guardian = Guardian::start();
  Host host(*guardian, sleepers(folder));
  host.say(MessageKind::expect).agent(0).number(11).end();
  host.say(MessageKind::sensation).agent(0).number(1).number(11).number(31).text("(x)").end();
  host.say(MessageKind::sensation).agent(0).number(21).number(31).number(31).text("(x)").end();
  host.say(MessageKind::sensation).agent(0).number(21).number(31).number(MessageReader::kMaxStep).text("").end();
  host.say(MessageKind::drop).agent(0).end();
  host.say(MessageKind::drop).agent(0).end();
  CHECK(host.end().empty());
}

TEST_CASE("a commserver reports to a silent engine every second, and leaves it after ten seconds") {
  const TemporaryFolder folder;
  const auto guardian = Guardian::start();
  ManualClock clock;
  spark::net::Loop loop(clock);
  spark::Log log;
  auto [first, second] = connected_pair();
  Link link(loop, socket_of(loop, std::move(first)), "engine");
  Link engine(loop, socket_of(loop, std::move(second)), "lab");
  for (Link* each : {&link, &engine}) each->trust();
  commserver::GuardedPrograms programs(*guardian, clock, log, {});
  CommServer agents(sleepers(folder), programs, clock, log, CommServer::Options{});
  MessageWriter(engine.outgoing()).begin(MessageKind::start).agent(0).text("foo").end();
  engine.send();
  const auto began = clock.now();
  const volatile std::sig_atomic_t stop = 0;
  CHECK_FALSE(AgentHost(loop, link, agents, log).serve(stop));
  const auto took = clock.now() - began;
  CHECK(took > Link::kSilenceTimeout);
  CHECK(took <= Link::kSilenceTimeout + milliseconds(50));  // the interval of its checks
  CHECK(link.problem() == "it has been silent for 10 s");
  int reports = 0;
  engine.poll();
  engine.attend([&](std::string_view message) {
    reports += MessageReader(message).kind() == MessageKind::report;
    return true;
  });
  CHECK(reports == 11);  // the first one at once
}

TEST_CASE("an engine that breaks the rules of the link, with whatever number, loses the commserver") {
  const TemporaryFolder folder;
  const AgentDatabase database = sleepers(folder);
  const auto guardian = Guardian::start();
  using Words = std::function<void(Host&)>;
  const auto sensation = [](Step generated, Step arrival, Step next) {
    return [=](Host& host) {
      host.say(MessageKind::sensation).agent(0).number(generated).number(arrival).number(next).text("").end();
    };
  };
  const auto expect = [](Step arrival) {
    return [=](Host& host) { host.say(MessageKind::expect).agent(0).number(arrival).end(); };
  };
  std::vector<std::pair<std::string, Words>> cases;
  for (const Step step : {kMin, Step{-1}, kBeyond, kMax}) {
    cases.emplace_back(fmt::format("generated {}", step), sensation(step, 40, 60));
    cases.emplace_back(fmt::format("arrival {}", step), sensation(1, step, kMax));
    cases.emplace_back(fmt::format("next {}", step), sensation(1, 40, step));
    cases.emplace_back(fmt::format("expected {}", step), expect(step));
    cases.emplace_back(fmt::format("agent {}", step),
                       [=](Host& host) { host.say(MessageKind::expect).number(step).number(50).end(); });
    cases.emplace_back(fmt::format("start {}", step),
                       [=](Host& host) { host.say(MessageKind::start).number(step).text("foo").end(); });
    cases.emplace_back(fmt::format("patience {}", step),
                       [=](Host& host) { host.say(MessageKind::end).number(step).end(); });
  }
  cases.emplace_back("a promise taken back", expect(29));
  cases.emplace_back("a sensation before that", sensation(1, 29, 60));
  cases.emplace_back("a next one before it", sensation(1, 40, 39));
  cases.emplace_back("one that arrives before it is there", sensation(41, 40, 60));
  cases.emplace_back("started twice", [](Host& host) { host.say(MessageKind::start).agent(0).text("foo").end(); });
  for (const auto& [what, words] : cases) {
    CAPTURE(what);
    Host host(*guardian, database);
    host.say(MessageKind::expect).agent(0).number(30).end();
    words(host);
    CHECK_THAT(host.end(), Catch::Contains("the engine breaks the rules of the link"));
  }
}
