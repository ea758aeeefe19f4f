// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <atomic>
#include <catch2/catch.hpp>
#include <future>

#include "spark/core/log.h"
#include "tests/gateways/sigverse/server/played_provider.h"
#include "tests/gateways/sigverse/server/request_stage.h"

using namespace sigverse;
using namespace sigverse::server;
using namespace sigverse_test;
using wire::PacketType;

namespace {

SigOptions blind(bool has_own_eyes) {
  SigOptions options;
  options.own_eyes = has_own_eyes;
  return options;
}

/// A world with two agents, and a client that asks for services.
struct NameStage {
  explicit NameStage(bool has_controllers = false, bool has_own_eyes = false)
      : stage(sigverse_test::agent("a", "y=50", has_controllers) +
                  sigverse_test::agent("b", "y=50 x=100", has_controllers),
              blind(has_own_eyes)) {
    if (has_controllers)
      controllers = stage.start_controllers();
    else
      stage.control.begin();
    stage.receive();
    stage.said();
  }
  /// The provider that is given out for a query; "-": none.
  std::string given(std::uint16_t kind) {
    asker.say(wire::NsQuery{kind});
    return given();
  }
  std::string given() {
    const std::string words = stage.next(asker);
    if (words == "NS_QUERY_RESULT 0") return "-";
    constexpr std::string_view kFound = "NS_QUERY_RESULT 1 ";
    REQUIRE(words.starts_with(kFound));
    return words.substr(kFound.size(), words.find(' ', kFound.size()) - kFound.size());
  }
  /// The same when that provider has answered its ping.
  std::string given(std::uint16_t kind, PlayedProvider& pinged) {
    asker.say(wire::NsQuery{kind});
    pinged.answer_ping(kind);
    return given();
  }
  /// GET_SERVICES, one line each: "eye 3 127.0.0.1 used 2 alive".
  Words listed() {
    std::string request;
    wire::append_empty_packet(request, PacketType::get_services);
    asker.send(request);
    Words all;
    for (bool complete = false; !complete;) {
      REQUIRE(stage.until([&] {
        asker.read();
        return wire::first_unit(asker.input()).kind == wire::Unit::Kind::packet;
      }));
      const std::string octets = asker.take(wire::first_unit(asker.input()).size);
      const auto packet = wire::read_packet(octets);
      wire::GetServicesResult part;
      REQUIRE(packet->head.type == PacketType::get_services_result);
      REQUIRE(wire::read_data(packet->data, part));
      for (const auto& each : part.services)
        all.push_back(fmt::format("{} {} {} used {} {}", each.name, each.kinds, each.host, each.uses,
                                  each.is_alive != 0 ? "alive" : "dead"));
      complete = packet->head.number + 1 == packet->head.count;
    }
    return all;
  }

  SigStage stage;
  std::vector<Peer> controllers;
  Peer asker{stage.gateway->port()};
};

}  // namespace

TEST_CASE("A provider is given out once it has answered a ping, until its connection closes") {
  NameStage names;
  CHECK(names.given(1) == "-");
  CHECK(names.listed().empty());
  PlayedProvider eye(names.stage, "eye", {3});
  names.asker.say(wire::NsQuery{1});
  // The answer waits for the ping, and so do later requests.
  names.asker.say(wire::GetObjectNames{});
  CHECK(names.stage.hears_nothing(names.asker));
  eye.answer_ping(1);
  CHECK(names.stage.next(names.asker) == fmt::format("NS_QUERY_RESULT 1 eye 3 127.0.0.1:{}", eye.port()));
  CHECK(names.stage.next(names.asker) == "GET_OBJECT_NAMES_RESULT");
  CHECK(names.listed() == Words{"eye 3 127.0.0.1 used 1 alive"});
  eye.registration.hang_up();
  REQUIRE(names.stage.until([&] { return names.listed().empty(); }));
  CHECK(names.given(1) == "-");
  CHECK_FALSE(eye.is_asked());
  const Words said = names.stage.said();
  REQUIRE(said.size() == 2);
  CHECK(said[0].ends_with(fmt::format("eye provides pictures, detection at 127.0.0.1:{}", eye.port())));
  CHECK(said[1].ends_with(fmt::format("eye no longer provides pictures, detection at 127.0.0.1:{}", eye.port())));
}

