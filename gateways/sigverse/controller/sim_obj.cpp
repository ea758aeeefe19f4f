// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/controller/include/SimObj.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdio>
#include <optional>

#include "gateways/sigverse/controller/agent.h"
#include "gateways/sigverse/controller/object_state.h"
#include "gateways/sigverse/wire/object_text.h"

using sigverse::ask;
using sigverse::send;
using sigverse::text_or_empty;
namespace wire = sigverse::wire;
using wire::RawCode;

namespace {

Vector3d& stored_triple(const sigverse::ObjectState& state, const char* prefix, Vector3d& vector) {
  const std::string name(prefix);
  vector.set(state.stored(name + "x"), state.stored(name + "y"), state.stored(name + "z"));
  return vector;
}

void store_triple(sigverse::ObjectState& state, const char* prefix, const Vector3d& vector) {
  const std::string name(prefix);
  state.store(name + "x", vector.x());
  state.store(name + "y", vector.y());
  state.store(name + "z", vector.z());
}

Rotation stored_rotation(const sigverse::ObjectState& state) {
  return {state.stored("qw"), state.stored("qx"), state.stored("qy"), state.stored("qz")};
}

void set_rotation(sigverse::ObjectState& state, const Rotation& rotation) {
  state.store("qw", rotation.qw());
  state.changed.insert("qw");
  state.assign_triple("q", rotation.q() + 1, wire::operation::kRotation);
}

void add_force_at(const char* name, const wire::Triple& force, const wire::Triple& place, bool place_relative,
                  bool force_relative) {
  send(wire::AddForceAtPos{.name = name,
                           .force = force,
                           .place = place,
                           .place_relative = place_relative,
                           .force_relative = force_relative});
}

/// Requests three numbers; returns whether they are valid.
bool ask_place(RawCode code, const char* object, const char* part, Vector3d& place) {
  auto answer = ask({.code = code, .object = object, .part = text_or_empty(part)}, sigverse::kTriple + sigverse::kBool);
  if (!answer) return false;
  const wire::Triple triple = answer->triple();
  if (!answer->boolean()) return false;
  place.set(triple[0], triple[1], triple[2]);
  return true;
}

wire::RawRequest camera_request(RawCode code, const SimObj* object, int camera) {
  return {.code = code, .object = object->name(), .camera = static_cast<std::uint16_t>(camera)};
}

bool send_triple(RawCode code, const SimObj* object, int camera, const wire::Triple& triple) {
  wire::RawRequest request = camera_request(code, object, camera);
  request.triple = triple;
  return send(request);
}

bool send_number(RawCode code, const SimObj* object, int camera, double number) {
  wire::RawRequest request = camera_request(code, object, camera);
  request.first = number;
  return send(request);
}

/// If there is no answer, the result is unchanged.
Vector3d& ask_triple(RawCode code, const SimObj* object, int camera, Vector3d& vector) {
  if (auto answer = ask(camera_request(code, object, camera), sigverse::kBool + sigverse::kTriple)) {
    const bool known = answer->boolean();
    const wire::Triple triple = answer->triple();
    if (known) vector.set(triple[0], triple[1], triple[2]);
  }
  return vector;
}

/// "FOV2"; but the first camera of a class without numbered cameras has the name without a number.
std::string numbered(const sigverse::ObjectState& state, const char* name, int camera) {
  std::string with_number = fmt::format("{}{}", name, camera);
  return camera != 1 || state.attributes.contains(with_number) ? with_number : name;
}

/// A vector of a camera in the copy: the attributes `numbered` with its number, or those of the view point if the first
/// camera has no part of its own. If there are none, the result is unchanged.
Vector3d& stored_camera_triple(const sigverse::ObjectState& state, const char* numbered, const char* view_point,
                               int camera, Vector3d& vector) {
  const auto link = state.attributes.find(fmt::format("elnk{}", camera));
  const bool has_own = link != state.attributes.end() && *link->second->getString() != '\0';
  const std::string prefix = has_own || camera != 1 ? numbered : view_point;
  const std::string number = has_own || camera != 1 ? fmt::format("{}", camera) : "";
  if (state.attributes.contains(prefix + "x" + number))
    vector.set(state.stored(prefix + "x" + number), state.stored(prefix + "y" + number),
               state.stored(prefix + "z" + number));
  return vector;
}

/// Updates the copy from the server, if it answers.
void load(SimObj& object) {
  if (sigverse::Agent* const agent = sigverse::Agent::current()) agent->objects.load(object);
}

/// The smallest rotation that turns +z to the direction.
Rotation turn_to(const Vector3d& direction) {
  Vector3d unit = direction;
  unit.normalize();
  Rotation turn;
  const Vector3d ahead(0.0, 0.0, 1.0);
  const double angle = std::acos(ahead.angle(unit));
  if (unit.x() != 0.0 || unit.y() != 0.0)
    turn.setAxisAndAngle(-unit.y(), unit.x(), 0.0, angle);
  else if (unit.z() < 0.0)
    turn.setAxisAndAngle(0.0, 1.0, 0.0, M_PI);
  return turn;
}

}  // namespace

