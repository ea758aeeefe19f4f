// SPDX-License-Identifier: Apache-2.0
#include "gateways/rctp/port/camera_program.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <optional>

#include "tests/gateways/rctp/port/watched_world.h"

using namespace rctp_test;
using namespace std::chrono_literals;

namespace {

std::string jpeg(std::size_t size, char filling = 'x') {
  return "\xff\xd8" + std::string(size - 4, filling) + "\xff\xd9";
}

/// A port with the camera program at /live, and viewers elsewhere.
struct CameraStage : WatchedWorld {
  CameraStage() {
    link.set_has_camera(true);
    robots[0]->update();
    stage.service.on_request = [this](auto& conversation, const auto& request) {
      if (!conversation.user) conversation.user = std::make_shared<Removal>(camera, conversation);
      if (request.path == "/live") {
        conversation.accept_websocket(CameraProgram::kMaxMessage);
        camera.connect(conversation);
        programs.push_back(&conversation);
      } else {
        camera.show(conversation, request, *robots[0], request.path.ends_with(".mjpg"));
      }
    };
    stage.service.on_message = [this](auto& conversation, std::string_view payload, bool is_text) {
      if (camera.is(conversation)) camera.message(payload, is_text);
    };
    give_names({"ball", "foo_11"});
  }
  ~CameraStage() { stage.server.reset(); }  // in front of what its conversations hold
  /// What a port does in `closed`.
  struct Removal {
    Removal(CameraProgram& from, spark::http::Conversation& removed) : camera(from), conversation(removed) {}
    CameraProgram& camera;
    spark::http::Conversation& conversation;
    ~Removal() { camera.remove(conversation); }
  };
  /// Returns the next order; skips poses and names before it.
  static std::string hear_order(Onlooker& program) {
    while (true) {
      std::string message = program.hear();
      if (program.kind == kText && !message.starts_with("{")) return message;
    }
  }
  static void send(Onlooker& program, const std::string& picture, std::string_view robot = "foo_11") {
    program.guest.say(masked(kBinary, static_cast<char>(robot.size()) + std::string(robot) + picture));
  }
  std::string answer(std::string_view path) {
    Guest guest(stage);
    guest.say(asking("GET", path));
    return guest.hear_answer();
  }

  int offers = 0;
  std::vector<spark::http::Conversation*> programs;
  CameraProgram camera{
      {.loop = stage.loop, .log = stage.log, .watchers = watchers, .robots = robots, .world = state, .offered = [this] {
         ++offers;
       }}};
};

std::string part_with(const std::string& picture, int step) {
  return fmt::format("--picture\r\nContent-Type: image/jpeg\r\nContent-Length: {}\r\nX-Step: {}\r\n\r\n{}\r\n",
                     picture.size(), step, picture);
}

}  // namespace

TEST_CASE("without a camera program a request for pictures gets 503 and the reason") {
  CameraStage s;
  const std::string none = s.answer("/camera.mjpg");
  CHECK(none.find("503 Service Unavailable") != none.npos);
  CHECK(none.find("Retry-After: 2") != none.npos);
  CHECK(none.find("there are no pictures of foo_11: no camera program is connected; start rctp-camera") != none.npos);
  CHECK_FALSE(s.link.camera_offered());
  {
    Onlooker program(s);
    CHECK(s.link.camera_offered());
    CHECK(s.offers == 1);
    CHECK(program.hear().starts_with("{\"names\""));  // which is what it gets first
  }
  CHECK(s.stage.until([&] { return !s.link.camera_offered(); }));
  CHECK(s.offers == 2);
  s.link.set_has_camera(false);
  s.robots[0]->update();
  CHECK(s.answer("/camera.jpg").find("foo_11 has no camera") != std::string::npos);
}

TEST_CASE("the camera program is asked to draw for a stream from its first viewer until its last has left") {
  CameraStage s;
  Onlooker program(s);
  s.check_links();
  {
    Guest viewer(s.stage);
    viewer.say(asking("GET", "/camera.mjpg?width=640&height=480&rate=15"));
    CHECK(viewer.hear_until("\r\n\r\n") ==
          "HTTP/1.1 200 OK\r\nContent-Type: multipart/x-mixed-replace; boundary=picture\r\nCache-Control: "
          "no-store\r\nConnection: close\r\n\r\n");
    CHECK(CameraStage::hear_order(program) == "watch foo_11 640 480 15");
    for (const char filling : {'a', 'b', 'c'}) {
      CameraStage::send(program, jpeg(20000, filling));
      const std::string part = part_with(jpeg(20000, filling), 3);
      CHECK(viewer.hear(part.size()) == part);
      CHECK(s.stage.until([&] { return s.stage.server->conversations() == 2; }));
    }
    Guest more(s.stage);
    more.say(asking("GET", "/camera.mjpg?rate=60"));
    CHECK(CameraStage::hear_order(program) == "watch foo_11 640 480 60");
  }
  s.stage.turn();
  s.stage.pass(500ms);
  s.stage.pass(2s);
  s.stage.pass(500ms);
  CHECK(CameraStage::hear_order(program) == "unwatch foo_11");
  CHECK(s.stage.lines.empty());
}

