// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <catch2/catch.hpp>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "gateways/rctp/port/world_watchers.h"
#include "gateways/rctp/protocol/world_contents.h"
#include "tests/spark/http/frames.h"
#include "tests/spark/http/stage.h"

namespace rctp_test {

using namespace rctp;

inline constexpr std::size_t kGossip = 1;

/// A world with two movers and a robot, and a port on which everyone watches.
struct WatchedWorld {
  WatchedWorld() {
    auto objects = std::make_shared<Objects>();
    objects->push_back({.name = "drive"});
    objects->push_back({.name = "gossip", .kind = Object::Kind::text_input});
    link.set_objects(objects);
    link.set_present(true, 7);
    robots.push_back(std::make_unique<RobotProxy>(link));
    robots[0]->update();
    stage.service.on_request = [this](auto& conversation, const auto& request) {
      conversation.accept_websocket();
      std::vector<WorldWatchers::Text> texts;
      if (request.path == "/texts") texts.push_back({robots[0].get(), "gossip"});
      watchers.add(conversation, "again", texts);
      conversations.push_back(&conversation);
    };
    move(-2);
  }
  void move(double x) {
    world_link.update([&](WorldState& world) {
      world.step += 3;
      world.nodes.resize(2);
      world.nodes[1].changed = world.nodes[1].changed ? world.nodes[1].changed : world.changes;
      world.nodes[1].is_there = true;
      world.nodes[0] = {.is_there = true,
                        .top = 7,
                        .pose = {{x, 0, 0}, spark::kIdentity3},
                        .field_of_view = {},
                        .changed = world.changes};
      return true;
    });
  }
  /// Does what the port does when the links report changes.
  void check_links() {
    robots[0]->update();
    world_link.read(state);
    watchers.check_links();
    robots[0]->clear_texts();
  }
  void give_names(std::vector<std::string> names, std::uint64_t changes = 1) {
    Model model;
    model.changes = changes;
    watchers.set_model(model, std::move(names));
  }
  /// The x of each node in a message with poses.
  static std::map<int, float> places(const std::string& contents) {
    WorldReader reader(contents);
    std::uint32_t step = 0;
    REQUIRE(reader.step(step));
    std::map<int, float> all;
    WorldEntry entry;
    while (reader.next(entry) == WorldReader::Result::entry) all[entry.node] = entry.translation[0];
    return all;
  }

  Stage stage;
  std::vector<spark::http::Conversation*> conversations;  ///< of those who watch, in their order
  WorldLink world_link{[] {}};
  WorldState state;
  RobotLink link{"foo_11", [] {}};
  WorldWatchers::Robots robots;
  int asked = 0;
  WorldWatchers watchers{{.loop = stage.loop,
                          .world = world_link,
                          .state = state,
                          .robots = robots,
                          .step_seconds = 0.01,
                          .ask_for_model = [this] { ++asked; }}};
};

/// A client that watches.
struct Onlooker {
  explicit Onlooker(WatchedWorld& to, std::string_view path = "/live") : guest(to.stage) {
    std::string request(kUpgrade);
    guest.say(request.replace(4, 5, path));
    CHECK(is_upgraded(guest.hear_until("\r\n\r\n")));
  }
  /// The next message; its opcode is `kind`.
  std::string hear() {
    const std::string head = guest.hear(2);
    kind = head[0] & 15;
    std::size_t size = static_cast<unsigned char>(head[1]);
    if (size >= 126) {
      std::size_t octets = size == 126 ? 2 : 8;
      size = 0;
      for (const char c : guest.hear(octets)) size = size << 8 | static_cast<unsigned char>(c);
    }
    return guest.hear(size);
  }
  /// The next text; skips other messages before it.
  std::string hear_text() {
    std::string message;
    do message = hear();
    while (kind == kBinary);
    return message;
  }
  Guest guest;
  int kind = 0;
};

}  // namespace rctp_test
