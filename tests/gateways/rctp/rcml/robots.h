// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "gateways/rctp/rcml/robot_sheet.h"

/// A robot with objects of all kinds, in the order of the kinds, that RCML can express.
inline rcml::RobotSheet any_robot() {
  using rctp::Object;
  using Kind = Object::Kind;
  rcml::RobotSheet robot;
  robot.name = "rover";
  robot.address = "rctp://127.0.0.1:3300/rover";
  robot.os = "Linux";
  robot.software = "rcssserver3D \"0.1.0\"";
  const auto add = [&](std::string name, Kind kind) -> Object& {
    Object& object = robot.objects.emplace_back();
    object.name = std::move(name);
    object.kind = kind;
    return object;
  };
  Object& drive = add("drive", Kind::control_output);
  drive.parameters = {{"forward", "m/s", -0.8, 0.8, 0, Object::DataType::float32},
                      {"turn", "rad/s", -2, 2, 0, Object::DataType::float32}};
  drive.standard = "forward-turn";
  drive.translators = {"/translators/stick.js", "/translators/keys.js"};
  Object& head = add("head", Kind::control_output);
  head.parameters = {{"pan", "degrees", -100, 100, 0, Object::DataType::float64},
                     {"steps", "", 1, 12, 1, Object::DataType::uint8}};
  head.trigger = true;
  head.time_stamp = false;
  head.data_mask = false;
  head.rate = 12.5;
  add("say", Kind::text_output).max_length = 512;
  add("grip", Kind::binary_output).trigger = true;
  Object& pose = add("pose", Kind::control_input);
  pose.parameters = {{"x", "m"}, {"y", "m"}, {"heading", "degrees", -180, 180, 0, Object::DataType::float32}};
  pose.rate = 5;
  Object& state = add("state", Kind::control_input);
  state.parameters = {{"charge", "percent", 0, std::numeric_limits<double>::infinity(), 100, Object::DataType::int32}};
  add("judge", Kind::text_input).time_stamp = false;
  add("touch", Kind::binary_input).bits = 9;
  add("world", Kind::binary_input).bits = 0;
  robot.node_names = {"rover", "", "rover_camera"};
  Object& camera = add("camera", Kind::video_input);
  camera.address = "camera.mjpg";
  camera.encoding = "image/jpeg";
  camera.field_of_view = 0.6559;
  camera.frame_rate = 25;
  camera.width = 640;
  camera.height = 480;
  Object& microphone = add("microphone", Kind::audio_input);
  microphone.address = "http://elsewhere.example/microphone.wav";
  microphone.encoding = "audio/wav";
  microphone.sample_rate = 8000;
  microphone.channels = 2;
  add("screen", Kind::video_output).encoding = "image/png";
  add("horn", Kind::audio_output).encoding = "";
  return robot;
}

/// Every field of an object, as text.
std::string shown(const rctp::Object& object);
std::string shown(const rcml::RobotSheet& robot);