// ---- the copy ----

SimObj::SimObj(const std::string& name) : state_(new sigverse::ObjectState(name)) {}

SimObj::~SimObj() {
  delete state_;
}

const char* SimObj::name() const {
  return state_->name.c_str();
}
const char* SimObj::classname() const {
  return state_->class_name.c_str();
}
int SimObj::id() const {
  return state_->id;
}
bool SimObj::isAttached() const {
  return state_->attached;
}

void SimObj::dump() const {
  const sigverse::Agent* const agent = sigverse::Agent::current();
  const std::string text = wire::object_as_text(state_->record(), agent ? agent->now : 0.0, wire::without_controls);
  std::fwrite(text.data(), 1, text.size(), stdout);
}

SimObj::AttributeM& SimObj::attrs() {
  return state_->attributes;
}
bool SimObj::isAttr(const char* name) const {
  return state_->attributes.contains(name);
}
const Attribute& SimObj::getAttr(const char* name) const {
  return state_->attribute(name);
}
void SimObj::setAttrValue(const char* name, const char* text) {
  state_->assign(name, Value(text));
}
void SimObj::setAttrValue(const char* name, const Value& value) {
  state_->assign(name, value);
}

double SimObj::number(const char* name) const {
  return state_->attribute(name).getDouble();
}
void SimObj::number(const char* name, double value) {
  state_->assign(name, Value(value));
}
bool SimObj::flag(const char* name) const {
  return state_->attribute(name).getBool();
}
void SimObj::flag(const char* name, bool value) {
  state_->assign(name, Value(value));
}
const char* SimObj::text(const char* name) const {
  return state_->attribute(name).getString();
}
void SimObj::text(const char* name, const char* value) {
  state_->assign(name, Value(value));
}

CParts* SimObj::getParts(const char* name) {
  const auto found = state_->parts.find(std::string(text_or_empty(name)));
  return found == state_->parts.end() ? nullptr : found->second;
}
CParts* SimObj::getMainParts() {
  return getParts("body");
}
SimObj::PartsM& SimObj::getPartsCollection() {
  return state_->parts;
}

// ---- pose, forces, motion, state ----

void SimObj::setPosition(double x, double y, double z) {
  const double xyz[] = {x, y, z};
  state_->assign_triple("", xyz, wire::operation::kPosition);
}
Vector3d& SimObj::getPosition(Vector3d& position) {
  if (auto answer = ask({.code = RawCode::get_position, .object = name()}, sigverse::kBool + sigverse::kTriple)) {
    const bool known = answer->boolean();
    const wire::Triple place = answer->triple();
    if (known) store_triple(*state_, "", Vector3d(place[0], place[1], place[2]));
  }
  return stored_triple(*state_, "", position);
}

void SimObj::setRotation(const Rotation& rotation) {
  set_rotation(*state_, rotation);
}
Rotation& SimObj::getRotation(Rotation& rotation) {
  if (auto answer = ask({.code = RawCode::get_rotation, .object = name()}, sigverse::kBool + sigverse::kQuad)) {
    const bool known = answer->boolean();
    const wire::Quad turn = answer->quad();
    if (known) {
      state_->store("qw", turn[0]);
      store_triple(*state_, "q", Vector3d(turn[1], turn[2], turn[3]));
    }
  }
  return rotation = stored_rotation(*state_);
}
void SimObj::setAxisAndAngle(double ax, double ay, double az, double angle, double direct) {
  // Relative to the present rotation, so that it adds to what was set earlier in this handler.
  Rotation rotation;
  if (direct != 1.0) getRotation(rotation);
  rotation.setAxisAndAngle(ax, ay, az, angle, direct);
  set_rotation(*state_, rotation);
}
void SimObj::setEntityQuaternion(const dReal* q, bool abs) {
  Rotation rotation(q);
  if (!abs) {
    Rotation present;
    rotation = getRotation(present) *= rotation;
  }
  set_rotation(*state_, rotation);
}

