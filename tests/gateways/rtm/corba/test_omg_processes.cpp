// SPDX-License-Identifier: Apache-2.0
// Connectors between two processes, one of which is killed or stopped in each of their phases.
#include <signal.h>

#include <catch2/catch.hpp>
#include <thread>

#include "gateways/rtm/corba/omg_wiring.h"
#include "tests/gateways/rtm/corba/omg_stage.h"
#include "tests/gateways/rtm/corba/other_process.h"
#include "tests/support/waiting.h"

using namespace rtm;

namespace {

/// The timeout of calls where a process hangs. It applies to earlier calls as well, on a machine that may be busy.
constexpr std::chrono::milliseconds kShort{1000};

/// Ours0 here and Theirs0 elsewhere, each with `in` and `out`.
struct TwoProcesses {
  explicit TwoProcesses(std::chrono::milliseconds timeout = kTimeout) : call_timeout(timeout) {}
  const std::chrono::milliseconds call_timeout;
  OtherProcess other{call_timeout};
  HurriedClock clock;
  OmgStage stage{call_timeout, &clock};
  std::shared_ptr<Ported> ours = stage.add("Ours0", [](Ported& made) {
    made.add_in_port("in");
    made.add_out_port("out");
  });
  RTC::PortService_var in = stage.port("Ours0.in"), out = stage.port("Ours0.out");
  RTC::PortService_var their_in = stage.reference(other.reference("Theirs0.in")),
                       their_out = stage.reference(other.reference("Theirs0.out"));

  std::string joined(const RTC::PortService_var& first, const RTC::PortService_var& second,
                     const Properties& properties, bool at_first = true) {
    auto profile = profile_of({first, second}, properties);
    REQUIRE((at_first ? first : second)->connect(profile) == RTC::RTC_OK);
    return profile.connector_id.in();
  }
  void put(float number) { ours->out_port("out")->put(Value(number)); }
  bool is_bare() { return connectors(in.in()).empty() && connectors(out.in()).empty(); }
  bool are_theirs_bare() { return connectors(their_in.in()).empty() && connectors(their_out.in()).empty(); }
};

}  // namespace

TEST_CASE("values pass between processes, connected at either port with the ports in either order") {
  TwoProcesses two;
  for (const auto& way : {pushed(), pulled()})
    for (const char* const endian : {"little,big", "big"})
      for (const bool out_first : {true, false})
        for (const bool at_first : {true, false}) {
          INFO(way[1].second << endian << out_first << at_first);
          const auto properties = with(way, {{"dataport.serializer.cdr.endian", endian}});
          const auto join = [&](const RTC::PortService_var& from, const RTC::PortService_var& to) {
            return out_first ? two.joined(from, to, properties, at_first) : two.joined(to, from, properties, at_first);
          };
          std::string id = join(two.out, two.their_in);
          two.put(1.5F);
          CHECK(two.other.take("Theirs0.in") == "1.5");
          CHECK((at_first ? two.out : two.their_in)->disconnect(id.c_str()) == RTC::RTC_OK);
          id = join(two.their_out, two.in);
          two.other.put("Theirs0.out", 2.5);
          Value value;
          CHECK(two.ours->in_port("in")->take(value));
          CHECK(value == Value(2.5F));
          CHECK((at_first ? two.in : two.their_out)->disconnect(id.c_str()) == RTC::RTC_OK);
          CHECK(two.is_bare());
          CHECK(two.are_theirs_bare());
        }
}

TEST_CASE("a program connects two ports of another one") {
  TwoProcesses two;
  std::string id;
  const auto code = connect_ports(
      *two.stage.orb, {.name = "", .id = "", .ports = {two.their_in, two.their_out}, .properties = pushed()}, id);
  CHECK_FALSE(code.is_refused());
  two.other.put("Theirs0.out", 3.5);
  CHECK(two.other.take("Theirs0.in") == "3.5");
  CHECK_FALSE(disconnect_ports(two.their_in.in(), id).is_refused());
  CHECK(two.are_theirs_bare());
}

TEST_CASE("a process that is killed leaves no connector, whether it had the InPort or the OutPort") {
  for (const auto& way : {pushed(), pulled()})
    for (const bool ours_pushes : {true, false}) {
      INFO(way[1].second << ours_pushes);
      TwoProcesses two;
      if (ours_pushes)
        two.joined(two.out, two.their_in, way);
      else
        two.joined(two.their_out, two.in, way);
      two.other.signal(SIGKILL);
      CHECK(wait_until([&] { return two.is_bare(); }));
      // Both follow after the end of the connector.
      CHECK(wait_until([&] { return two.stage.lines_with("has ended: the port at 127.0.0.1:") == 1; }));
      CHECK(wait_until([&] { return two.ours->out_port("out")->links().empty(); }));
      // The port is dead now, and is refused.
      auto profile = profile_of({two.out, two.their_in}, pushed());
      CHECK(two.out->connect(profile) == RTC::BAD_PARAMETER);
    }
}

