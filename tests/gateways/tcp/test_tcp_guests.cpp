// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <catch2/catch.hpp>
#include <deque>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/gateways/tcp/tcp_stage.h"

using namespace spark;
using namespace tcp_test;

TEST_CASE("an agent that answers the first sensation is ready, one that hangs up is lost") {
  Stage s;
  s.listener.next = 3;  // other gateways have agents, too
  Client first(s.gateway->port());
  REQUIRE(s.until([&] { return first.hears_something(); }));
  CHECK(s.heard().empty());  // to connect is not enough
  CHECK(first.hear() == kFirstSensation);
  first.say("(create)");
  REQUIRE(s.hears(2));
  Client second(s.gateway->port());
  second.say("");  // it may also have nothing to do, and need not have read what it answers
  REQUIRE(s.hears(4));
  CHECK(s.heard() == Reported{"arrived 3 tcp", "ready 3", "arrived 4 tcp", "ready 4"});
  s.gateway->expect_sensation(3, 11);
  CHECK(s.gateway->earliest_act(3) == 11);
  s.at(1);
  s.sense(3, "");
  first.hang_up();
  REQUIRE(s.hears(2));
  CHECK(s.heard() == Reported{"3 at 11: (create)", "lost 3: closed its connection"});
  CHECK(s.gateway->earliest_act(3) == 31);
  CHECK(s.gateway->report(3));
  CHECK_FALSE(s.gateway->report(0));
  CHECK_THROWS_WITH(s.gateway->start(5, "tcp"), Catch::Contains("are not started, they connect"));
  CHECK(s.lines.empty());
}

TEST_CASE("an agent that hangs up after its first message, before it is in the world, is lost") {
  Stage s;
  Client gone = s.connect("(create)");
  Client plays = s.connect("(create)");
  plays.say("(init)");  // its last message
  plays.fall_silent();
  gone.hang_up();
  REQUIRE(s.hears(1));
  CHECK(s.heard() == Reported{"lost 0: closed its connection"});
  s.gateway->expect_sensation(1, 11);
  s.at(1);
  s.sense(1, "");
  s.at(21);
  s.sense(1, "");
  REQUIRE(s.hears(3));
  CHECK(s.heard() == Reported{"1 at 11: (create)", "1 at 31: (init)", "lost 1: closed its connection"});
  CHECK(s.lines.empty());
}

TEST_CASE("after a hundred agents the configured number joins per second, and guests may leave the queue") {
  ManualClock time;
  InputLimits limits;
  limits.arrivals = 2;
  Stage s(false, time, limits);
  const auto come_and_go = [&] {
    s.connect();
    s.gateway->drop(s.listener.next.number() - 1);
  };
  for (int i = 0; i < 100; ++i) come_and_go();
  CHECK(s.lines.empty());
  const auto answering = [&] {
    Client client(s.gateway->port());
    REQUIRE(s.until([&] { return client.hears_something(); }));
    client.say("(create)");
    return client;
  };
  const auto complains = [&](std::size_t times) { return s.until([&] { return s.lines.size() >= times; }); };
  Client one = answering();
  REQUIRE(complains(1));
  CHECK(s.lines[0] == "agent port: more than 2 agents per second want to join, the others wait for their turn");
  Client gone = answering(), three = answering(), four = answering();
  gone.hang_up();
  const auto settle = [&] {
    for (int i = 0; i < 200; ++i) s.gateway->receive(s.listener);
  };
  settle();
  s.heard();
  CHECK(s.listener.next == 100);
  REQUIRE(s.lines.size() == 2);
  CHECK_THAT(s.lines[1],
             Catch::Matches("queue of the agent port: 127.0.0.1:[0-9]+ disconnected before its turn to join"));
  s.at(49);
  settle();
  CHECK(s.listener.next == 100);
  s.at(50);
  REQUIRE(s.until([&] { return s.listener.next == 101; }));
  settle();
  CHECK(s.listener.next == 101);
  s.at(150);
  REQUIRE(s.until([&] { return s.listener.next == 103; }));
  settle();
  CHECK(s.listener.next == 103);
  const Reported heard = s.heard();
  CHECK(std::count_if(heard.begin(), heard.end(), [](const auto& line) { return line.starts_with("lost"); }) == 0);
  CHECK(s.lines.size() <= 3);  // perhaps others had to wait once more
  // After a quiet time a hundred may join at once again, and no more.
  s.at(150 + 100 * 60);
  for (int i = 0; i < 100; ++i) come_and_go();
  Client late = answering();
  settle();
  CHECK(s.listener.next == 203);
}