TEST_CASE("Message services are listed after providers, and may have the name of one") {
  NameStage names;
  Peer service(names.stage.gateway->port());
  service.send("SIGMESSAGE,eye,");
  CHECK(names.stage.octets(service, 4) == "SUCC");
  PlayedProvider eye(names.stage, "eye", {3});
  CHECK(names.listed() == Words{"eye 3 127.0.0.1 used 0 alive", "eye 0 127.0.0.1 used 0 alive"});
  service.hang_up();
  REQUIRE(names.stage.until([&] { return names.listed().size() == 1; }));
}

TEST_CASE("The server's own senses are listed until a provider offers them") {
  NameStage names(false, true);
  const Words own{"SIGViewer 2  used 0 alive", "SIGViewer 5  used 0 alive"};
  CHECK(names.listed() == own);
  PlayedProvider eye(names.stage, "eye", {2});
  CHECK(names.listed() == Words{"eye 2 127.0.0.1 used 0 alive", own[1]});
  PlayedProvider viewer(names.stage, "SIGViewer", {5});
  CHECK(names.listed() == Words{"eye 2 127.0.0.1 used 0 alive", "SIGViewer 5 127.0.0.1 used 0 alive"});
  eye.registration.hang_up();
  viewer.registration.hang_up();
  REQUIRE(names.stage.until([&] { return names.listed() == own; }));
}

TEST_CASE("The host that a provider gives is passed on unchanged") {
  NameStage names;
  PlayedProvider eye(names.stage, "eye", {});
  REQUIRE(eye.provide("eye", 1, static_cast<std::uint32_t>(eye.port()), "localhost") == "PROVIDE_SERVICE_RESULT 0 ''");
  names.asker.say(wire::NsQuery{1});
  eye.answer_ping(1);
  CHECK(names.stage.next(names.asker) == fmt::format("NS_QUERY_RESULT 1 eye 1 localhost:{}", eye.port()));
}

TEST_CASE("Of several providers the one given out least often is next, then the oldest") {
  NameStage names;
  PlayedProvider one(names.stage, "one", {1}), two(names.stage, "two", {1});
  CHECK(names.given(1, one) == "one");
  CHECK(names.given(1, two) == "two");
  CHECK(names.given(1, one) == "one");
  CHECK(names.given(1, two) == "two");
  PlayedProvider late(names.stage, "late", {1});
  CHECK(names.given(1, late) == "late");
  CHECK(names.given(1, late) == "late");
  CHECK(names.given(1, one) == "one");
  CHECK(names.listed() ==
        Words{"one 1 127.0.0.1 used 3 alive", "two 1 127.0.0.1 used 2 alive", "late 1 127.0.0.1 used 2 alive"});
}

TEST_CASE("Kinds of services are combined as bits, except that of distances") {
  NameStage names;
  PlayedProvider eye(names.stage, "eye", {3}), ear(names.stage, "ear", {4}), touch(names.stage, "touch", {5});
  CHECK(names.given(1, eye) == "eye");
  CHECK(names.given(2, eye) == "eye");
  CHECK(names.given(3, eye) == "eye");
  CHECK(names.given(4, ear) == "ear");
  CHECK(names.given(5, touch) == "touch");
  for (const std::uint16_t kind : {0, 6, 7, 8, 9, 65535}) CHECK(names.given(kind) == "-");
  touch.registration.hang_up();
  ear.registration.hang_up();
  REQUIRE(names.stage.until([&] { return names.listed().size() == 1; }));
  // A provider of pictures and speech does not measure distances.
  PlayedProvider both(names.stage, "both", {7});
  CHECK(names.given(5) == "-");
  CHECK(names.given(4, both) == "both");
  PlayedProvider all(names.stage, "all", {3, 5});
  CHECK(names.given(5, all) == "all");
  CHECK(names.listed() == Words{"eye 3 127.0.0.1 used 3 alive", "both 7 127.0.0.1 used 1 alive",
                                "all 3 127.0.0.1 used 0 alive", "all 5 127.0.0.1 used 1 alive"});
}

TEST_CASE("A name belongs to the connection that registered it, which may change its address") {
  NameStage names;
  PlayedProvider eye(names.stage, "eye", {3});
  PlayedProvider other(names.stage, "other", {1});
  CHECK(other.provide("eye", 5, 9300) == "PROVIDE_SERVICE_RESULT 1 'there is a service of that name'");
  CHECK(names.listed().size() == 2);
  // A registration for some of the kinds replaces all registrations of the name that share one.
  CHECK(eye.provide("eye", 5, 9301, "host") == "PROVIDE_SERVICE_RESULT 0 ''");
  CHECK(eye.provide("eye", 1, 9302, "host") == "PROVIDE_SERVICE_RESULT 0 ''");
  CHECK(eye.provide("eye", 5, 9303, "elsewhere") == "PROVIDE_SERVICE_RESULT 0 ''");
  CHECK(names.listed() ==
        Words{"other 1 127.0.0.1 used 0 alive", "eye 1 host used 0 alive", "eye 5 elsewhere used 0 alive"});
  // A refused registration changes nothing.
  CHECK(eye.provide("eye", 1, 0) == "PROVIDE_SERVICE_RESULT 1 'port 0: expected 1 to 65535'");
  CHECK(names.listed().size() == 3);
  eye.hang_up();
  REQUIRE(names.stage.until([&] { return names.listed().size() == 1; }));
  CHECK(other.provide("eye", 5, 9300) == "PROVIDE_SERVICE_RESULT 0 ''");
}

