// SPDX-License-Identifier: Apache-2.0
// Cameras of simulation objects, and where somebody points.
#include <fmt/format.h>

#include <cmath>

#include "gateways/sigverse/controller/agent.h"
#include "gateways/sigverse/controller/include/SimObj.h"
#include "gateways/sigverse/controller/object_state.h"

using sigverse::ask;
using sigverse::tell;
namespace wire = sigverse::wire;
using wire::RawCode;

namespace {

wire::RawRequest camera_request(RawCode code, const SimObj* object, int camera) {
  return {.code = code, .object = object->name(), .camera = static_cast<std::uint16_t>(camera)};
}

void tell_triple(RawCode code, const SimObj* object, int camera, const wire::Triple& triple) {
  wire::RawRequest request = camera_request(code, object, camera);
  request.triple = triple;
  tell(request);
}

void tell_number(RawCode code, const SimObj* object, int camera, double number) {
  wire::RawRequest request = camera_request(code, object, camera);
  request.first = number;
  tell(request);
}

/// Left as it is if there is no answer.
Vector3d& ask_triple(RawCode code, const SimObj* object, int camera, Vector3d& vector) {
  if (auto answer = ask(camera_request(code, object, camera), sigverse::kBool + sigverse::kTriple)) {
    const bool known = answer->boolean();
    const wire::Triple triple = answer->triple();
    if (known) vector.set(triple[0], triple[1], triple[2]);
  }
  return vector;
}

/// "FOV2"; the first camera of a class without numbered ones has the name without a number.
std::string numbered(const sigverse::ObjectState& state, const char* name, int camera) {
  std::string with_number = fmt::format("{}{}", name, camera);
  return camera != 1 || state.attributes.contains(with_number) ? with_number : name;
}

/// The copy as the server has it now, as far as it answers.
void load(SimObj& object) {
  if (sigverse::Agent* const agent = sigverse::Agent::current()) agent->objects.load(object);
}

/// The least turn that brings +z there.
Rotation turn_to(const Vector3d& direction) {
  Vector3d unit = direction;
  unit.normalize();
  Rotation turn;
  const Vector3d ahead(0.0, 0.0, 1.0);
  const double angle = ahead.angle(unit);
  if (unit.x() != 0.0 || unit.y() != 0.0)
    turn.setAxisAndAngle(-unit.y(), unit.x(), 0.0, angle);
  else if (unit.z() < 0.0)
    turn.setAxisAndAngle(0.0, 1.0, 0.0, M_PI);
  return turn;
}

}  // namespace

void SimObj::setCamPos(double x, double y, double z, int camID) {
  tell_triple(RawCode::set_camera_position, this, camID, {x, y, z});
}
Vector3d& SimObj::getCamPos(Vector3d& place, int camID) {
  return ask_triple(RawCode::get_camera_position, this, camID, place);
}
void SimObj::setCamDir(double x, double y, double z, int camID) {
  tell_triple(RawCode::set_camera_direction, this, camID, {x, y, z});
}
Vector3d& SimObj::getCamDir(Vector3d& direction, int camID) {
  return ask_triple(RawCode::get_camera_direction, this, camID, direction);
}
void SimObj::setCamFOV(double degrees, int camID) {
  tell_number(RawCode::set_camera_fov, this, camID, degrees);
}
double SimObj::getCamFOV(int camID) {
  load(*this);
  return state_->known(numbered(*state_, "FOV", camID));
}
void SimObj::setCamAS(double ratio, int camID) {
  tell_number(RawCode::set_camera_aspect_ratio, this, camID, ratio);
}
double SimObj::getCamAS(int camID) {
  load(*this);
  return state_->known(numbered(*state_, "aspectRatio", camID));
}
void SimObj::setCamLink(const char* parts, int camID) {
  const std::string name = fmt::format("elnk{}", camID);
  state_->know(name, Value(parts));
  state_->changed.insert(name);
}
const char* SimObj::getCamLink(int camID) {
  load(*this);
  const auto found = state_->attributes.find(fmt::format("elnk{}", camID));
  state_->link = found == state_->attributes.end() ? "" : found->second->getString();
  if (state_->link.empty()) state_->link = "body";
  return state_->link.c_str();
}

bool SimObj::getCamQuaternion(double& w, double& x, double& y, double& z, int camID) {
  load(*this);
  const std::string names[] = {fmt::format("quw{}", camID), fmt::format("qux{}", camID), fmt::format("quy{}", camID),
                               fmt::format("quz{}", camID)};
  Rotation turn(state_->known(names[0]), state_->known(names[1]), state_->known(names[2]), state_->known(names[3]));
  if (turn == Rotation(0.0, 0.0, 0.0, 0.0)) {
    // It is given by its direction.
    Vector3d direction;
    if (getCamDir(direction, camID).length() == 0.0) return false;
    turn = turn_to(direction);
  }
  w = turn.qw();
  x = turn.qx();
  y = turn.qy();
  z = turn.qz();
  return true;
}
bool SimObj::getCameraGlobalQuaternion(double& w, double& x, double& y, double& z, int camID) {
  double q[4], p[4];
  if (!getCamQuaternion(q[0], q[1], q[2], q[3], camID)) return false;
  if (!getPartsQuaternion(p[0], p[1], p[2], p[3], getCamLink(camID))) return false;
  Rotation turn(p);
  turn *= Rotation(q);
  w = turn.qw();
  x = turn.qx();
  y = turn.qy();
  z = turn.qz();
  return true;
}

bool SimObj::getPointingVector(Vector3d& vector, const char* joint1, const char* joint2) {
  auto answer = ask({.code = RawCode::get_pointing_vector, .object = name(), .part = joint1, .other = joint2},
                    sigverse::kTriple + sigverse::kBool);
  if (!answer) return false;
  const wire::Triple triple = answer->triple();
  if (!answer->boolean()) return false;
  vector.set(triple[0], triple[1], triple[2]);
  return true;
}
bool SimObj::getPointingVector(Vector3d& vector, int leftOrRight) {
  return leftOrRight == 0 ? getPointingVector(vector, "LARM_JOINT4", "LARM_JOINT7")
                          : getPointingVector(vector, "RARM_JOINT4", "RARM_JOINT7");
}
std::vector<const char*> SimObj::getPointedObject(const char* speaker, int leftOrRight, int line, int type) {
  const std::string side = leftOrRight == 0 ? "L" : "R";
  const std::string from = side + (line == 1 ? "EYE_LINK" : "ARM_LINK4"), to = side + "ARM_LINK7";
  state_->pointed.clear();
  wire::GetPointedObjectResult answer;
  const std::string type_digit = fmt::format("{}", type);
  if (ask(wire::GetPointedObject{.speaker = speaker, .part_1 = from, .part_2 = to, .type = type_digit}, answer))
    state_->pointed.assign(answer.names.begin(), answer.names.end());
  std::vector<const char*> names;
  for (const std::string& one : state_->pointed) names.push_back(one.c_str());
  return names;
}
