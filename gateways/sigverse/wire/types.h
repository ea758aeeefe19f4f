// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace sigverse::wire {

/// The types of packets, with their numbers in the protocol. `x_result` answers `x`.
enum class PacketType : std::uint16_t {
  sim_ctrl = 0,
  get_all_entities = 1,
  get_all_entities_result = 2,
  get_entity = 3,
  get_entity_result = 4,
  update_entities = 5,
  capture_view_image = 6,
  capture_view_image_result = 7,
  detect_entities = 8,
  detect_entities_result = 9,
  attach_controller = 10,
  attach_controller_result = 11,
  attach_view = 12,
  attach_view_result = 13,
  connect_data_port = 14,
  connect_data_port_result = 15,
  provide_service = 16,
  provide_service_result = 17,
  get_attributes = 18,
  get_attributes_result = 19,
  set_attributes = 20,
  set_joint_angle = 21,
  sound_recog = 22,
  sound_recog_result = 23,
  connect_joint = 24,
  release_joint = 25,
  get_joint_force = 26,
  get_joint_force_result = 27,
  on_init = 28,
  on_action = 29,
  on_recv_text = 30,
  on_recv_sound = 31,
  on_recv_message = 32,
  log_msg = 33,
  controller_command = 34,
  ns_query = 35,
  ns_query_result = 36,
  ns_pinger = 37,
  ns_pinger_result = 38,
  x3d_db = 39,
  x3d_db_result = 40,
  get_object_names = 41,
  get_object_names_result = 42,
  on_collision = 43,
  set_joint_quaternion = 44,
  add_joint_torque = 45,
  set_joint_velocity = 46,
  set_part_velocity = 47,
  get_joint_angle = 48,
  get_joint_angle_result = 49,
  display_text = 50,
  distance_sensor = 51,
  distance_sensor_result = 52,
  add_force = 53,
  add_force_at_pos = 54,
  set_mass = 56,
  get_angular_velocity = 57,
  get_angular_velocity_result = 58,
  get_linear_velocity = 59,
  get_linear_velocity_result = 60,
  add_force_to_parts = 61,
  set_gravity_mode = 62,
  get_gravity_mode = 63,
  get_gravity_mode_result = 64,
  set_dynamics_mode = 65,
  get_pointed_object = 66,
  get_pointed_object_result = 67,
  set_linear_velocity = 68,
  add_torque = 69,
  // Turns: only between a server and a library that both support them.
  turn_hello = 128,
  turn_done = 129,
  turn_wait = 130,
  turn_go_on = 131,
  turn_ends = 132,
  // The list of services: between a server and tools that both support it.
  get_services = 133,
  get_services_result = 134,
  get_part_shapes = 135,
  get_part_shapes_result = 136,
};

/// "GET_ENTITY"; empty for a number that is not a type.
std::string_view name_of(PacketType type);

/// The codes of raw requests, from client to server.
enum class RawCode : std::uint16_t {
  viewer_text_1 = 1,  ///< from viewers of the second generation, refused; 4 and 5, too
  start = 2,
  stop = 3,
  disconnect = 6,
  end = 7,
  message = 8,
  connect_service = 9,
  parts_rotation_10 = 10,  ///< the same as 40
  get_joint_position = 11,
  set_joint_quaternion = 12,
  get_pointing_vector = 13,
  get_parts_position = 14,
  set_position = 15,
  check_service = 16,
  get_position = 17,
  set_rotation = 18,
  get_rotation = 19,
  check_entity = 20,
  set_camera_position = 21,
  get_camera_position = 22,
  set_camera_direction = 23,
  get_camera_direction = 24,
  set_camera_fov = 25,
  set_camera_aspect_ratio = 26,
  set_wheel = 27,
  set_wheel_velocity = 28,
  get_joint_angle = 29,
  set_joint_velocity = 30,
  grasp = 31,
  release = 32,
  get_all_joint_angles = 33,
  world_step = 34,
  world_quick_step = 35,
  is_grasped = 36,
  set_collision = 37,
  sim_time = 38,
  is_touching = 39,
  get_parts_rotation = 40,
};

/// The codes that the server sends to controllers.
enum class RawToController : std::uint16_t { message = 1, start_sim = 2, stop_sim = 3 };
/// The codes that the server sends to services. `connect`: a controller listens for the service on a port. The last two
/// report that another service has connected or left.
enum class RawToService : std::uint16_t { message = 1, service_came = 2, connect = 3, service_left = 8 };
/// The codes on the direct connection between a controller and a service, in both directions. `picture` is also the
/// answer to a request for distances.
enum class DirectCode : std::uint16_t {
  message_to_service = 1,
  leave = 4,
  capture = 5,
  measure = 6,
  detect = 7,

  here = 1,
  message_to_controller = 2,
  picture = 3,
  no_camera = 6,
  names = 8
};
/// The number after `picture` is 1 for a picture, this for one distance, and the next two for distances of one and two
/// dimensions.
inline constexpr int kDirectDistance = 2;

/// "set position"; empty for an unknown number.
std::string_view name_of(RawCode code);

/// The commands of SIM_CTRL.
enum class SimCommand : std::int16_t { start = 0, stop = 1, reset = 2, restart = 3 };
/// Results of ATTACH_CONTROLLER and CONNECT_DATA_PORT.
enum class AttachResult : std::uint16_t { ok = 0, already_attached = 1, no_such_agent = 2 };
/// Encodings of a text.
enum class Encode : std::uint16_t { ascii = 0, euc_jp = 1, jis = 2, shift_jis = 3, utf_8 = 4 };
enum class LogLevel : std::int16_t {
  error = 0,
  system = 1,
  message = 2,
  debug_1 = 3,
  debug_2 = 4,
  debug_3 = 5,
  display = 6
};
/// Results of grasping.
enum class GraspResult : std::uint16_t {
  holds = 0,
  no_such_target = 1,
  hand_is_full = 2,
  held_by_another = 3,
  not_graspable = 4,
  too_far = 5
};

/// Bits of a record: what a client has changed. The server applies pose, force, torque and velocities of a record only
/// if their bits are set.
namespace operation {
inline constexpr std::uint32_t kPosition = 1, kRotation = 2, kForce = 4, kAccel = 8, kTorque = 0x10,
                               kLinearVelocity = 0x20, kAngularVelocity = 0x40;
}

/// The abilities of a service provider in its registration: a set of bits. Distances are a separate kind, which never
/// covers pictures or speech.
namespace service_kind {
inline constexpr std::uint16_t kCapture = 1, kDetect = 2, kRecognise = 4, kDistance = 5;
/// Whether a provider that registered with `provided` satisfies a query for `wanted`.
constexpr bool covers(std::uint32_t provided, std::uint32_t wanted) {
  if (provided == kDistance || wanted == kDistance) return provided == wanted;
  return wanted != 0 && (provided & wanted) == wanted;
}
/// The ability that this request needs; 0 if it is not for providers.
std::uint32_t of(PacketType request);
/// "pictures, detection"; "distances"; "messages" for 0, a service that has not registered as a provider.
std::string words_of(std::uint32_t kinds);
}  // namespace service_kind

/// The message text of a successful reply to ATTACH_CONTROLLER by a server with turns, and the version of turns.
inline constexpr std::string_view kTurnsKnown = "ext1";
inline constexpr std::uint16_t kTurnVersion = 1;

}  // namespace sigverse::wire
