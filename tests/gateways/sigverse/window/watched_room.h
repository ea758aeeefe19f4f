// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "gateways/sigverse/window/world_window.h"
#include "monitor-lite/view/offscreen.h"
#include "spark/core/log.h"

namespace sigverse::window {

inline client::Object box_object(std::uint32_t id, std::string name, const sight::Vector& place,
                                 const sight::Vector& size) {
  client::Object object;
  object.id = id;
  object.name = std::move(name);
  object.class_name = "Box";
  const auto add = [&](const char* attribute, const char* group, client::AttributeValue value) {
    object.attributes.push_back({attribute, group, std::move(value)});
  };
  add("dynamics", "physics", true);
  add("mass", "physics", 2.5);
  add("name", "", object.name);
  add("qw", "rotation", 1.0), add("qx", "rotation", 0.0), add("qy", "rotation", 0.0), add("qz", "rotation", 0.0);
  add("switch", "visState", std::string("off"));
  add("x", "position", place[0]), add("y", "position", place[1]), add("z", "position", place[2]);
  std::sort(object.attributes.begin(), object.attributes.end(),
            [](const auto& a, const auto& b) { return a.name < b.name; });
  client::Part part;
  part.id = 1;
  part.name = "body";
  part.place = place;
  part.size = size;
  object.parts.push_back(part);
  return object;
}

/// A world that the test changes: two boxes on the floor, and an agent that looks at them.
struct FakeWorld final : WatchedWorld {
  FakeWorld() {
    now.time = 1.5;
    now.objects.push_back(box_object(1, "crate", {-60, 20, 0}, {40, 40, 40}));
    now.objects.push_back(box_object(2, "block", {60, 20, 30}, {40, 40, 40}));
    client::Object agent = box_object(3, "robot", {0, 40, -150}, {30, 80, 30});
    agent.attached = true;
    agent.attributes.push_back({"vvz", "viewpoint", 1.0});
    agent.attributes.push_back({"FOV", "eye", 60.0});
    std::sort(agent.attributes.begin(), agent.attributes.end(),
              [](const auto& a, const auto& b) { return a.name < b.name; });
    now.objects.push_back(agent);
  }
  void advance(double) override { changed = std::exchange(changes, false); }
  bool has_changed() override { return std::exchange(changed, false); }
  const client::World& world() const override { return now; }
  const client::ShapeBase& shapes() const override { return base; }
  monitor::Status status() const override { return how; }
  std::vector<LogLine> take_lines() override { return std::exchange(lines, {}); }

  client::World now;
  client::ShapeBase base;
  monitor::Status how{monitor::Status::Kind::running, "127.0.0.1:9000  running", false};
  std::vector<LogLine> lines;
  bool changes = true, changed = false;
};

/// Records what would be sent to a server.
struct FakeControl final : WorldControl {
  const wire::Address& address() const override { return server; }
  bool is_connected() const override { return connected; }
  bool is_connecting() const override { return false; }
  void connect(const wire::Address& to) override {
    server = to;
    note(fmt::format("connect {}:{}", to.host, to.port));
  }
  void disconnect() override { note("disconnect"); }
  void control(wire::SimCommand command) override { note(fmt::format("control {}", static_cast<int>(command))); }
  void end_simulation() override { note("end"); }
  bool change(const client::Object& object, const std::vector<client::Attribute>& changed) override {
    std::string all;
    for (const auto& [name, group, value] : changed) {
      all += fmt::format(" {} {}=", group, name);
      if (const auto* text = std::get_if<std::string>(&value)) all += '"' + *text + '"';
      if (const auto* number = std::get_if<double>(&value)) all += fmt::format("{}", *number);
      if (const auto* flag = std::get_if<bool>(&value)) all += *flag ? "true" : "false";
    }
    note(fmt::format("change {}{}", object.name, all));
    return connected;
  }
  bool move(const client::Object& object, const sight::Vector& place) override {
    moved_to = place;
    note(fmt::format("move {}", object.name));
    awaits = true;
    return connected;
  }
  bool begin_talking(const client::Object& agent, std::string& problem) override {
    if (agent.name == "mute") return problem = "no microphone", false;
    note("talk to " + agent.name);
    return talking = true;
  }
  bool end_talking(bool send, std::string&) override {
    note(send ? "send" : "drop");
    talking = false;
    return true;
  }
  bool is_talking() const override { return talking; }
  double voice() const override { return 0.5; }
  bool awaits_change() const override { return awaits; }
  void note(std::string words) { sent.push_back(std::move(words)); }
  std::vector<std::string> take() { return std::exchange(sent, {}); }

  wire::Address server{"127.0.0.1", 9000};
  bool connected = true, awaits = false, talking = false;
  sight::Vector moved_to{};
  std::vector<std::string> sent;
};

/// A user without keyboard, mouse and screen.
struct Visitor {
  explicit Visitor(int width = 1280, int height = 720, bool controls = true,
                   std::vector<wire::Address> choices = {{"10.0.0.7", 9001}})
      : size{width, height}, offscreen(width, height) {
    window = std::make_unique<WorldWindow>(WorldWindow::Watched{room, controls ? &control : nullptr},
                                           visuals::DataFiles({}), log, std::move(choices));
    look();
  }

  const monitor::Picture& look(double later = 0.02) {
    window->advance(now += later);
    window->draw(size.first, size.second);
    return picture = offscreen.picture();
  }
  bool has_changed(double later = 0.02) {
    window->advance(now += later);
    return window->needs_picture();
  }
  void type(const std::string& letters) {
    for (const char letter : letters) {
      monitor::Input input;
      input.kind = monitor::Input::Kind::letter;
      input.letter = letter;
      window->handle(input);
    }
  }
  void press(monitor::Key key) {
    monitor::Input input;
    input.key = key;
    input.kind = monitor::Input::Kind::key_down;
    window->handle(input);
    input.kind = monitor::Input::Kind::key_up;
    window->handle(input);
  }
  void mouse(monitor::Input::Kind kind, const glm::vec2& at, int button = 0, bool shift = false, float wheel = 0) {
    monitor::Input input;
    input.kind = kind;
    input.x = at.x, input.y = at.y;
    input.button = button;
    input.shift = shift;
    input.wheel = wheel;
    window->handle(input);
  }
  void click(const glm::vec2& at, int button = 1) {
    mouse(monitor::Input::Kind::button_down, at, button);
    mouse(monitor::Input::Kind::button_up, at, button);
  }
  void drag(const glm::vec2& from, const glm::vec2& to, int button = 1, bool shift = false) {
    mouse(monitor::Input::Kind::button_down, from, button, shift);
    for (int i = 1; i <= 10; ++i)
      mouse(monitor::Input::Kind::motion, from + (to - from) * (static_cast<float>(i) / 10), 0, shift), look();
    mouse(monitor::Input::Kind::button_up, to, button, shift);
  }
  /// Where a place of the world is on the picture.
  glm::vec2 pixel(const sight::Vector& place) const {
    glm::vec2 pixel(-1);
    window->scene().project(place, pixel);
    return pixel;
  }

  FakeWorld room;
  FakeControl control;
  spark::Log log;
  std::pair<int, int> size;
  monitor::Offscreen offscreen;
  std::unique_ptr<WorldWindow> window;
  monitor::Picture picture;
  double now = 0.0;
};

}  // namespace sigverse::window
