// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <catch2/catch.hpp>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gateways/sigverse/server/request_dispatcher.h"
#include "gateways/sigverse/wire/messages.h"
#include "gateways/sigverse/world/world_files.h"
#include "gateways/sigverse/world/world_reader.h"
#include "spark/net/loop.h"
#include "spark/sim/run_control.h"
#include "tests/gateways/sigverse/wire/hex.h"
#include "tests/gateways/sigverse/world/jointed.h"
#include "tests/support/manual_clock.h"

namespace sigverse_test {

using namespace sigverse;
using namespace sigverse::server;
using namespace sigverse::wire;

/// A client whose connection the test neither reads nor writes.
class SilentChannel final : public Channel {
 public:
  explicit SilentChannel(std::string peer) : peer_(std::move(peer)) {}
  const std::string& peer() const override { return peer_; }
  std::string_view host() const override { return {}; }
  void read() override {}
  std::string_view input() const override { return {}; }
  void take(std::size_t) override {}
  bool has_ended() const override { return false; }
  bool is_write_closed() const override { return false; }
  void send(std::string_view) override {}
  std::size_t unsent() const override { return 0; }
  void close_when_sent() override {}
  void close() override {}

 private:
  std::string peer_;
};

struct ObjectStage : WorldStage {
  /// With objects of the world file, followed by planned ones.
  explicit ObjectStage(const std::string& more, const std::vector<sigverse::ObjectPlan>& planned = {}) {
    file(
        "Me.xml",
        R"(<define-class name="Me" inherit="Agent.xml"><simpleShape type="sphere"><size r="10"/></simpleShape></define-class>)");
    file(
        "Man.xml",
        R"(<define-class name="Man" inherit="Agent.xml"><simpleShape type="sphere"><size r="5"/></simpleShape><simpleShape type="sphere"><position z="30"/><size r="5"/></simpleShape></define-class>)");
    const std::string content =
        (kNoGravity + object("Ball.xml", "ball", "x=10 y=50 z=-20 mass=2.5") +
         object("Me.xml", "me", "x=200 y=50", "<camera id=\"2\" link=\"body\" position=\"0 5 1\" fov=\"50\"/>") +
         object("Box.xml", "desk", "x=400 y=50 dynamics=false") + more);
    if (planned.empty()) {
      load(content);
      return;
    }
    sigverse::WorldFiles files(core);
    sigverse::WorldPlan plan = sigverse::read_world(file("world.xml", "<world name=\"w\">\n" + content + "</world>"),
                                                    files, sigverse::MissingClass::error, core.random);
    plan.objects.insert(plan.objects.end(), planned.begin(), planned.end());
    sim->build(plan, files.world_folder());
  }
};

/// Requests by clients of a world with a ball of 2.5 kg, an agent "me", a desk that does not move, and more.
struct Requests {
  enum class Client { unattached, controller, viewer };

  explicit Requests(bool own_objects_only = false, const std::string& more = "",
                    const std::vector<sigverse::ObjectPlan>& planned = {}, bool own_eyes = true)
      : stage(more, planned), options(options_with(own_objects_only, own_eyes)) {
    slots.push_back(std::make_unique<ControllerSlot>(stage.at("me")));
  }

  static SigOptions options_with(bool own_objects_only, bool own_eyes) {
    SigOptions options;
    options.own_eyes = own_eyes;
    options.own_objects_only = own_objects_only;
    return options;
  }

  /// A session of its own for each request, so that all of its lines are written.
  Session& new_session() {
    const std::string peer = "client " + std::to_string(++sessions_made);
    session = std::make_unique<Session>(1, std::make_unique<SilentChannel>(peer), nullptr, clock.now(), stage.core.log);
    if (client == Client::controller) session->become_controller(*slots[0], "me");
    if (client == Client::viewer) session->become_viewer("V");
    stage.log.clear();
    return *session;
  }
  /// Takes the reply, and the line about the error.
  std::string taken_reply() {
    const std::string begin = "warning: " + session->label() + ": ";
    problem = stage.log.empty() ? "" : stage.log.back();
    if (problem.starts_with(begin)) problem.erase(0, begin.size());
    return std::exchange(session->out(), {});
  }

  /// The octets of the reply.
  std::string ask(std::string_view packet) {
    const auto read = read_packet(packet);
    REQUIRE(read);
    dispatcher.packet(new_session(), *read);
    return taken_reply();
  }
  template <typename Message>
  std::string ask_by(const Message& message) {
    std::string packet;
    REQUIRE(append_packet(packet, message));
    return ask(packet);
  }
  /// The octets of the reply to a raw request, in hexadecimal digits.
  std::string ask_raw(const RawRequest& request) {
    std::string raw;
    REQUIRE(append_raw_request(raw, request));
    return ask_raw(raw);
  }
  std::string ask_raw(std::string_view octets) {
    dispatcher.raw(new_session(), read_raw(octets));
    return shown(taken_reply());
  }
  /// One record with these attributes.
  void update(std::string_view name, std::uint32_t operations, std::vector<AttributeRecord> attributes) {
    std::string packet;
    PacketWriter writer(packet, {PacketType::update_entities});
    writer.real(0.0);
    ObjectRecord record;
    record.name = name;
    record.class_name = "Ball";
    record.operations = operations;
    record.attributes = std::move(attributes);
    REQUIRE(append_record(packet, record));
    REQUIRE(writer.finish());
    CHECK(ask(packet).empty());
  }

  ObjectStage stage;
  SigOptions options;
  ManualClock clock;
  spark::net::Loop loop{clock};
  spark::RunControl control;
  RunState run{control, stage.core.log};
  ControllerSlots slots;
  Sessions sessions{"127.0.0.1", 0, loop, stage.core.log};
  Turns turns{{*stage.sim, stage.core.clock, run, slots, options, stage.core.log}, {}};
  ServiceSessions services{slots, options.own_eyes ? OwnViewer::kName : std::string_view(), stage.core.log};
  ServiceRegistry registry{slots, sessions, loop, stage.core.log, options.ping_timeout};
  MessageRouter router{slots, sessions, services, turns, registry, options.forward_timeout, stage.core.log};
  RequestDispatcher dispatcher{
      {*stage.sim, options, loop, stage.core.log, run, slots, sessions, services, turns, router, registry}};
  Client client = Client::controller;
  std::unique_ptr<Session> session;
  int sessions_made = 0;
  std::string problem;
};

template <typename Message>
Message read_as(std::string_view octets) {
  const auto packet = read_packet(octets);
  REQUIRE(packet);
  REQUIRE(packet->head.type == Message::kType);
  Message message;
  REQUIRE(read_data(packet->data, message));
  return message;
}

}  // namespace sigverse_test
