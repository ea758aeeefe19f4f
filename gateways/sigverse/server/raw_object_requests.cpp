// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "gateways/sigverse/server/object_requests.h"
#include "gateways/sigverse/wire/octets.h"

namespace sigverse {

using wire::RawCode;
using wire::RawRequest;

bool ObjectRequests::take(const wire::Raw& raw, const Asker& asker, std::string& out, std::string& problem) {
  asker_ = asker;
  out_ = &out;
  problem_ = &problem;
  malformed_ = false;
  RawRequest request;
  if (wire::read_raw_request(raw, request))
    return take_raw_question(request) || take_raw_joint(request) || take_raw_change(request);
  // A message is none of these, nor is what has no name.
  request.code = static_cast<RawCode>(raw.code);
  if (request.code == RawCode::message || wire::name_of(request.code).empty()) return false;
  malformed_ = true;
  problem = fmt::format("the request '{}' is too short", wire::name_of(request.code));
  return true;
}

/// Most replies are three numbers and whether they mean anything, in one order or the other.
void ObjectRequests::pair(bool found, const SigVector& value, bool flag_first) {
  wire::OctetWriter writer(*out_);
  if (flag_first) writer.u8(found ? 1 : 0);
  for (const double number : value) writer.real(number);
  if (!flag_first) writer.u8(found ? 1 : 0);
}

bool ObjectRequests::take_raw_question(const RawRequest& request) {
  const SimObj* object = world_.find(request.object);
  wire::OctetWriter writer(*out_);
  const auto turn = [&writer](const SigQuaternion& value) {
    for (const double number : value) writer.real(number);
  };
  switch (request.code) {
    case RawCode::get_position:
      pair(object != nullptr, object ? object->position() : SigVector{}, true);
      return true;
    case RawCode::get_rotation:
      writer.u8(object ? 1 : 0);
      turn(object ? object->rotation() : SigQuaternion{});
      return true;
    case RawCode::get_parts_position: {
      const auto part = object ? object->find_part(request.part) : std::nullopt;
      pair(part.has_value(), part ? part->place : SigVector{}, false);
      return true;
    }
    case RawCode::parts_rotation_10:
    case RawCode::get_parts_rotation: {
      const auto part = object ? object->find_part(request.part) : std::nullopt;
      turn(part ? part->turn : SigQuaternion{});
      writer.u8(part ? 1 : 0);
      return true;
    }
    case RawCode::check_entity:
      writer.u16(object ? 1 : 0);
      return true;
    case RawCode::get_camera_position:
    case RawCode::get_camera_direction: {
      const auto camera = object ? object->camera(request.camera) : std::nullopt;
      const bool place = request.code == RawCode::get_camera_position;
      pair(camera.has_value(), !camera ? SigVector{} : place ? camera->place : camera->direction, true);
      return true;
    }
    case RawCode::is_touching:
      writer.u8(object && object->is_touching(request.part) ? 1 : 0);
      return true;
    default:
      return false;
  }
}

/// Of bodies with joints, grasping and wheels: nobody has any.
bool ObjectRequests::take_raw_joint(const RawRequest& request) {
  wire::OctetWriter writer(*out_);
  const auto refuse = [&](std::string_view why) {
    if (to_change(request.object, wire::name_of(request.code)))
      *problem_ = fmt::format("{}: '{}' has no {}", wire::name_of(request.code), request.object, why);
  };
  switch (request.code) {
    case RawCode::get_joint_position:
    case RawCode::get_pointing_vector:
      pair(false, {}, false);
      return true;
    case RawCode::get_joint_angle:
      writer.u8(0);
      writer.real(0.0);
      return true;
    case RawCode::get_all_joint_angles:
      writer.u16(4);  // the size of the whole reply
      writer.u16(0);
      return true;
    case RawCode::grasp:
      writer.u16(static_cast<std::uint16_t>(world_.find(request.other) ? wire::GraspResult::not_graspable
                                                                       : wire::GraspResult::no_such_target));
      return true;
    case RawCode::is_grasped:
      writer.u8(0);
      return true;
    case RawCode::release:
      return true;  // nothing is held
    case RawCode::set_joint_quaternion:
    case RawCode::set_joint_velocity:
      refuse(fmt::format("joint '{}'", request.part));
      return true;
    case RawCode::set_wheel:
    case RawCode::set_wheel_velocity:
      refuse("wheels");
      return true;
    default:
      return false;
  }
}

void ObjectRequests::change(const RawRequest& request, bool (*call)(SimObj& object, const RawRequest& request)) {
  const std::string_view what = wire::name_of(request.code);
  if (SimObj* object = to_change(request.object, what)) done(call(*object, request), request.object, what, *object);
}

bool ObjectRequests::take_raw_change(const RawRequest& request) {
  switch (request.code) {
    case RawCode::set_position:
      change(request, [](SimObj& o, const RawRequest& r) { return o.set_position(r.triple); });
      return true;
    case RawCode::set_rotation:
      change(request, [](SimObj& o, const RawRequest& r) { return o.set_rotation(r.quad, !r.flag); });
      return true;
    case RawCode::set_camera_position:
      change(request, [](SimObj& o, const RawRequest& r) { return o.set_camera_position(r.camera, r.triple); });
      return true;
    case RawCode::set_camera_direction:
      change(request, [](SimObj& o, const RawRequest& r) { return o.set_camera_direction(r.camera, r.triple); });
      return true;
    case RawCode::set_camera_fov:
      change(request, [](SimObj& o, const RawRequest& r) { return o.set_camera_fov(r.camera, r.first); });
      return true;
    case RawCode::set_camera_aspect_ratio:
      change(request, [](SimObj& o, const RawRequest& r) { return o.set_camera_aspect_ratio(r.camera, r.first); });
      return true;
    case RawCode::set_collision:
      change(request, [](SimObj& o, const RawRequest& r) { return o.set_collision(r.flag); });
      return true;
    default:
      return false;
  }
}

}  // namespace sigverse