TEST_CASE("a request for one picture gets the next one, and keeps its connection") {
  CameraStage s;
  Onlooker program(s);
  Guest viewer(s.stage);
  for (int i = 0; i < 3; ++i) {
    viewer.say(asking("GET", "/camera.jpg"));
    if (i == 0) CHECK(CameraStage::hear_order(program) == "watch foo_11 320 240 30");
    CHECK(viewer.heard_now().empty());
    CameraStage::send(program, jpeg(1000));
    const std::string answer = viewer.hear_answer();
    CHECK(answer.starts_with("HTTP/1.1 200 OK\r\nContent-Type: image/jpeg\r\n"));
    CHECK(answer.find("X-Step: ") != answer.npos);
    CHECK(answer.ends_with(jpeg(1000)));
    s.stage.pass(1s);  // it is watched on meanwhile
  }
  for (const char* wrong : {"width=15", "width=1281", "height=x", "rate=0", "rate=61", "height=", "width=-5"}) {
    const std::string refused = s.answer(fmt::format("/camera.jpg?{}", wrong));
    CHECK(refused.find("400 Bad Request") != refused.npos);
    CHECK(refused.find("expected width 16 to 1280, height 16 to 960, rate 1 to 60") != refused.npos);
  }
  viewer.say(asking("GET", "/camera.jpg"));
  for (int i = 0; i < 25; ++i) s.stage.pass(500ms);
  CHECK(viewer.hear_answer().find("the camera program has sent no picture yet") != std::string::npos);
}

TEST_CASE("pictures are dropped for a viewer that does not read, it is disconnected, and others get theirs") {
  CameraStage s;
  Onlooker program(s);
  Guest slow(s.stage), quick(s.stage);
  for (Guest* each : {&slow, &quick}) {
    each->say(asking("GET", "/camera.mjpg"));
    each->hear_until("\r\n\r\n");
  }
  // Larger than what both systems buffer for a peer that does not read.
  const std::string picture = jpeg(CameraPicture::kMaxSize), part = part_with(picture, 0);
  for (int i = 0; i < 30; ++i) {
    CameraStage::send(program, picture);
    CHECK(quick.hear(part.size()).size() == part.size());
    s.stage.pass(200ms);
  }
  for (int i = 0; i < 12; ++i) s.stage.pass(500ms);
  CHECK(s.stage.until([&] { return s.stage.server->conversations() == 2; }));
  CHECK(s.stage.lines == std::vector{fmt::format("guest {}: does not read the pictures, disconnected", slow.name)});
}

TEST_CASE("messages that are not pictures cause one line each, and viewers still get pictures") {
  CameraStage s;
  Onlooker program(s);
  Guest viewer(s.stage);
  viewer.say(asking("GET", "/camera.mjpg"));
  viewer.hear_until("\r\n\r\n");
  program.guest.say(masked(kText, "hello"));
  program.guest.say(masked(kBinary, ""));
  program.guest.say(masked(kBinary,
                           "\x09"
                           "foo_11"));
  CameraStage::send(program, jpeg(100), "visitor");
  CameraStage::send(program, "\xff\xd8no end");
  REQUIRE(s.stage.until([&] { return s.stage.lines.size() == 5; }));
  const char* const words[] = {"this is a text", "begins with the name of a robot", "begins with the name of a robot",
                               "'visitor' is not a robot", "not a JPEG"};
  for (std::size_t i = 0; i < 5; ++i) CHECK(s.stage.lines[i].find(words[i]) != std::string::npos);
  CameraStage::send(program, jpeg(CameraPicture::kMaxSize + 1));
  CameraStage::send(program, jpeg(100, 'y'));
  const std::string part = part_with(jpeg(100, 'y'), 0);
  CHECK(viewer.hear(part.size()) == part);
}

TEST_CASE("a second camera program takes over, and a camera program that is frozen is disconnected") {
  CameraStage s;
  Onlooker first(s);
  Guest viewer(s.stage);
  viewer.say(asking("GET", "/camera.mjpg"));
  viewer.hear_until("\r\n\r\n");
  CHECK(CameraStage::hear_order(first) == "watch foo_11 320 240 30");
  Onlooker second(s);
  CHECK(CameraStage::hear_order(second) == "watch foo_11 320 240 30");
  while (first.kind != kClose) first.hear();
  CHECK_FALSE(s.camera.is(*s.programs[0]));
  CHECK(s.camera.is(*s.programs[1]));
  CHECK(s.link.camera_offered());
  CameraStage::send(second, jpeg(100));
  const std::string part = part_with(jpeg(100), 0);
  CHECK(viewer.hear(part.size()) == part);
  for (int i = 0; i < 29; ++i) s.stage.pass(500ms);
  CHECK(s.camera.is(*s.programs[1]));
  for (int i = 0; i < 3; ++i) s.stage.pass(500ms);
  CHECK_FALSE(s.camera.is(*s.programs[1]));
  CHECK_FALSE(s.link.camera_offered());
  const auto has_line = [&](std::string_view words) {
    return std::ranges::any_of(s.stage.lines, [&](const std::string& line) { return line.find(words) != line.npos; });
  };
  CHECK(has_line("another camera program has taken over"));
  CHECK(has_line("has sent no picture for too long"));
}
