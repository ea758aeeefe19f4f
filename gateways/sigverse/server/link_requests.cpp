// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/server/link_requests.h"

#include "gateways/sigverse/wire/types.h"
#include "gateways/sigverse/world/pointing.h"

namespace sigverse::server {
namespace {

wire::GetJointForceResult::Side side_of(const JointLoads::Side& side) {
  return {side.part, side.force, side.torque};
}

std::optional<PointedSize> pointed_size(std::string_view type) {
  if (type == "0") return PointedSize::point;
  if (type == "1") return PointedSize::sphere;
  if (type == "2") return PointedSize::cube;
  return std::nullopt;
}

/// The reason why a hand has grasped nothing new.
std::string_view reason_of(GraspAnswer answer) {
  switch (answer) {
    case GraspAnswer::holds:
      return "it holds it";
    case GraspAnswer::no_such_target:
      return "there is no such object";
    case GraspAnswer::hand_is_full:
      return "the part already holds something";
    case GraspAnswer::held_already:
      return "another part holds it";
    case GraspAnswer::too_far:
      return "it is farther away than its graspRadius";
    case GraspAnswer::not_graspable:
      break;
  }
  return "it cannot be grasped";
}

}  // namespace

// ---- joints made at run time ----

void LinkRequests::connect(Request& request, const wire::ConnectJoint& wanted) {
  SimObj* owner = objects_.find_to_change(request, wanted.agent);
  SimObj* target = owner ? objects_.find_to_change(request, wanted.target) : nullptr;
  if (!target) return;
  const std::string_view why =
      world_.links().connect(*owner, wanted.joint, wanted.agent_part, *target, wanted.target_part);
  if (!why.empty())
    request.refuse("{} '{}' of '{}' with '{}' is refused: {}", request.name, wanted.joint, wanted.agent, wanted.target,
                   why);
}

void LinkRequests::disconnect(Request& request, const wire::ReleaseJoint& wanted) {
  const SimObj* owner = objects_.find_to_change(request, wanted.agent);
  if (owner && !world_.links().disconnect(*owner, wanted.joint))
    request.refuse("{}: '{}' has made no joint '{}'", request.name, wanted.agent, wanted.joint);
}

void LinkRequests::append_joint_force(Request& request, const wire::GetJointForce& asked) {
  wire::GetJointForceResult result;
  const SimObj* owner = world_.find(asked.agent);
  if (const auto loads = owner ? world_.links().loads(*owner, asked.joint) : std::nullopt) {
    result.ok = 1;
    result.sides[0] = side_of(loads->own);
    result.sides[1] = side_of(loads->other);
  }
  wire::append_packet(request.out(), result);
}

// ---- hands ----

void LinkRequests::grasp(Request& request, const wire::RawRequest& wanted) {
  static_assert(static_cast<int>(GraspAnswer::holds) == static_cast<int>(wire::GraspResult::holds) &&
                static_cast<int>(GraspAnswer::too_far) == static_cast<int>(wire::GraspResult::too_far));
  GraspAnswer answer = GraspAnswer::not_graspable;
  SimObj* target = world_.find(wanted.other);
  SimObj* owner = objects_.find_to_change(request, wanted.object);
  if (!target)
    answer = GraspAnswer::no_such_target;
  else if (owner && !Links::has_part(*owner, wanted.part))
    request.refuse("{}: '{}' has no part '{}'", request.name, wanted.object, wanted.part);
  else if (owner)
    answer = world_.links().grasp(*owner, wanted.part, *target);
  if (answer != GraspAnswer::holds && request.problem.empty())
    request.refuse("{}: '{}' does not get '{}': {}", request.name, wanted.object, wanted.other, reason_of(answer));
  wire::OctetWriter(request.out()).u16(static_cast<std::uint16_t>(answer));
}

/// Releasing a part that holds nothing has no effect.
void LinkRequests::drop(Request& request, const wire::RawRequest& wanted) {
  if (const SimObj* owner = objects_.find_to_change(request, wanted.object)) world_.links().drop(*owner, wanted.part);
}

void LinkRequests::append_is_held(Request& request, std::string_view name) {
  const SimObj* object = world_.find(name);
  wire::OctetWriter(request.out()).u8(object && world_.links().is_held(*object) ? 1 : 0);
}

// ---- wheels ----

/// Returns null and refuses the request if the client may not change the object or the object has no wheels.
WheelDrive* LinkRequests::find_wheels(Request& request, std::string_view name) {
  const SimObj* object = objects_.find_to_change(request, name);
  if (!object) return nullptr;
  WheelDrive* wheels = world_.wheels(*object);
  if (!wheels) request.refuse("{}: '{}' has no wheels", request.name, name);
  return wheels;
}

void LinkRequests::set_wheels(Request& request, const wire::RawRequest& wanted) {
  WheelDrive* wheels = find_wheels(request, wanted.object);
  if (!wheels) return;
  if (const std::string_view why = wheels->set_wheels(wanted.first, wanted.second); !why.empty())
    request.refuse("{} of '{}' is refused: {}", request.name, wanted.object, why);
}

void LinkRequests::set_wheel_speeds(Request& request, const wire::RawRequest& wanted) {
  WheelDrive* wheels = find_wheels(request, wanted.object);
  if (!wheels) return;
  if (const std::string_view why = wheels->set_speeds(wanted.first, wanted.second); !why.empty())
    request.refuse("{} of '{}' is refused: {}", request.name, wanted.object, why);
}

// ---- pointing ----

void LinkRequests::append_pointing(Request& request, const wire::RawRequest& asked) {
  const SimObj* object = world_.find(asked.object);
  const auto from = object ? object->joint_position(asked.part) : std::nullopt;
  const auto to = object ? object->joint_position(asked.other) : std::nullopt;
  const auto direction = from && to ? direction_between(*from, *to) : std::nullopt;
  wire::OctetWriter out(request.out());
  for (const double x : direction.value_or(SigVector{})) out.real(x);
  out.u8(direction ? 1 : 0);
}

void LinkRequests::append_pointed(Request& request, const wire::GetPointedObject& asked) {
  wire::GetPointedObjectResult result;
  const SimObj* speaker = world_.find(asked.speaker);
  const auto from = speaker ? speaker->find_part(asked.part_1) : std::nullopt;
  const auto through = speaker ? speaker->find_part(asked.part_2) : std::nullopt;
  const auto size = pointed_size(asked.type);
  const auto direction = from && through ? direction_between(from->centre, through->centre) : std::nullopt;
  if (direction && size) {
    std::vector<const SimObj*> others;
    for (const SimObj* object : world_.objects())
      if (object != speaker && !world_.links().is_held_by(*object, *speaker)) others.push_back(object);
    for (const SimObj* object : pointed_objects(others, from->centre, *direction, *size))
      result.names.push_back(object->object_name());
    wire::fit_into_packet(result.names);
  }
  wire::append_packet(request.out(), result);
}

}  // namespace sigverse::server