void SimObj::setForce(double fx, double fy, double fz) {
  const double xyz[] = {fx, fy, fz};
  state_->assign_triple("f", xyz, wire::operation::kForce);
}
void SimObj::addForce(double fx, double fy, double fz) {
  send(wire::AddForce{.name = name(), .value = {fx, fy, fz}});
}
void SimObj::addRelForce(double fx, double fy, double fz) {
  send(wire::AddForce{.name = name(), .value = {fx, fy, fz}, .relative = true});
}
void SimObj::addForceAtPos(double fx, double fy, double fz, double px, double py, double pz) {
  add_force_at(name(), {fx, fy, fz}, {px, py, pz}, false, false);
}
void SimObj::addForceAtRelPos(double fx, double fy, double fz, double px, double py, double pz) {
  add_force_at(name(), {fx, fy, fz}, {px, py, pz}, true, false);
}
void SimObj::addRelForceAtPos(double fx, double fy, double fz, double px, double py, double pz) {
  add_force_at(name(), {fx, fy, fz}, {px, py, pz}, false, true);
}
void SimObj::addRelForceAtRelPos(double fx, double fy, double fz, double px, double py, double pz) {
  add_force_at(name(), {fx, fy, fz}, {px, py, pz}, true, true);
}
void SimObj::addForceToParts(const char* parts, double fx, double fy, double fz) {
  send(wire::AddForceToParts{.agent = name(), .part = text_or_empty(parts), .force = {fx, fy, fz}});
}
void SimObj::setTorque(double x, double y, double z) {
  const double xyz[] = {x, y, z};
  state_->assign_triple("tq", xyz, wire::operation::kTorque);
}
void SimObj::addTorque(double x, double y, double z) {
  send(wire::AddTorque{.name = name(), .value = {x, y, z}});
}
void SimObj::addRelTorque(double x, double y, double z) {
  send(wire::AddTorque{.name = name(), .value = {x, y, z}, .relative = true});
}
void SimObj::setAccel(double ax, double ay, double az) {
  const double xyz[] = {ax, ay, az};
  state_->assign_triple("a", xyz, wire::operation::kAccel);
}
Vector3d& SimObj::getForce(Vector3d& force) const {
  return stored_triple(*state_, "f", force);
}
Vector3d& SimObj::getTorque(Vector3d& torque) const {
  return stored_triple(*state_, "tq", torque);
}
Vector3d& SimObj::getAccel(Vector3d& acceleration) const {
  return stored_triple(*state_, "a", acceleration);
}

void SimObj::setLinearVelocity(double vx, double vy, double vz) {
  send(wire::SetLinearVelocity{.name = name(), .value = {vx, vy, vz}});
  store_triple(*state_, "v", Vector3d(vx, vy, vz));
  state_->forget_changes({"vx", "vy", "vz"}, wire::operation::kLinearVelocity);
}
Vector3d& SimObj::getLinearVelocity(Vector3d& velocity) {
  wire::GetLinearVelocityResult answer;
  if (ask(wire::GetLinearVelocity{.name = name()}, answer))
    store_triple(*state_, "v", Vector3d(answer.value[0], answer.value[1], answer.value[2]));
  return stored_triple(*state_, "v", velocity);
}
void SimObj::setAngularVelocity(double x, double y, double z) {
  const double xyz[] = {x, y, z};
  state_->assign_triple("av", xyz, wire::operation::kAngularVelocity);
}
Vector3d& SimObj::getAngularVelocity(Vector3d& velocity) {
  wire::GetAngularVelocityResult answer;
  if (ask(wire::GetAngularVelocity{.name = name()}, answer))
    store_triple(*state_, "av", Vector3d(answer.value[0], answer.value[1], answer.value[2]));
  return stored_triple(*state_, "av", velocity);
}

