// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <iterator>

#include "gateways/sigverse/wire/raw.h"

namespace sigverse::wire {
namespace {

/// What the bodies of requests consist of, one letter for each field in the order of the wire:
///   o object, p part or joint, x the other one: texts with their comma
///   r flag as a text "0" or "1" with its comma; b flag as an octet; a flag as u16
///   c camera, n port: u16; 1 first, 2 second: double; t triple; q quad
struct Layout {
  RawCode code;
  const char* fields;
};
constexpr Layout kLayouts[] = {
    {RawCode::start, ""},
    {RawCode::stop, ""},
    {RawCode::disconnect, ""},
    {RawCode::end, ""},
    {RawCode::connect_service, "nop"},
    {RawCode::parts_rotation_10, "op"},
    {RawCode::get_joint_position, "op"},
    {RawCode::set_joint_quaternion, "qopr"},
    {RawCode::get_pointing_vector, "opx"},
    {RawCode::get_parts_position, "op"},
    {RawCode::set_position, "to"},
    {RawCode::check_service, "o"},
    {RawCode::get_position, "o"},
    {RawCode::set_rotation, "aqo"},
    {RawCode::get_rotation, "o"},
    {RawCode::check_entity, "o"},
    {RawCode::set_camera_position, "cto"},
    {RawCode::get_camera_position, "co"},
    {RawCode::set_camera_direction, "cto"},
    {RawCode::get_camera_direction, "co"},
    {RawCode::set_camera_fov, "c1o"},
    {RawCode::set_camera_aspect_ratio, "c1o"},
    {RawCode::set_wheel, "12o"},
    {RawCode::set_wheel_velocity, "12o"},
    {RawCode::get_joint_angle, "op"},
    {RawCode::set_joint_velocity, "12op"},
    {RawCode::grasp, "opx"},
    {RawCode::release, "op"},
    {RawCode::get_all_joint_angles, "o"},
    {RawCode::world_step, "1"},
    {RawCode::world_quick_step, "1"},
    {RawCode::is_grasped, "o"},
    {RawCode::set_collision, "bo"},
    {RawCode::sim_time, ""},
    {RawCode::is_touching, "op"},
    {RawCode::get_parts_rotation, "op"},
};

/// None for messages and codes that are none.
const Layout* layout_of(RawCode code) {
  const auto* const layout = std::lower_bound(std::begin(kLayouts), std::end(kLayouts), code,
                                              [](const Layout& l, RawCode c) { return l.code < c; });
  return layout != std::end(kLayouts) && layout->code == code ? layout : nullptr;
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

bool read_raw_request(const Raw& raw, RawRequest& request) {
  request = {};
  request.code = static_cast<RawCode>(raw.code);
  const Layout* const layout = layout_of(request.code);
  if (!layout) return false;
  RawReader reader(raw.body);
  for (const char* field = layout->fields; *field != 0; ++field) read_field(reader, *field, request);
  return reader.is_good();
}

bool append_raw_request(std::string& out, const RawRequest& request) {
  const Layout* const layout = layout_of(request.code);
  if (!layout) return false;
  RawWriter writer(out, request.code);
  for (const char* field = layout->fields; *field != 0; ++field) write_field(writer, *field, request);
  return writer.finish();
}

}  // namespace sigverse::wire