TEST_CASE("Invalid registrations are refused, with a line in the log") {
  NameStage names;
  PlayedProvider bad(names.stage, "", {});
  const auto refused = [&](const std::string& name, std::uint32_t kind, std::uint32_t port, const std::string& host) {
    names.stage.said();
    const std::string words = bad.provide(name, kind, port, host);
    constexpr std::string_view kRefused = "PROVIDE_SERVICE_RESULT 1 '";
    REQUIRE(words.starts_with(kRefused));
    return words.substr(kRefused.size(), words.size() - kRefused.size() - 1);
  };
  CHECK(refused("eye", 1, 0, "") == "port 0: expected 1 to 65535");
  const Words said = names.stage.said();
  REQUIRE(said.size() == 1);
  CHECK(said[0].ends_with(": the service eye is refused: port 0: expected 1 to 65535"));
  CHECK(refused("eye", 1, 65'536, "") == "port 65536: expected 1 to 65535");
  CHECK(refused("eye", 0, 9300, "") == "the kinds 0: expected 1 to 7");
  CHECK(refused("eye", 8, 9300, "") == "the kinds 8: expected 1 to 7");
  CHECK(refused("eye", 0xffffffff, 9300, "") == "the kinds 4294967295: expected 1 to 7");
  CHECK(refused("b", 1, 9300, "") == "there is an agent of that name");
  CHECK(refused("", 1, 9300, "") == "a name has 1 to 255 octets");
  CHECK(refused(std::string(256, 'n'), 1, 9300, "") == "a name has 1 to 255 octets");
  CHECK(refused("eye", 1, 9300, std::string(256, 'h')) == "the host is not a printable name of at most 255 bytes");
  CHECK(refused("eye", 1, 9300, std::string("a\0b", 3)) == "the host is not a printable name of at most 255 bytes");
  CHECK(refused("eye", 1, 9300, "a\nb") == "the host is not a printable name of at most 255 bytes");
  CHECK(names.listed().empty());
}

TEST_CASE("One connection may register 16 services, and all together 256") {
  NameStage names;
  std::vector<std::unique_ptr<PlayedProvider>> providers;
  std::size_t accepted = 0;
  for (int i = 0; i < 17; ++i) {
    providers.push_back(std::make_unique<PlayedProvider>(names.stage, "", std::vector<std::uint32_t>()));
    for (int j = 0; j < 59; ++j) {
      const std::string words = providers.back()->provide(fmt::format("service {} {}", i, j), 1, 9300);
      const std::string problem = i == 16 ? "there are 256 services" : j >= 16 ? "it has registered 16 services" : "";
      CHECK(words == fmt::format("PROVIDE_SERVICE_RESULT {} '{}'", problem.empty() ? 0 : 1, problem));
      if (problem.empty()) ++accepted;
    }
  }
  CHECK(accepted == 256);
  CHECK(names.listed().size() == 256);
  CHECK(names.stage.said().size() < 250);
  // A connection at its limit may still change its registrations.
  CHECK(providers[0]->provide("service 0 0", 1, 9301) == "PROVIDE_SERVICE_RESULT 0 ''");
  for (auto& each : providers) each->registration.hang_up();
  REQUIRE(names.stage.until([&] { return names.listed().empty(); }));
  CHECK(names.stage.said().size() < 50);
}

TEST_CASE("A controller that the server has started cannot register services") {
  NameStage names(true);
  names.controllers[0].say(wire::ProvideService{"eye", 1, "127.0.0.1", 9300});
  CHECK(names.stage.next(names.controllers[0]) ==
        "PROVIDE_SERVICE_RESULT 1 'a controller that the server has started provides no services'");
  CHECK(names.listed().empty());
}

TEST_CASE("A ping without an answer delays only the client that asked, and the next provider is pinged") {
  NameStage names(true);
  PlayedProvider hung(names.stage, "hung", {1}), lives(names.stage, "lives", {1});
  names.stage.control.run();
  names.asker.say(wire::NsQuery{1});
  Peer ping = hung.accept();
  for (int i = 0; i < 5; ++i) {
    for (Peer& controller : names.controllers) names.stage.play(controller);
    names.stage.step();
  }
  CHECK(names.stage.core.clock.now() == 5);
  CHECK_FALSE(lives.is_asked());
  names.stage.real.advance(499ms);
  CHECK_FALSE(lives.is_asked());
  names.stage.real.advance(1ms);
  lives.answer_ping(1);
  CHECK(names.given() == "lives");
  CHECK(names.listed() == Words{"hung 1 127.0.0.1 used 0 dead", "lives 1 127.0.0.1 used 1 alive"});
  const Words said = names.stage.said();
  CHECK(std::ranges::count_if(said, [](const std::string& line) {
          return line.ends_with("service hung: does not answer in time");
        }) == 1);
}

TEST_CASE("In lock-step a turn lasts until the query is answered, and the wait is not the controller's time") {
  NameStage names(true);
  PlayedProvider hung(names.stage, "hung", {1});
  names.stage.control.run();
  Peer& controller = names.controllers[0];
  names.stage.turn(controller);
  names.stage.real.advance(9900ms);  // of 10 s
  controller.say(wire::NsQuery{1});
  controller.say(wire::TurnDone{names.stage.turn_number, 0.0});
  Peer ping = hung.accept();
  CHECK(names.stage.is_held());
  names.stage.real.advance(500ms);
  CHECK(names.stage.next(controller) == "NS_QUERY_RESULT 0");
  CHECK(names.stage.listener.heard.empty());
  // The next controller has its turn, so this one has ended.
  names.stage.play(names.controllers[1]);
  names.stage.step();
}

TEST_CASE("A dead provider is not pinged for 10 s, and may be alive afterwards") {
  NameStage names;
  PlayedProvider eye(names.stage, "eye", {1});
  names.asker.say(wire::NsQuery{1});
  {
    Peer ping = eye.accept();
    ping.say(wire::NsPingerResult{0});
    CHECK(names.given() == "-");
  }
  CHECK(names.given(1) == "-");
  names.stage.real.advance(9900ms);
  CHECK(names.given(1) == "-");
  CHECK_FALSE(eye.is_asked());
  names.stage.real.advance(200ms);
  CHECK(names.given(1, eye) == "eye");
  CHECK(names.listed() == Words{"eye 1 127.0.0.1 used 1 alive"});
}

TEST_CASE("A provider that is alive is given out before one that was dead, however often it was used") {
  NameStage names;
  PlayedProvider flaky(names.stage, "flaky", {1}), steady(names.stage, "steady", {1});
  names.asker.say(wire::NsQuery{1});
  flaky.accept().hang_up();
  steady.answer_ping(1);
  CHECK(names.given() == "steady");
  for (int i = 0; i < 3; ++i) CHECK(names.given(1, steady) == "steady");
  names.stage.real.advance(11s);
  CHECK(names.given(1, steady) == "steady");
  steady.hang_up();
  REQUIRE(names.stage.until([&] { return names.listed().size() == 1; }));
  CHECK(names.given(1, flaky) == "flaky");
}

TEST_CASE("A provider that answers a ping with anything else is dead") {
  for (const std::string& answer : {std::string("hello, this is no packet at all"), std::string("\x00\x08\x00\x0c", 4),
                                    std::string("\xab\xcd", 2), picture(0), std::string(100'000, '\xab')}) {
    NameStage names;
    PlayedProvider eye(names.stage, "eye", {1});
    names.asker.say(wire::NsQuery{1});
    Peer ping = eye.accept();
    send_in_pieces(names.stage, ping, answer);
    ping.hang_up();
    CHECK(names.given() == "-");
    CHECK(names.listed() == Words{"eye 1 127.0.0.1 used 0 dead"});
  }
}

TEST_CASE("A provider that leaves while it is pinged is not given out") {
  NameStage names;
  PlayedProvider eye(names.stage, "eye", {1}), next(names.stage, "next", {1});
  names.asker.say(wire::NsQuery{1});
  Peer ping = eye.accept();
  eye.registration.hang_up();
  REQUIRE(names.stage.until([&] { return names.stage.gateway->connections() == 2; }));
  ping.say(wire::NsPingerResult{1});
  next.answer_ping(1);
  CHECK(names.given() == "next");
}

TEST_CASE("A client that leaves while a provider is pinged leaves nothing behind") {
  NameStage names;
  PlayedProvider eye(names.stage, "eye", {1}), next(names.stage, "next", {1});
  names.asker.say(wire::NsQuery{1});
  Peer ping = eye.accept();
  names.asker.hang_up();
  REQUIRE(names.stage.until([&] { return names.stage.gateway->connections() == 2; }));
  ping.hang_up();
  CHECK_FALSE(next.is_asked());
  names.asker = Peer(names.stage.gateway->port());
  CHECK(names.given(1, next) == "next");
}

TEST_CASE("One query pings at most eight providers") {
  NameStage names;
  std::vector<std::unique_ptr<PlayedProvider>> providers;
  for (int i = 0; i < 10; ++i) {
    providers.push_back(
        std::make_unique<PlayedProvider>(names.stage, "eye " + std::to_string(i), std::vector<std::uint32_t>{1}));
    if (i < 9) providers.back()->stop_listening();
  }
  CHECK(names.given(1) == "-");
  CHECK_FALSE(providers[9]->is_asked());
  names.asker.say(wire::NsQuery{1});
  providers[9]->answer_ping(1);
  CHECK(names.given() == "eye");
}

namespace {

/// A registry whose resolver answers when the test says so.
struct SlowHosts {
  SlowHosts() {
    registry.emplace(requests.slots, requests.sessions, requests.loop, requests.stage.core.log, 500ms,
                     [open = open, asked = asked](const std::string&, std::uint16_t) {
                       ++*asked;
                       open.wait();
                       return spark::net::Addresses{{}, "no such host"};
                     });
  }
  ~SlowHosts() {
    if (!is_open) promise.set_value();
  }
  void provide(const std::string& host) {
    Session& session = requests.sessions.add(std::make_unique<SilentChannel>("provider"), nullptr);
    Request request{session, "PROVIDE_SERVICE", ""};
    registry->provide(request, {host, 1, host, 9300});
    CHECK(request.problem.empty());
  }

  std::promise<void> promise;
  bool is_open = false;
  std::shared_future<void> open{promise.get_future()};
  std::shared_ptr<std::atomic<int>> asked = std::make_shared<std::atomic<int>>(0);
  Requests requests;
  std::optional<ServiceRegistry> registry;
};

}  // namespace

TEST_CASE("A provider whose host name does not resolve in time is dead, and is not resolved again meanwhile") {
  SlowHosts slow;
  slow.provide("slow");
  Session& asker = slow.requests.sessions.add(std::make_unique<SilentChannel>("asker"), nullptr);
  slow.registry->query(asker, 1);
  CHECK(asker.out().empty());
  CHECK(slow.registry->serves(1));
  CHECK_FALSE(slow.registry->serves(5));
  slow.requests.loop.poll();
  CHECK_FALSE(slow.registry->attend(slow.requests.clock.now()));
  slow.requests.clock.advance(500ms);
  slow.requests.loop.poll();
  CHECK(slow.registry->attend(slow.requests.clock.now()));
  CHECK_FALSE(slow.registry->serves(1));
  // While it rests no client waits for it, and its name is not resolved again.
  const int asked = *slow.asked;
  for (int i = 0; i < 20; ++i) {
    Session& next = slow.requests.sessions.add(std::make_unique<SilentChannel>("asker"), nullptr);
    slow.registry->query(next, 1);
    CHECK_FALSE(slow.registry->attend(slow.requests.clock.now()));
  }
  CHECK(*slow.asked <= asked + 1);
  // The late answer is dropped.
  slow.promise.set_value();
  slow.is_open = true;
  slow.requests.loop.poll();
  CHECK_FALSE(slow.registry->attend(slow.requests.clock.now()));
}

TEST_CASE("The size of all requests and answers is limited, and the largest one fails") {
  SlowHosts slow;
  slow.provide("slow");
  const auto* provider = slow.registry->find("slow", 1);
  REQUIRE(provider);
  std::vector<std::string> answers;
  for (int i = 0; i < 7; ++i)
    slow.registry->ask(*provider, std::string(static_cast<std::size_t>(9 + i % 3) << 20, 'x'), 2s,
                       [&](std::string_view answer, Session::Time) { answers.emplace_back(answer); });
  // 9 + 10 + 11 + 9 + 10 + 11 + 9 = 69 MiB, above the limit of 64.
  CHECK(slow.registry->attend(slow.requests.clock.now()));
  CHECK(answers == std::vector<std::string>{""});
  CHECK_FALSE(slow.registry->attend(slow.requests.clock.now()));
}
