// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <iterator>

#include "gateways/sigverse/wire/raw.h"

namespace sigverse::wire {
namespace {

/// The name of a raw request, and the fields of its body: one letter per field, in protocol order.
///   o object, p part or joint, x the other one: texts, each followed by a comma
///   r flag as a text "0" or "1", followed by a comma; b flag as an octet; a flag as u16
///   c camera, n port: u16; 1 first, 2 second: double; t triple; q quad
/// Null: the body has none of these (a message), or is not decoded (viewers of the second generation).
struct RawKind {
  RawCode code;
  std::string_view name;
  const char* fields;
};
constexpr RawKind kRawKinds[] = {
    {RawCode::viewer_text_1, "a viewer's text", nullptr},
    {RawCode::start, "start", ""},
    {RawCode::stop, "stop", ""},
    {RawCode::disconnect, "disconnect", ""},
    {RawCode::end, "end the simulation", ""},
    {RawCode::message, "message", nullptr},
    {RawCode::connect_service, "connect service", "nop"},
    {RawCode::parts_rotation_10, "get parts rotation", "op"},
    {RawCode::get_joint_position, "get joint position", "op"},
    {RawCode::set_joint_quaternion, "set joint quaternion", "qopr"},
    {RawCode::get_pointing_vector, "get pointing vector", "opx"},
    {RawCode::get_parts_position, "get parts position", "op"},
    {RawCode::set_position, "set position", "to"},
    {RawCode::check_service, "check service", "o"},
    {RawCode::get_position, "get position", "o"},
    {RawCode::set_rotation, "set rotation", "aqo"},
    {RawCode::get_rotation, "get rotation", "o"},
    {RawCode::check_entity, "check entity", "o"},
    {RawCode::set_camera_position, "set camera position", "cto"},
    {RawCode::get_camera_position, "get camera position", "co"},
    {RawCode::set_camera_direction, "set camera direction", "cto"},
    {RawCode::get_camera_direction, "get camera direction", "co"},
    {RawCode::set_camera_fov, "set camera FOV", "c1o"},
    {RawCode::set_camera_aspect_ratio, "set camera aspect ratio", "c1o"},
    {RawCode::set_wheel, "set wheel", "12o"},
    {RawCode::set_wheel_velocity, "set wheel velocity", "12o"},
    {RawCode::get_joint_angle, "get joint angle", "op"},
    {RawCode::set_joint_velocity, "set joint velocity", "12op"},
    {RawCode::grasp, "grasp", "opx"},
    {RawCode::release, "release", "op"},
    {RawCode::get_all_joint_angles, "get all joint angles", "o"},
    {RawCode::world_step, "world step", "1"},
    {RawCode::world_quick_step, "world quick step", "1"},
    {RawCode::is_grasped, "is grasped", "o"},
    {RawCode::set_collision, "set collision", "bo"},
    {RawCode::sim_time, "simulation time", ""},
    {RawCode::is_touching, "is touching", "op"},
    {RawCode::get_parts_rotation, "get parts rotation", "op"},
};

/// Returns null for a number that is not a code.
const RawKind* kind_of(RawCode code) {
  const auto* const kind = std::ranges::lower_bound(kRawKinds, code, {}, &RawKind::code);
  return kind != std::end(kRawKinds) && kind->code == code ? kind : nullptr;
}

/// Returns null for messages, for codes whose body is not decoded, and for codes that do not exist.
const char* fields_of(RawCode code) {
  const RawKind* const kind = kind_of(code);
  return kind ? kind->fields : nullptr;
}

void read_field(RawReader& reader, char field, RawRequest& request) {
  switch (field) {
    case 'o':
      request.object = reader.field();
      break;
    case 'p':
      request.part = reader.field();
      break;
    case 'x':
      request.other = reader.field();
      break;
    case 'r':
      request.flag = reader.number_field().value_or(0.0) != 0.0;
      break;
    case 'b':
      request.flag = reader.boolean();
      break;
    case 'a':
      request.flag = reader.u16() != 0;
      break;
    case 'c':
      request.camera = reader.u16();
      break;
    case 'n':
      request.port = reader.u16();
      break;
    case '1':
      request.first = reader.real();
      break;
    case '2':
      request.second = reader.real();
      break;
    case 't':
      request.triple = reader.triple();
      break;
    default:
      request.quad = reader.quad();
  }
}

void write_field(RawWriter& writer, char field, const RawRequest& request) {
  switch (field) {
    case 'o':
      return writer.field(request.object);
    case 'p':
      return writer.field(request.part);
    case 'x':
      return writer.field(request.other);
    case 'r':
      return writer.field(request.flag ? "1" : "0");
    case 'b':
      return writer.boolean(request.flag);
    case 'a':
      return writer.u16(request.flag ? 1 : 0);
    case 'c':
      return writer.u16(request.camera);
    case 'n':
      return writer.u16(request.port);
    case '1':
      return writer.real(request.first);
    case '2':
      return writer.real(request.second);
    case 't':
      return writer.triple(request.triple);
    default:
      return writer.quad(request.quad);
  }
}

}  // namespace

std::string_view name_of(RawCode code) {
  const RawKind* const kind = kind_of(code);
  return kind ? kind->name : std::string_view{};
}

bool read_raw_request(const Raw& raw, RawRequest& request) {
  request = {};
  request.code = static_cast<RawCode>(raw.code);
  const char* field = fields_of(request.code);
  if (!field) return false;
  RawReader reader(raw.body);
  for (; *field != 0; ++field) read_field(reader, *field, request);
  return reader.is_good();
}

bool append_raw_request(std::string& out, const RawRequest& request) {
  const char* field = fields_of(request.code);
  if (!field) return false;
  RawWriter writer(out, request.code);
  for (; *field != 0; ++field) write_field(writer, *field, request);
  return writer.finish();
}

}  // namespace sigverse::wire