TEST_CASE("as many agents as there may be guests wait for their turn, and another is refused with one line") {
  ManualClock time;
  Stage s(false, time);
  for (int i = 0; i < 100; ++i) {
    s.connect();
    s.gateway->drop(s.listener.next.number() - 1);
  }
  std::vector<Client> waiting;
  for (std::size_t i = 0; i < TcpGateway::kMaxGuests; ++i) {
    waiting.emplace_back(s.gateway->port());
    REQUIRE(s.until([&] { return waiting.back().hears_something(); }));
    waiting.back().say("(create)");
  }
  // Until all have answered, a guest that has not would make room instead.
  for (int i = 0; i < 200; ++i) s.gateway->receive(s.listener);
  s.lines.clear();
  Client refused(s.gateway->port());
  REQUIRE(s.until([&] { return refused.hears_something(); }));
  CHECK(refused.ending() == "end");
  CHECK(s.lines == Reported{"agent port: a client was refused: 64 others wait for their turn to join"});
  s.at(s.clock.now() + 1000);
  REQUIRE(s.until([&] { return s.listener.next == 100 + 64; }));
}

TEST_CASE("guests from one address displace each other, and no guest from another address") {
  ManualClock time;
  Stage s(false, time);
  Client slow(s.gateway->port());
  REQUIRE(s.until([&] { return slow.hears_something(); }));
  std::vector<Client> crowd;
  for (std::size_t i = 0; i < 3 * TcpGateway::kMaxGuests; ++i) {
    crowd.emplace_back(s.gateway->port(), 7);
    REQUIRE(s.until([&] { return crowd.back().hears_something(); }));
  }
  slow.say("(create)");
  CHECK(s.until([&] { return s.listener.next == 1; }));
  CHECK(s.heard() == Reported{"arrived 0 tcp", "ready 0"});
}

TEST_CASE("the last waiting guest of a crowded address makes room for a guest from another address") {
  ManualClock time;
  Stage s(false, time);
  for (int i = 0; i < 100; ++i) {
    s.connect();
    s.gateway->drop(s.listener.next.number() - 1);
  }
  std::vector<Client> waiting;
  for (std::size_t i = 0; i < TcpGateway::kMaxGuests; ++i) {
    waiting.emplace_back(s.gateway->port(), 7);
    REQUIRE(s.until([&] { return waiting.back().hears_something(); }));
    waiting.back().say("(create)");
  }
  for (int i = 0; i < 200; ++i) s.gateway->receive(s.listener);
  s.lines.clear();
  Client other(s.gateway->port());
  REQUIRE(s.until([&] { return other.hears_something(); }));
  CHECK(other.hear() == "(time (now 0))");
  CHECK(waiting.back().hear());
  CHECK(waiting.back().ending() != "nothing");
  CHECK(s.lines == Reported{"agent port: 64 clients from 127.0.0.7 wait for their turn to join, the last of them is "
                            "disconnected"});
  Client same(s.gateway->port(), 7);
  REQUIRE(s.until([&] { return same.hears_something(); }));
  CHECK(same.ending() == "end");
}

TEST_CASE("any number of agents joins at once if arrivals are not limited") {
  ManualClock time;
  InputLimits limits;
  limits.arrivals = 0;
  Stage s(false, time, limits);
  for (int i = 0; i < 120; ++i) {
    s.connect();
    s.gateway->drop(s.listener.next.number() - 1);
  }
  CHECK(s.lines.empty());
}

TEST_CASE("agents get their ids in the order of connecting, not of answering") {
  Stage s;
  std::vector<Client> clients;
  for (int i = 0; i < 5; ++i) clients.emplace_back(s.gateway->port());
  for (const std::size_t i : {4u, 2u, 3u, 1u}) {
    REQUIRE(s.until([&] { return clients[i].hears_something(); }));
    clients[i].say("(agent " + std::to_string(i) + ")");
    s.gateway->receive(s.listener);
  }
  for (int i = 0; i < 20; ++i) s.gateway->receive(s.listener);
  CHECK(s.heard().empty());  // all wait for the first
  clients[0].say("(agent 0)");
  REQUIRE(s.hears(10));
  CHECK(s.listener.next == 5);
  s.listener.heard.clear();
  s.at(1);
  for (const AgentId id : {3, 1, 0, 4, 2}) s.sense(id, "");
  REQUIRE(s.hears(5));
  Reported heard = s.heard();
  std::sort(heard.begin(), heard.end());
  CHECK(heard == Reported{"0 at 11: (agent 0)", "1 at 11: (agent 1)", "2 at 11: (agent 2)", "3 at 11: (agent 3)",
                          "4 at 11: (agent 4)"});
}

