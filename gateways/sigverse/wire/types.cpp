// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/wire/types.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace sigverse::wire {
namespace {

struct PacketTypeName {
  PacketType type;
  std::string_view name;
};

constexpr PacketTypeName kTypes[] = {
    {PacketType::sim_ctrl, "SIM_CTRL"},
    {PacketType::get_all_entities, "GET_ALL_ENTITIES"},
    {PacketType::get_all_entities_result, "GET_ALL_ENTITIES_RESULT"},
    {PacketType::get_entity, "GET_ENTITY"},
    {PacketType::get_entity_result, "GET_ENTITY_RESULT"},
    {PacketType::update_entities, "UPDATE_ENTITIES"},
    {PacketType::capture_view_image, "CAPTURE_VIEW_IMAGE"},
    {PacketType::capture_view_image_result, "CAPTURE_VIEW_IMAGE_RESULT"},
    {PacketType::detect_entities, "DETECT_ENTITIES"},
    {PacketType::detect_entities_result, "DETECT_ENTITIES_RESULT"},
    {PacketType::attach_controller, "ATTACH_CONTROLLER"},
    {PacketType::attach_controller_result, "ATTACH_CONTROLLER_RESULT"},
    {PacketType::attach_view, "ATTACH_VIEW"},
    {PacketType::attach_view_result, "ATTACH_VIEW_RESULT"},
    {PacketType::connect_data_port, "CONNECT_DATA_PORT"},
    {PacketType::connect_data_port_result, "CONNECT_DATA_PORT_RESULT"},
    {PacketType::provide_service, "PROVIDE_SERVICE"},
    {PacketType::provide_service_result, "PROVIDE_SERVICE_RESULT"},
    {PacketType::get_attributes, "GET_ATTRIBUTES"},
    {PacketType::get_attributes_result, "GET_ATTRIBUTES_RESULT"},
    {PacketType::set_attributes, "SET_ATTRIBUTES"},
    {PacketType::set_joint_angle, "SET_JOINT_ANGLE"},
    {PacketType::sound_recog, "SOUND_RECOG"},
    {PacketType::sound_recog_result, "SOUND_RECOG_RESULT"},
    {PacketType::connect_joint, "CONNECT_JOINT"},
    {PacketType::release_joint, "RELEASE_JOINT"},
    {PacketType::get_joint_force, "GET_JOINT_FORCE"},
    {PacketType::get_joint_force_result, "GET_JOINT_FORCE_RESULT"},
    {PacketType::on_init, "ON_INIT"},
    {PacketType::on_action, "ON_ACTION"},
    {PacketType::on_recv_text, "ON_RECV_TEXT"},
    {PacketType::on_recv_sound, "ON_RECV_SOUND"},
    {PacketType::on_recv_message, "ON_RECV_MESSAGE"},
    {PacketType::log_msg, "LOG_MSG"},
    {PacketType::controller_command, "CONTROLLER_COMMAND"},
    {PacketType::ns_query, "NS_QUERY"},
    {PacketType::ns_query_result, "NS_QUERY_RESULT"},
    {PacketType::ns_pinger, "NS_PINGER"},
    {PacketType::ns_pinger_result, "NS_PINGER_RESULT"},
    {PacketType::x3d_db, "X3D_DB"},
    {PacketType::x3d_db_result, "X3D_DB_RESULT"},
    {PacketType::get_object_names, "GET_OBJECT_NAMES"},
    {PacketType::get_object_names_result, "GET_OBJECT_NAMES_RESULT"},
    {PacketType::on_collision, "ON_COLLISION"},
    {PacketType::set_joint_quaternion, "SET_JOINT_QUATERNION"},
    {PacketType::add_joint_torque, "ADD_JOINT_TORQUE"},
    {PacketType::set_joint_velocity, "SET_JOINT_VELOCITY"},
    {PacketType::set_part_velocity, "SET_PART_VELOCITY"},
    {PacketType::get_joint_angle, "GET_JOINT_ANGLE"},
    {PacketType::get_joint_angle_result, "GET_JOINT_ANGLE_RESULT"},
    {PacketType::display_text, "DISPLAY_TEXT"},
    {PacketType::distance_sensor, "DISTANCE_SENSOR"},
    {PacketType::distance_sensor_result, "DISTANCE_SENSOR_RESULT"},
    {PacketType::add_force, "ADD_FORCE"},
    {PacketType::add_force_at_pos, "ADD_FORCE_AT_POS"},
    {PacketType::set_mass, "SET_MASS"},
    {PacketType::get_angular_velocity, "GET_ANGULAR_VELOCITY"},
    {PacketType::get_angular_velocity_result, "GET_ANGULAR_VELOCITY_RESULT"},
    {PacketType::get_linear_velocity, "GET_LINEAR_VELOCITY"},
    {PacketType::get_linear_velocity_result, "GET_LINEAR_VELOCITY_RESULT"},
    {PacketType::add_force_to_parts, "ADD_FORCE_TO_PARTS"},
    {PacketType::set_gravity_mode, "SET_GRAVITY_MODE"},
    {PacketType::get_gravity_mode, "GET_GRAVITY_MODE"},
    {PacketType::get_gravity_mode_result, "GET_GRAVITY_MODE_RESULT"},
    {PacketType::set_dynamics_mode, "SET_DYNAMICS_MODE"},
    {PacketType::get_pointed_object, "GET_POINTED_OBJECT"},
    {PacketType::get_pointed_object_result, "GET_POINTED_OBJECT_RESULT"},
    {PacketType::set_linear_velocity, "SET_LINEAR_VELOCITY"},
    {PacketType::add_torque, "ADD_TORQUE"},
    {PacketType::turn_hello, "TURN_HELLO"},
    {PacketType::turn_done, "TURN_DONE"},
    {PacketType::turn_wait, "TURN_WAIT"},
    {PacketType::turn_go_on, "TURN_GO_ON"},
    {PacketType::turn_ends, "TURN_ENDS"},
    {PacketType::get_services, "GET_SERVICES"},
    {PacketType::get_services_result, "GET_SERVICES_RESULT"},
    {PacketType::get_part_shapes, "GET_PART_SHAPES"},
    {PacketType::get_part_shapes_result, "GET_PART_SHAPES_RESULT"},
};

}  // namespace

std::string_view name_of(PacketType type) {
  const auto* const row = std::ranges::lower_bound(kTypes, type, {}, &PacketTypeName::type);
  return row != std::end(kTypes) && row->type == type ? row->name : std::string_view{};
}

std::uint32_t service_kind::of(PacketType request) {
  switch (request) {
    case PacketType::capture_view_image:
      return kCapture;
    case PacketType::detect_entities:
      return kDetect;
    case PacketType::sound_recog:
      return kRecognise;
    case PacketType::distance_sensor:
      return kDistance;
    default:
      return 0;
  }
}

std::string service_kind::words_of(std::uint32_t kinds) {
  if (kinds == 0) return "messages";
  if (kinds == kDistance) return "distances";
  std::string words;
  for (const auto& [kind, word] : {std::pair(kCapture, "pictures"), {kDetect, "detection"}, {kRecognise, "speech"}})
    if ((kinds & kind) != 0) words.append(words.empty() ? "" : ", ").append(word);
  return words;
}

}  // namespace sigverse::wire
