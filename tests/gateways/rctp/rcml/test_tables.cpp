// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "gateways/rctp/rcml/tables.h"
#include "spark/x3d/vrml_reader.h"

TEST_CASE("a robot is printed as a table") {
  using rctp::Object;
  using Kind = Object::Kind;
  rcml::RobotSheet robot;
  robot.name = "rover";
  robot.address = "rctp://127.0.0.1:3300/rover";
  robot.software = "rcssserver3D 0.1.0";
  robot.os = "Linux";
  const auto add = [&](std::string name, Kind kind) -> Object& {
    Object& object = robot.objects.emplace_back();
    object.name = std::move(name);
    object.kind = kind;
    return object;
  };
  Object& drive = add("drive", Kind::control_output);
  drive.parameters = {{"forward", "m/s", -0.8, 0.8, 0, Object::DataType::float32},
                      {"turn", "rad/s", -2, 2, 0, Object::DataType::float64}};
  drive.standard = "forward-turn";
  drive.translators = {"/stick.js"};
  Object& shot = add("shot", Kind::control_output);
  shot.parameters = {{"", "", 0, std::numeric_limits<double>::infinity(), 1, Object::DataType::uint8}};
  shot.trigger = true;
  shot.data_mask = false;
  Object& pose = add("pose", Kind::control_input);
  pose.parameters = {{"heading", "degrees"}};
  pose.rate = 5;
  add("say", Kind::text_output).max_length = 20;
  add("grip", Kind::binary_output).trigger = true;
  add("touch", Kind::binary_input).bits = 3;
  add("world", Kind::binary_input).bits = 0;
  robot.node_names = {"a", "b"};
  Object& camera = add("camera", Kind::video_input);
  camera.field_of_view = 0.6559;
  camera.encoding = "image/jpeg";
  camera.address = "camera.mjpg";
  Object& ear = add("ear", Kind::audio_input);
  ear.encoding = "audio/wav";
  ear.address = "ear.wav";
  CHECK(rcml::robot_table(robot) ==
        "robot rover, rctp://127.0.0.1:3300/rover, rcssserver3D 0.1.0, Linux\n"
        "drive   control output  holds, 100 a second at most, forward-turn, /stick.js; stamp, mask\n"
        "    forward  m/s    -0.8 to 0.8  neutral 0  float32\n"
        "    turn     rad/s  -2 to 2      neutral 0  float64\n"
        "shot    control output  acts once, 100 a second at most; stamp, no mask\n"
        "    1  from 0  neutral 1  uint8\n"
        "pose    control input   5 a second at most; stamp, mask\n"
        "    heading  degrees  any  float32\n"
        "say     text output     20 octets at most; stamp\n"
        "grip    binary output   1 bit, acts once; stamp\n"
        "touch   binary input    3 bits; stamp\n"
        "world   binary input    any length, 2 nodes; stamp\n"
        "camera  video input     320 x 240, 15 a second, 37.6 degrees, image/jpeg, camera.mjpg\n"
        "ear     audio input     16000 Hz, 1 channel, audio/wav, ear.wav\n");
}

TEST_CASE("a document is summarised by its nodes, the most frequent first") {
  const x3d::Document document = x3d::read_vrml(
      "#VRML V2.0 utf8\n"
      "PROTO Lamp [ ] { PointLight { } }\n"
      "DEF a Group { children [ Lamp { } Shape { geometry Box { } } Shape { geometry Box { } } USE a ] }\n"
      "Viewpoint { description \"the \u0085door\" } DEF up Viewpoint { }",
      "f");
  CHECK(rcml::document_table(document) ==
        "8 nodes: 2 Box, 2 Shape, 2 Viewpoint, 1 Group, 1 Lamp\n"
        "viewpoints: 'the ?door', 'up'\n"
        "prototypes: 'Lamp'\n");
  CHECK(rcml::document_table(x3d::read_vrml("#VRML V2.0 utf8", "f")) == "0 nodes\n");
}

TEST_CASE("control characters from a file are not printed to the terminal") {
  CHECK(rcml::shown("a\x1b[2Jb\n\t\x7f\u009b\u00a0語") == "a?[2Jb????\u00a0語");
  rcml::RobotSheet robot;
  robot.name = "r\n";
  robot.os = "o\u0080";
  robot.objects.resize(1);
  robot.objects[0].name = "x\t";
  robot.objects[0].parameters.resize(1);
  robot.objects[0].parameters[0].name = "p\r";
  CHECK(rcml::robot_table(robot) ==
        "robot r?, o?\n"
        "x?  control output  holds, 100 a second at most; stamp, mask\n"
        "    p?  any  neutral 0  float32\n");
}
