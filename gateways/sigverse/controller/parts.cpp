// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/controller/agent.h"
#include "gateways/sigverse/controller/include/SimObj.h"

using sigverse::wire::RawCode;

Parts::Parts(PartsType type, SimObj* owner, int id, const std::string& name)
    : type_(type), owner_(owner), id_(id), name_(name) {}
Parts::~Parts() = default;
CParts::CParts(PartsType type, SimObj* owner, int id, const std::string& name) : Parts(type, owner, id, name) {}
CParts::~CParts() = default;
BoxParts::BoxParts(SimObj* owner, int id, const std::string& name) : CParts(PARTS_TYPE_BOX, owner, id, name) {}
CylinderParts::CylinderParts(SimObj* owner, int id, const std::string& name)
    : CParts(PARTS_TYPE_CYLINDER, owner, id, name), radius_(0.0), length_(0.0) {}
SphereParts::SphereParts(SimObj* owner, int id, const std::string& name)
    : CParts(PARTS_TYPE_SPHERE, owner, id, name), radius_(0.0) {}

bool Parts::isBody() const {
  return name_ == "body";
}
bool Parts::isBlind() const {
  return name_.ends_with("_dummy_seg");
}

bool CParts::getPosition(Vector3d& position) const {
  const bool known = owner()->getPartsPosition(position_, name());
  position = position_;
  return known;
}
bool CParts::getRotation(Rotation& rotation) const {
  double w = 1.0, x = 0.0, y = 0.0, z = 0.0;
  const bool known = owner()->getPartsQuaternion(w, x, y, z, name());
  if (known) rotation_.setQuaternion(w, x, y, z);
  rotation = rotation_;
  return known;
}
bool CParts::getQuaternion(double& w, double& x, double& y, double& z) const {
  Rotation rotation;
  const bool known = getRotation(rotation);
  w = rotation.qw();
  x = rotation.qx();
  y = rotation.qy();
  z = rotation.qz();
  return known;
}

bool CParts::graspObj(const std::string& object) {
  auto answer = sigverse::ask({.code = RawCode::grasp, .object = owner()->name(), .part = name(), .other = object}, 2);
  return answer && answer->u16() == static_cast<std::uint16_t>(sigverse::wire::GraspResult::holds);
}
void CParts::releaseObj() {
  sigverse::send({.code = RawCode::release, .object = owner()->name(), .part = name()});
}
bool CParts::getCollisionState() const {
  auto answer =
      sigverse::ask({.code = RawCode::is_touching, .object = owner()->name(), .part = name()}, sigverse::kBool);
  return answer && answer->boolean();
}