TEST_CASE("guests that do not answer like an agent are refused, and delay the others for 5 s at most") {
  Stage s;
  Client silent(s.gateway->port());
  Client half(s.gateway->port());
  Client gone(s.gateway->port());
  Client web(s.gateway->port());
  Client prose(s.gateway->port());
  Client broken(s.gateway->port());
  Client agent(s.gateway->port());
  agent.say("(create)");
  half.send(std::string_view("\0\0", 2));
  gone.hang_up();
  web.send("GET / HTTP/1.1\r\n\r\n");
  prose.say("hello there");
  broken.say("(create");
  REQUIRE(s.until([&] { return s.lines.size() == 3; }));  // those that cannot become agents are refused at once
  REQUIRE(s.until([&] { return agent.hears_something(); }));
  s.real.advance(5s - 1ns);
  for (int i = 0; i < 20; ++i) s.gateway->receive(s.listener);
  CHECK(s.heard().empty());
  s.real.advance(1ns);
  REQUIRE(s.hears(2));
  CHECK(s.heard() == Reported{"arrived 0 tcp", "ready 0"});
  for (Client* other : {&silent, &half, &web, &prose, &broken}) CHECK(other->ending() != "");
  CHECK(s.lines.size() == 5);  // there is no line for the one that hung up without a message
  for (const char* part :
       {"sends garbage (a message of 1195725856 bytes; its first four bytes are the text 'GET ', not a length)",
        "does not speak the agents' protocol: 'hello there'", "does not speak the agents' protocol: '(create'",
        "has not answered the first sensation within 5 s"})
    CHECK(std::ranges::any_of(s.lines, [&](const std::string& line) { return line.find(part) != line.npos; }));
}

TEST_CASE("an answer that is not one well-formed list of expressions is refused as a whole") {
  Stage s;
  for (const char* torn : {"(create) (init", "(create)) (init)"}) {
    Client client(s.gateway->port());
    client.say(torn);
    REQUIRE(s.until([&] { return !s.lines.empty() || !s.listener.heard.empty(); }));
    CHECK(s.heard().empty());
    CHECK(std::exchange(s.lines, {}) ==
          Reported{fmt::format("agent port: a client does not speak the agents' protocol: '{}'", torn)});
  }
}

TEST_CASE("a crowd of silent guests does not displace a guest in the middle of its answer") {
  Stage s;
  Client slow(s.gateway->port());
  const std::string answer = Client::frame("(create)");
  slow.send(std::string_view(answer).substr(0, 2));
  std::deque<Client> silent;
  for (std::size_t i = 0; i < 3 * TcpGateway::kMaxGuests; ++i) {
    silent.emplace_back(s.gateway->port());
    s.gateway->receive(s.listener);
  }
  slow.send(std::string_view(answer).substr(2));
  silent.clear();
  REQUIRE(s.hears(2));
  CHECK(s.heard() == Reported{"arrived 0 tcp", "ready 0"});
}

TEST_CASE("ten thousand silent connections leave no descriptors and few log lines behind") {
  Stage s;
  const auto descriptors = [] {
    return std::distance(std::filesystem::directory_iterator("/proc/self/fd"), std::filesystem::directory_iterator());
  };
  const auto before = descriptors();
  std::deque<Client> silent;
  for (int i = 0; i < 10000; ++i) {
    silent.emplace_back(s.gateway->port());
    if (i % 3 == 0) silent.back().hang_up();
    if (silent.size() > 200) silent.pop_front();  // most are disconnected by the server, some leave
    s.real.advance(100ms);                        // about fifty at a time are not yet due
    s.gateway->receive(s.listener);
    REQUIRE(descriptors() - before <= 201 + static_cast<long>(TcpGateway::kMaxGuests) + 16);
  }
  Client agent(s.gateway->port());
  agent.say("(create)");
  REQUIRE(s.until([&] { return agent.hears_something(); }));
  s.real.advance(5s);
  REQUIRE(s.hears(2));
  CHECK(s.listener.next == 1);
  CHECK(s.lines.size() <= 9);
  silent.clear();
  REQUIRE(s.until([&] { return descriptors() - before <= 2; }));
}
