// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/wire/raw.h"
#include "tests/gateways/sigverse/wire/worked.h"

namespace sigverse_test {
namespace {

using namespace sigverse::wire;

Worked worked(const char* label, const RawRequest& request) {
  std::string written;
  if (!append_raw_request(written, request)) written = "refused";
  return {label, written, [](std::string_view input) -> std::string {
            RawRequest read;
            std::string again;
            return read_raw_request(read_raw(input), read) && append_raw_request(again, read) ? again : "refused";
          }};
}

Worked worked(const char* label, const RawMessage& message) {
  std::string written;
  if (!append_raw_message(written, message)) written = "refused";
  return {label, written, [](std::string_view input) -> std::string {
            const Raw raw = read_raw(input);
            RawMessage read;
            std::string again;
            const bool good =
                read_raw_message(raw.body, raw.code == static_cast<std::uint16_t>(RawToController::message), read) &&
                append_raw_message(again, read);
            return good ? again : "refused";
          }};
}

Worked worked_start(const char* label, double time) {
  std::string written;
  RawWriter writer(written, RawToController::start_sim);
  writer.real(time);
  writer.finish();
  return {label, written, [](std::string_view input) -> std::string {
            const Raw raw = read_raw(input);
            RawReader reader(raw.body);
            std::string again;
            RawWriter echo(again, raw.code);
            echo.real(reader.real());
            return reader.is_good() && reader.at_end() && echo.finish() ? again : "refused";
          }};
}

RawRequest about(RawCode code, std::string_view object = {}, std::string_view part = {}, std::string_view other = {}) {
  RawRequest request;
  request.code = code;
  request.object = object;
  request.part = part;
  request.other = other;
  return request;
}

RawRequest with(RawRequest request, double first, double second) {
  request.first = first;
  request.second = second;
  return request;
}

RawRequest to_place(RawRequest request, const Triple& triple, std::uint16_t camera = 0) {
  request.triple = triple;
  request.camera = camera;
  return request;
}

RawRequest turned(RawRequest request, bool flag) {
  request.quad = {0.5, 0.5, 0.5, 0.5};
  request.flag = flag;
  return request;
}

}  // namespace

std::vector<Worked> worked_raw() {
  RawRequest service = about(RawCode::connect_service, "SIGViewer", "robot");
  service.port = 9301;
  RawRequest no_collisions = about(RawCode::set_collision, "ball");
  RawRequest camera = about(RawCode::get_camera_direction, "robot");
  camera.camera = 2;
  RawRequest fov = with(about(RawCode::set_camera_fov, "robot"), 45.0, 0.0);
  fov.camera = 1;
  RawMessage within{"", "go, now", 150.0, RawMessage::All::none, {"a", "b"}};
  RawMessage to_all{"", "hi", -1.0, RawMessage::All::everybody, {}};
  return {
      worked("start", about(RawCode::start)),
      worked("simulation time", about(RawCode::sim_time)),
      worked("set position of ball, (1, 2, 3)", to_place(about(RawCode::set_position, "ball"), {1.0, 2.0, 3.0})),
      worked("get position of ball", about(RawCode::get_position, "ball")),
      worked("set rotation of ball, absolute, (0.5, 0.5, 0.5, 0.5)",
             turned(about(RawCode::set_rotation, "ball"), true)),
      worked("set joint quaternion of robot, HEAD, relative, (0.5, 0.5, 0.5, 0.5)",
             turned(about(RawCode::set_joint_quaternion, "robot", "HEAD"), true)),
      worked("set camera position of robot, camera 1, (0, 0, 5)",
             to_place(about(RawCode::set_camera_position, "robot"), {0.0, 0.0, 5.0}, 1)),
      worked("get camera direction of robot, camera 2", camera),
      worked("set camera FOV of robot, camera 1, 45 degrees", fov),
      worked("set joint velocity of robot, JOINT1, 0.5, at most 20",
             with(about(RawCode::set_joint_velocity, "robot", "JOINT1"), 0.5, 20.0)),
      worked("set wheel velocity of robot, 1 and 1.5", with(about(RawCode::set_wheel_velocity, "robot"), 1.0, 1.5)),
      worked("get pointing vector of man, A and B", about(RawCode::get_pointing_vector, "man", "A", "B")),
      worked("grasp by robot, RARM_LINK7, can", about(RawCode::grasp, "robot", "RARM_LINK7", "can")),
      worked("set collision of ball, off", no_collisions),
      worked("world step of 0.01 s", with(about(RawCode::world_step), 0.01, 0.0)),
      worked("check service SIGViewer", about(RawCode::check_service, "SIGViewer")),
      worked("connect service SIGViewer to robot, at port 9301", service),
      worked("message hello to robot", RawMessage{"", "hello", -1.0, RawMessage::All::none, {"robot"}}),
      worked("message go, now to a and b, within 150 cm", within),
      worked("message hi to everybody", to_all),
      worked("message hello of a, as robot gets it", RawMessage{"a", "hello", -1.0, RawMessage::All::none, {"robot"}}),
      worked_start("START_SIM at 0", 0.0),
  };
}

}  // namespace sigverse_test
