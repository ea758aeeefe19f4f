// SPDX-License-Identifier: Apache-2.0
// Pose, forces, motion and state of simulation objects.
#include <cmath>

#include "gateways/sigverse/controller/agent.h"
#include "gateways/sigverse/controller/include/SimObj.h"
#include "gateways/sigverse/controller/object_state.h"

using sigverse::ask;
using sigverse::tell;
namespace wire = sigverse::wire;
using wire::RawCode;

namespace {

Vector3d& known_triple(const sigverse::ObjectState& state, const char* prefix, Vector3d& vector) {
  const std::string name(prefix);
  vector.set(state.known(name + "x"), state.known(name + "y"), state.known(name + "z"));
  return vector;
}

void know_triple(sigverse::ObjectState& state, const char* prefix, const Vector3d& vector) {
  const std::string name(prefix);
  state.know(name + "x", vector.x());
  state.know(name + "y", vector.y());
  state.know(name + "z", vector.z());
}

Rotation known_rotation(const sigverse::ObjectState& state) {
  return {state.known("qw"), state.known("qx"), state.known("qy"), state.known("qz")};
}

void set_rotation(sigverse::ObjectState& state, const Rotation& rotation) {
  state.know("qw", rotation.qw());
  state.changed.insert("qw");
  state.assign_triple("q", rotation.q() + 1, wire::operation::kRotation);
}

void add_force_at(const char* name, const wire::Triple& force, const wire::Triple& place, bool place_relative,
                  bool force_relative) {
  tell(wire::AddForceAtPos{.name = name,
                           .force = force,
                           .place = place,
                           .place_relative = place_relative,
                           .force_relative = force_relative});
}

}  // namespace

void SimObj::setPosition(double x, double y, double z) {
  const double xyz[] = {x, y, z};
  state_->assign_triple("", xyz, wire::operation::kPosition);
}
Vector3d& SimObj::getPosition(Vector3d& position) {
  if (auto answer = ask({.code = RawCode::get_position, .object = name()}, sigverse::kBool + sigverse::kTriple)) {
    const bool known = answer->boolean();
    const wire::Triple place = answer->triple();
    if (known) know_triple(*state_, "", Vector3d(place[0], place[1], place[2]));
  }
  return known_triple(*state_, "", position);
}

void SimObj::setRotation(const Rotation& rotation) {
  set_rotation(*state_, rotation);
}
Rotation& SimObj::getRotation(Rotation& rotation) {
  if (auto answer = ask({.code = RawCode::get_rotation, .object = name()}, sigverse::kBool + sigverse::kQuad)) {
    const bool known = answer->boolean();
    const wire::Quad turn = answer->quad();
    if (known) {
      state_->know("qw", turn[0]);
      know_triple(*state_, "q", Vector3d(turn[1], turn[2], turn[3]));
    }
  }
  return rotation = known_rotation(*state_);
}
void SimObj::setAxisAndAngle(double ax, double ay, double az, double angle, double direct) {
  // Relative to what it is now, so that it adds to what was set before in this handler.
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
  tell(wire::AddForce{.name = name(), .value = {fx, fy, fz}});
}
void SimObj::addRelForce(double fx, double fy, double fz) {
  tell(wire::AddForce{.name = name(), .value = {fx, fy, fz}, .relative = true});
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
  tell(wire::AddForceToParts{.agent = name(), .part = parts, .force = {fx, fy, fz}});
}
void SimObj::setTorque(double x, double y, double z) {
  const double xyz[] = {x, y, z};
  state_->assign_triple("tq", xyz, wire::operation::kTorque);
}
void SimObj::addTorque(double x, double y, double z) {
  tell(wire::AddTorque{.name = name(), .value = {x, y, z}});
}
void SimObj::addRelTorque(double x, double y, double z) {
  tell(wire::AddTorque{.name = name(), .value = {x, y, z}, .relative = true});
}
void SimObj::setAccel(double ax, double ay, double az) {
  const double xyz[] = {ax, ay, az};
  state_->assign_triple("a", xyz, wire::operation::kAccel);
}
Vector3d& SimObj::getForce(Vector3d& force) const {
  return known_triple(*state_, "f", force);
}
Vector3d& SimObj::getTorque(Vector3d& torque) const {
  return known_triple(*state_, "tq", torque);
}
Vector3d& SimObj::getAccel(Vector3d& acceleration) const {
  return known_triple(*state_, "a", acceleration);
}

void SimObj::setLinearVelocity(double vx, double vy, double vz) {
  tell(wire::SetLinearVelocity{.name = name(), .value = {vx, vy, vz}});
  know_triple(*state_, "v", Vector3d(vx, vy, vz));
  state_->settle({"vx", "vy", "vz"}, wire::operation::kLinearVelocity);
}
Vector3d& SimObj::getLinearVelocity(Vector3d& velocity) {
  wire::GetLinearVelocityResult answer;
  if (ask(wire::GetLinearVelocity{.name = name()}, answer))
    know_triple(*state_, "v", Vector3d(answer.value[0], answer.value[1], answer.value[2]));
  return known_triple(*state_, "v", velocity);
}
void SimObj::setAngularVelocity(double x, double y, double z) {
  const double xyz[] = {x, y, z};
  state_->assign_triple("av", xyz, wire::operation::kAngularVelocity);
}
Vector3d& SimObj::getAngularVelocity(Vector3d& velocity) {
  wire::GetAngularVelocityResult answer;
  if (ask(wire::GetAngularVelocity{.name = name()}, answer))
    know_triple(*state_, "av", Vector3d(answer.value[0], answer.value[1], answer.value[2]));
  return known_triple(*state_, "av", velocity);
}

void SimObj::setMass(double mass) {
  tell(wire::SetMass{.name = name(), .mass = mass});
  state_->know("mass", mass);
  state_->settle({"mass"});
}
void SimObj::setGravityMode(bool on) {
  tell(wire::SetGravityMode{.name = name(), .on = on});
}
bool SimObj::getGravityMode() {
  wire::GetGravityModeResult answer{.name = {}, .on = true};
  return !ask(wire::GetGravityMode{.name = name()}, answer) || answer.on;
}
void SimObj::setDynamicsMode(bool on) {
  tell(wire::SetDynamicsMode{.name = name(), .on = on});
  state_->know("dynamics", on);
  state_->settle({"dynamics"});
}
void SimObj::setCollisionEnable(bool on) {
  tell({.code = RawCode::set_collision, .object = name(), .flag = on});
  state_->know("collision", on);
  state_->settle({"collision"});
}
bool SimObj::getIsGrasped() {
  auto answer = ask({.code = RawCode::is_grasped, .object = name()}, sigverse::kBool);
  return answer && answer->boolean();
}
