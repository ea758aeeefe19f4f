// SPDX-License-Identifier: Apache-2.0
// Joints and parts of simulation objects.
#include <optional>

#include "gateways/sigverse/controller/agent.h"
#include "gateways/sigverse/controller/include/SimObj.h"
#include "gateways/sigverse/controller/object_state.h"

using sigverse::ask;
using sigverse::tell;
using sigverse::text_or_empty;
namespace wire = sigverse::wire;
using wire::RawCode;

namespace {

/// Three numbers, and whether they mean anything.
bool ask_place(RawCode code, const char* object, const char* part, Vector3d& place) {
  auto answer = ask({.code = code, .object = object, .part = part}, sigverse::kTriple + sigverse::kBool);
  if (!answer) return false;
  const wire::Triple triple = answer->triple();
  if (!answer->boolean()) return false;
  place.set(triple[0], triple[1], triple[2]);
  return true;
}

}  // namespace

void SimObj::setJointAngle(const char* joint, double angle) {
  tell(wire::SetJointAngle{.agent = name(), .joint = joint, .value = angle});
}
void SimObj::setJointQuaternion(const char* joint, double w, double x, double y, double z, bool offset) {
  tell(wire::SetJointQuaternion{.agent = name(), .joint = joint, .turn = {w, x, y, z}, .offset = offset});
}
void SimObj::addJointTorque(const char* joint, double torque) {
  tell(wire::AddJointTorque{.agent = name(), .joint = joint, .value = torque});
}
void SimObj::setJointVelocity(const char* joint, double velocity, double max) {
  tell(wire::SetJointVelocity{.agent = name(), .joint = joint, .velocity = velocity, .most_torque = max});
}
void SimObj::setAngularVelocityToJoint(const char* joint, double velocity, double max) {
  setJointVelocity(joint, velocity, max);
}
void SimObj::setAngularVelocityToParts(const char* parts, double velocity, double max) {
  tell(wire::SetPartVelocity{.agent = name(), .joint = parts, .velocity = velocity, .most_torque = max});
}

double SimObj::getJointAngle(const char* joint) {
  wire::GetJointAngleResult answer;
  return ask(wire::GetJointAngle{.agent = name(), .joint = joint}, answer) ? answer.angle : 0.0;
}
std::map<std::string, double> SimObj::getAllJointAngles() {
  std::map<std::string, double> angles;
  constexpr std::size_t kSizeAndCount = 4;
  auto head = ask({.code = RawCode::get_all_joint_angles, .object = name()}, kSizeAndCount);
  if (!head) return angles;
  const std::size_t size = head->u16(), count = head->u16();
  if (size <= kSizeAndCount) return angles;
  const auto octets = sigverse::Agent::current()->session.more_octets(size - kSizeAndCount);
  if (!octets) return angles;
  wire::RawReader body(*octets);
  for (std::size_t i = 0; i < count && body.is_good(); ++i) {
    const std::string joint(body.field());
    if (const auto angle = body.number_field()) angles[joint] = *angle;
  }
  return angles;
}
bool SimObj::getJointPosition(Vector3d& position, const char* joint) {
  return ask_place(RawCode::get_joint_position, name(), joint, position);
}
bool SimObj::getPartsPosition(Vector3d& position, const char* parts) {
  return ask_place(RawCode::get_parts_position, name(), parts, position);
}
bool SimObj::getPartsQuaternion(double& w, double& x, double& y, double& z, const char* parts) {
  auto answer =
      ask({.code = RawCode::get_parts_rotation, .object = name(), .part = parts}, sigverse::kQuad + sigverse::kBool);
  if (!answer) return false;
  const wire::Quad quad = answer->quad();
  if (!answer->boolean()) return false;
  w = quad[0];
  x = quad[1];
  y = quad[2];
  z = quad[3];
  return true;
}

void SimObj::connectJoint(const char* joint, const char* target) {
  connectJoint(joint, nullptr, target, nullptr);
}
void SimObj::connectJoint(const char* joint, const char* parts, const char* target, const char* targetParts) {
  tell(wire::ConnectJoint{.joint = joint,
                          .agent = name(),
                          .agent_part = text_or_empty(parts),
                          .target = target,
                          .target_part = text_or_empty(targetParts)});
}
void SimObj::releaseJoint(const char* joint) {
  tell(wire::ReleaseJoint{.agent = name(), .joint = joint});
}
bool SimObj::getJointForce(const char* joint, JointForce& own, JointForce& other) {
  wire::GetJointForceResult answer;
  if (!ask(wire::GetJointForce{.agent = name(), .joint = joint}, answer) || answer.ok == 0) return false;
  JointForce* const forces[] = {&own, &other};
  for (int i = 0; i < 2; ++i) {
    const auto& side = answer.sides[i];
    forces[i]->setPartsName(std::string(side.part).c_str());
    forces[i]->setForce(side.force[0], side.force[1], side.force[2]);
    forces[i]->setTorque(side.torque[0], side.torque[1], side.torque[2]);
  }
  return true;
}
