// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/controller/include/SimObj.h"

#include "gateways/sigverse/controller/agent.h"
#include "gateways/sigverse/controller/object_state.h"

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
  const auto found = state_->parts.find(name);
  return found == state_->parts.end() ? nullptr : found->second;
}
CParts* SimObj::getMainParts() {
  return getParts("body");
}
SimObj::CPartsC& SimObj::getPartsCollection() {
  return state_->parts;
}

RobotObj::RobotObj(const std::string& name) : SimObj(name) {}
RobotObj::~RobotObj() = default;

void RobotObj::setWheel(double radius, double distance) {
  sigverse::tell({.code = sigverse::wire::RawCode::set_wheel, .object = name(), .first = radius, .second = distance});
}
void RobotObj::setWheelVelocity(double left, double right) {
  sigverse::tell(
      {.code = sigverse::wire::RawCode::set_wheel_velocity, .object = name(), .first = left, .second = right});
}
