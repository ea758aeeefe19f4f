// SPDX-License-Identifier: Apache-2.0
#include "tests/gateways/sigverse/server/sig_stage.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>
#include <catch2/catch.hpp>

#include <csignal>

namespace sigverse_test {

using namespace sigverse;
using namespace sigverse::server;
using spark::Descriptor;

spark::ProgramStarter::Started PlayedPrograms::start(const spark::ProgramOrder& order,
                                                     spark::ProgramListener& listener) {
  listener_ = &listener;
  int down[2], up[2];
  REQUIRE(::pipe2(down, O_CLOEXEC) == 0);
  REQUIRE(::pipe2(up, O_CLOEXEC) == 0);
  ::fcntl(down[1], F_SETFL, O_NONBLOCK);
  ::fcntl(up[0], F_SETFL, O_NONBLOCK);
  orders.push_back({order, Descriptor(down[0]), Descriptor(up[1])});
  return {static_cast<spark::ProgramId>(orders.size() - 1), Descriptor(down[1]), Descriptor(up[0])};
}

SigStage::SigStage(const std::string& world_text, SigOptions options) {
  std::signal(SIGPIPE, SIG_IGN);  // as the server does
  file("Me.xml", R"(<define-class name="Me" inherit="Agent.xml">
                      <simpleShape type="box"><size sx="20" sy="20" sz="20"/></simpleShape></define-class>)");
  file("Mine.so", "");
  load(kNoGravity + world_text);
  options.port = 0;
  spark::GatewayContext context{core, loop, control, commands, programs, mistakes, folder.path()};
  gateway.emplace(options, *sim, end, context);
  gateway->begin();
  core.clock.set_step_seconds(0.01);
}

SigStage::~SigStage() {
  gateway.reset();
}

std::vector<Peer> SigStage::start_controllers() {
  std::vector<Peer> peers;
  for (const std::string& name : gateway->traits().own_agents) {
    gateway->start(listener.next++, name);
    auto& order = programs.orders.back();
    peers.emplace_back(std::move(order.reads), std::move(order.writes));
    peers.back().say(wire::AttachController{name});
    REQUIRE(next(peers.back()).starts_with("ATTACH_CONTROLLER_RESULT 0"));
    peers.back().say(wire::TurnHello{});
    REQUIRE(until([&] { return listener.heard.size() == peers.size(); }));
  }
  listener.heard.clear();
  control.begin();
  receive();
  return peers;
}

Peer SigStage::attach(const std::string& agent, bool knows_turns) {
  Peer peer(gateway->port());
  peer.say(wire::AttachController{agent});
  REQUIRE(next(peer).starts_with("ATTACH_CONTROLLER_RESULT 0"));
  if (knows_turns) peer.say(wire::TurnHello{});
  return peer;
}

std::string SigStage::next(Peer& peer) {
  std::string words;
  const bool came = until([&] {
    peer.read();
    words = peer.next();
    return !words.empty();
  });
  REQUIRE(came);
  return words;
}

Words SigStage::turn(Peer& peer) {
  Words all;
  do {
    all.push_back(next(peer));
  } while (!all.back().starts_with("TURN_ENDS"));
  turn_number = static_cast<std::uint32_t>(std::stoul(all.back().substr(10)));
  return all;
}

Words SigStage::play(Peer& peer, double wish) {
  Words all = turn(peer);
  all.pop_back();
  peer.say(wire::TurnDone{turn_number, wish});
  return all;
}

std::string SigStage::octets(Peer& peer, std::size_t count) {
  REQUIRE(until([&] {
    peer.read();
    return peer.input().size() >= count;
  }));
  return peer.take(count);
}

bool SigStage::hears_nothing(Peer& peer) {
  for (int i = 0; i < 20; ++i) {
    receive();
    peer.read();
    if (!peer.input().empty()) return false;
  }
  return true;
}

bool SigStage::is_disconnected(Peer& peer) {
  return until([&] { return !peer.read(); });
}

bool SigStage::is_held() {
  receive();
  for (spark::AgentId id = 0; id < listener.next; ++id)
    if (gateway->earliest_act(id) <= core.clock.now()) return true;
  return false;
}

void SigStage::step() {
  REQUIRE(until([&] { return !is_held(); }));
  make_step();
}

void SigStage::step_until_held() {
  REQUIRE(until([&] {
    if (is_held()) return true;
    make_step();
    return false;
  }));
}

void SigStage::make_step() {
  REQUIRE(control.may_step());
  world->step(core.clock.step_seconds());
  core.clock.advance();
}

Words SigStage::said() {
  return std::exchange(log, {});
}

std::string agent(const std::string& name, const std::string& values, bool has_controller) {
  return object("Me.xml", name, values + (has_controller ? " language=c++ implementation=./Mine.so" : ""));
}

}  // namespace sigverse_test