void SimObj::setMass(double mass) {
  send(wire::SetMass{.name = name(), .mass = mass});
  state_->store("mass", mass);
  state_->forget_changes({"mass"});
}
void SimObj::setGravityMode(bool on) {
  send(wire::SetGravityMode{.name = name(), .on = on});
}
bool SimObj::getGravityMode() {
  wire::GetGravityModeResult answer{.name = {}, .on = true};
  return !ask(wire::GetGravityMode{.name = name()}, answer) || answer.on;
}
void SimObj::setDynamicsMode(bool on) {
  send(wire::SetDynamicsMode{.name = name(), .on = on});
  state_->store("dynamics", on);
  state_->forget_changes({"dynamics"});
}
void SimObj::setCollisionEnable(bool on) {
  send({.code = RawCode::set_collision, .object = name(), .flag = on});
  state_->store("collision", on);
  state_->forget_changes({"collision"});
}
bool SimObj::getIsGrasped() {
  auto answer = ask({.code = RawCode::is_grasped, .object = name()}, sigverse::kBool);
  return answer && answer->boolean();
}

// ---- joints and parts ----

void SimObj::setJointAngle(const char* joint, double angle) {
  send(wire::SetJointAngle{.agent = name(), .joint = text_or_empty(joint), .value = angle});
}
void SimObj::setJointQuaternion(const char* joint, double w, double x, double y, double z, bool offset) {
  send(
      wire::SetJointQuaternion{.agent = name(), .joint = text_or_empty(joint), .turn = {w, x, y, z}, .offset = offset});
}
void SimObj::addJointTorque(const char* joint, double torque) {
  send(wire::AddJointTorque{.agent = name(), .joint = text_or_empty(joint), .value = torque});
}
void SimObj::setJointVelocity(const char* joint, double velocity, double max) {
  send(wire::SetJointVelocity{.agent = name(), .joint = text_or_empty(joint), .velocity = velocity, .max_torque = max});
}
void SimObj::setAngularVelocityToJoint(const char* joint, double velocity, double max) {
  setJointVelocity(joint, velocity, max);
}
void SimObj::setAngularVelocityToParts(const char* parts, double velocity, double max) {
  send(wire::SetPartVelocity{.agent = name(), .joint = text_or_empty(parts), .velocity = velocity, .max_torque = max});
}

double SimObj::getJointAngle(const char* joint) {
  wire::GetJointAngleResult answer;
  return ask(wire::GetJointAngle{.agent = name(), .joint = text_or_empty(joint)}, answer) ? answer.angle : 0.0;
}
std::map<std::string, double> SimObj::getAllJointAngles() {
  std::map<std::string, double> angles;
  constexpr std::size_t kSizeAndCount = 4;
  auto head = ask({.code = RawCode::get_all_joint_angles, .object = name()}, kSizeAndCount);
  if (!head) return angles;
  const std::size_t size = head->u16(), count = head->u16();
  if (size <= kSizeAndCount) return angles;
  const auto octets = sigverse::Agent::current()->server.next_octets(size - kSizeAndCount);
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
  auto answer = ask({.code = RawCode::get_parts_rotation, .object = name(), .part = text_or_empty(parts)},
                    sigverse::kQuad + sigverse::kBool);
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
  send(wire::ConnectJoint{.joint = text_or_empty(joint),
                          .agent = name(),
                          .agent_part = text_or_empty(parts),
                          .target = text_or_empty(target),
                          .target_part = text_or_empty(targetParts)});
}
void SimObj::releaseJoint(const char* joint) {
  send(wire::ReleaseJoint{.agent = name(), .joint = text_or_empty(joint)});
}
bool SimObj::getJointForce(const char* joint, JointForce& own, JointForce& other) {
  wire::GetJointForceResult answer;
  if (!ask(wire::GetJointForce{.agent = name(), .joint = text_or_empty(joint)}, answer) || answer.ok == 0) return false;
  JointForce* const forces[] = {&own, &other};
  for (int i = 0; i < 2; ++i) {
    const auto& side = answer.sides[i];
    forces[i]->setPartsName(std::string(side.part).c_str());
    forces[i]->setForce(side.force[0], side.force[1], side.force[2]);
    forces[i]->setTorque(side.torque[0], side.torque[1], side.torque[2]);
  }
  return true;
}