TEST_CASE("a push to a process that was killed ends the connector at once") {
  TwoProcesses two;
  two.joined(two.out, two.their_in, pushed());
  two.other.signal(SIGKILL);
  two.put(1);
  CHECK(two.is_bare());
}

TEST_CASE("a process that is killed in the middle of a chain leaves no connector") {
  using Ports = std::vector<RTC::PortService_var>;
  // A port behind it kills it, before or after that port has called the next one.
  for (const bool early : {true, false}) {
    INFO(early);
    TwoProcesses two;
    ForeignServed foreign(two.stage, "foreign");
    const auto kill = [&](const RTC::ConnectorProfile&) {
      two.other.signal(SIGKILL);
      return RTC::RTC_OK;
    };
    if (early)
      foreign->publishes = kill;
    else
      foreign->subscribes = kill;
    auto profile = profile_of(Ports{two.out, two.their_in, foreign->self, two.in}, pushed());
    CHECK(two.out->connect(profile) == RTC::BAD_PARAMETER);
    CHECK(wait_until([&] { return two.is_bare() && connectors(foreign->self.in()).empty(); }));
  }
  // The killed process has begun the chain itself, and no other can undo it.
  TwoProcesses two;
  ForeignServed foreign(two.stage, "foreign");
  foreign->subscribes = [&](const RTC::ConnectorProfile&) {
    two.other.signal(SIGKILL);
    return RTC::RTC_OK;
  };
  auto profile = profile_of(Ports{two.their_out, foreign->self, two.in}, pushed());
  CHECK_THROWS_AS(two.their_out->connect(profile), CORBA::SystemException);
  CHECK(wait_until([&] { return two.is_bare() && connectors(foreign->self.in()).empty(); }));
}

TEST_CASE("a process that hangs in a put loses its connector on both sides") {
  TwoProcesses two(kShort);
  two.joined(two.out, two.their_in, pushed());
  two.other.signal(SIGSTOP);
  two.put(1);
  CHECK(connectors(two.out.in()).empty());
  CHECK(two.stage.lines_with("no answer in time") == 1);
  two.put(2);  // there is no connector to wait for
  CHECK(two.stage.lines_with("no answer in time") == 1);
  two.other.signal(SIGCONT);
  CHECK(wait_until([&] { return two.are_theirs_bare(); }));
}

TEST_CASE("a thread pushes to a process that hangs, and the component does not wait") {
  TwoProcesses two(kShort);
  two.joined(two.out, two.their_in, with(pushed(), {{"dataport.subscription_type", "new"}}));
  two.other.signal(SIGSTOP);
  two.put(1);
  CHECK(connectors(two.out.in()).size() == 1);  // still waiting for the answer
  CHECK(wait_until([&] { return two.is_bare(); }));
  CHECK(wait_until([&] { return two.stage.lines_with("no answer in time") == 1; }));
}

TEST_CASE("a chain with a process that hangs fails, and that process has no connector when it resumes") {
  for (const bool first : {true, false}) {
    INFO(first);
    TwoProcesses two(kShort);
    ForeignServed foreign(two.stage, "foreign");
    // It answers when the ports are checked.
    foreign->publishes = [&](const RTC::ConnectorProfile&) {
      two.other.signal(SIGSTOP);
      return RTC::RTC_OK;
    };
    auto profile = first ? profile_of({foreign->self, two.their_in, two.out}, pushed())
                         : profile_of({two.out, foreign->self, two.their_in}, pushed());
    CHECK(two.out->connect(profile) == RTC::BAD_PARAMETER);
    CHECK(two.is_bare());
    CHECK(connectors(foreign->self.in()).empty());
    two.other.signal(SIGCONT);
    CHECK(wait_until([&] { return two.are_theirs_bare(); }));
  }
}

TEST_CASE("peers that hang while a component ends drop their connectors when they resume") {
  TwoProcesses two(kShort);
  const auto twice = with(pushed(), {{"dataport.allow_dup_connection", "YES"}});
  for (int i = 0; i != 10; ++i) two.joined(two.out, two.their_in, twice);
  two.other.signal(SIGSTOP);
  two.stage.remove("Ours0");
  two.other.signal(SIGCONT);
  CHECK(wait_until([&] { return two.are_theirs_bare(); }));
}

TEST_CASE("a connection can be ended although one of its ports hangs") {
  for (const bool hung_first : {true, false}) {
    INFO(hung_first);
    TwoProcesses two(kShort);
    const std::string id =
        hung_first ? two.joined(two.their_in, two.out, pushed()) : two.joined(two.out, two.their_in, pushed());
    two.other.signal(SIGSTOP);
    CHECK_FALSE(disconnect_ports(two.out.in(), id).is_refused());
    CHECK(two.is_bare());
    two.other.signal(SIGCONT);
    CHECK(wait_until([&] { return two.are_theirs_bare(); }));
  }
}