// ---- cameras, and pointing ----

bool SimObj::setCamPos(double x, double y, double z, int camID) {
  return send_triple(RawCode::set_camera_position, this, camID, {x, y, z});
}
Vector3d& SimObj::getCamPos(Vector3d& place, int camID) {
  return ask_triple(RawCode::get_camera_position, this, camID, place);
}
Vector3d& SimObj::getCamPos(Vector3d& place, int camID, bool ask) {
  return ask ? getCamPos(place, camID) : stored_camera_triple(*state_, "ep", "vp", camID, place);
}
bool SimObj::setCamDir(double x, double y, double z, int camID) {
  return send_triple(RawCode::set_camera_direction, this, camID, {x, y, z});
}
Vector3d& SimObj::getCamDir(Vector3d& direction, int camID) {
  return ask_triple(RawCode::get_camera_direction, this, camID, direction);
}
Vector3d& SimObj::getCamDir(Vector3d& direction, int camID, bool ask) {
  return ask ? getCamDir(direction, camID) : stored_camera_triple(*state_, "ev", "vv", camID, direction);
}
bool SimObj::setCamFOV(double degrees, int camID) {
  return send_number(RawCode::set_camera_fov, this, camID, degrees);
}
double SimObj::getCamFOV(int camID) {
  load(*this);
  return state_->stored(numbered(*state_, "FOV", camID));
}
bool SimObj::setCamAS(double ratio, int camID) {
  return send_number(RawCode::set_camera_aspect_ratio, this, camID, ratio);
}
double SimObj::getCamAS(int camID) {
  load(*this);
  return state_->stored(numbered(*state_, "aspectRatio", camID));
}
void SimObj::setCamLink(const char* parts, int camID) {
  const std::string name = fmt::format("elnk{}", camID);
  state_->store(name, Value(parts));
  state_->changed.insert(name);
}
std::string SimObj::getCamLink(int camID, bool ask) {
  if (ask) load(*this);
  const auto found = state_->attributes.find(fmt::format("elnk{}", camID));
  const std::string link = found == state_->attributes.end() ? "" : found->second->getString();
  return link.empty() || state_->parts.size() == 1 ? "body" : link;
}

bool SimObj::getCamQuaternion(double& w, double& x, double& y, double& z, int camID) {
  load(*this);
  const std::string names[] = {fmt::format("quw{}", camID), fmt::format("qux{}", camID), fmt::format("quy{}", camID),
                               fmt::format("quz{}", camID)};
  Rotation turn(state_->stored(names[0]), state_->stored(names[1]), state_->stored(names[2]), state_->stored(names[3]));
  if (turn == Rotation(0.0, 0.0, 0.0, 0.0)) {
    // The camera is defined by its direction.
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
  if (!getPartsQuaternion(p[0], p[1], p[2], p[3], getCamLink(camID).c_str())) return false;
  Rotation turn(p);
  turn *= Rotation(q);
  w = turn.qw();
  x = turn.qx();
  y = turn.qy();
  z = turn.qz();
  return true;
}

bool SimObj::getPointingVector(Vector3d& vector, const char* joint1, const char* joint2) {
  auto answer = ask({.code = RawCode::get_pointing_vector,
                     .object = name(),
                     .part = text_or_empty(joint1),
                     .other = text_or_empty(joint2)},
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
  if (ask(wire::GetPointedObject{.speaker = text_or_empty(speaker), .part_1 = from, .part_2 = to, .type = type_digit},
          answer))
    state_->pointed.assign(answer.names.begin(), answer.names.end());
  std::vector<const char*> names;
  for (const std::string& one : state_->pointed) names.push_back(one.c_str());
  return names;
}

// ---- robots ----

RobotObj::RobotObj(const std::string& name) : SimObj(name) {}
RobotObj::~RobotObj() = default;

void RobotObj::setWheel(double radius, double distance) {
  send({.code = RawCode::set_wheel, .object = name(), .first = radius, .second = distance});
}
void RobotObj::setWheelVelocity(double left, double right) {
  send({.code = RawCode::set_wheel_velocity, .object = name(), .first = left, .second = right});
}
