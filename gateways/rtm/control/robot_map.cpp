// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/control/robot_map.h"

#include <algorithm>
#include <span>

#include "gateways/rtm/device/orders.h"
#include "spark/agent/agent_aspect.h"
#include "spark/agent/perceptor.h"
#include "spark/parts/body_effectors.h"
#include "spark/parts/body_sensors.h"
#include "spark/parts/contacts.h"
#include "spark/parts/force_torque.h"
#include "spark/parts/joint_motion.h"
#include "spark/parts/joint_state.h"
#include "spark/parts/joint_torque.h"
#include "spark/parts/range_finder.h"
#include "spark/scene/client_nodes.h"

namespace rtm {
namespace {

/// Makes the map of one robot from its effectors and perceptors.
class RobotMapper {
 public:
  RobotMapper(const spark::AgentAspect& body, std::vector<EffectorForm>& effectors)
      : body_(body), effectors_(effectors) {}

  RobotMap make();

 private:
  void add_forms();
  void add_joints();
  void add_links();
  void add_sensors();
  void add_cameras();
  void sort_links();
  template <typename Part>
  RobotMap::EffectorPlace effector_at(const spark::Joint& joint) const;
  template <typename Part>
  RobotMap::EffectorPlace effector_on(const spark::Body* body) const;
  RobotMap::EffectorPlace place_of(const spark::Effector& effector) const;

  const spark::AgentAspect& body_;
  std::vector<EffectorForm>& effectors_;
  RobotMap map_;
};

RobotMap::Percept percept_of(const spark::Perceptor& perceptor) {
  return {perceptor.predicate(), perceptor.name()};
}

RobotMap RobotMapper::make() {
  add_forms();
  add_joints();
  add_links();
  sort_links();
  add_sensors();
  add_cameras();
  return std::move(map_);
}

/// If two effectors have the same name, actions reach the one that the body finds.
void RobotMapper::add_forms() {
  effectors_.clear();
  for (const spark::Effector* effector : body_.effectors())
    if (body_.effector(effector->predicate()) == effector) effectors_.push_back(form_of(*effector));
}

RobotMap::EffectorPlace RobotMapper::place_of(const spark::Effector& effector) const {
  if (body_.effector(effector.predicate()) != &effector) return std::nullopt;
  const auto found = std::ranges::find(effectors_, effector.predicate(), &EffectorForm::predicate);
  return static_cast<std::size_t>(found - effectors_.begin());
}

template <typename Part>
RobotMap::EffectorPlace RobotMapper::effector_at(const spark::Joint& joint) const {
  for (const spark::Effector* effector : body_.effectors())
    if (const auto* part = dynamic_cast<const Part*>(effector); part && part->joint() == &joint) return place_of(*part);
  return std::nullopt;
}

template <typename Part>
RobotMap::EffectorPlace RobotMapper::effector_on(const spark::Body* body) const {
  for (const spark::Effector* effector : body_.effectors())
    if (const auto* part = dynamic_cast<const Part*>(effector); part && part->body() == body) return place_of(*part);
  return std::nullopt;
}

void RobotMapper::add_joints() {
  for (const spark::Perceptor* perceptor : body_.perceptors()) {
    const auto* state = dynamic_cast<const spark::JointState*>(perceptor);
    if (!state) continue;
    const spark::Joint& joint = spark::demand_axis(*state);
    map_.joints.push_back({.name = state->name(),
                           .turns = joint.turns(),
                           .state = percept_of(*state),
                           .torque = effector_at<spark::JointTorque>(joint),
                           .motion = effector_at<spark::JointMotion>(joint)});
  }
}

void RobotMapper::add_links() {
  for (const spark::Perceptor* perceptor : body_.perceptors()) {
    const auto* state = dynamic_cast<const spark::BodyState*>(perceptor);
    const spark::Body* const body = state ? state->body() : nullptr;
    if (!body) continue;
    RobotMap::Link link{.name = state->name(),
                        .state = percept_of(*state),
                        .wrench = effector_on<spark::Wrench>(body),
                        .place = effector_on<spark::PlaceEffector>(body),
                        .velocity = effector_on<spark::SetVelocity>(body)};
    for (const spark::Perceptor* other : body_.perceptors())
      if (const auto* contacts = dynamic_cast<const spark::Contacts*>(other); contacts && contacts->body() == body)
        link.contacts = percept_of(*contacts);
    map_.links.push_back(std::move(link));
  }
}

void RobotMapper::sort_links() {
  const auto rank = [this](const RobotMap::Link& link) {
    const auto joint = std::ranges::find(map_.joints, link.name, &RobotMap::Joint::name);
    return static_cast<std::size_t>(joint - map_.joints.begin());
  };
  auto& links = map_.links;
  const auto root = std::ranges::find_if(links, [&](const auto& link) { return rank(link) == map_.joints.size(); });
  if (root == links.end()) return;
  std::rotate(links.begin(), root, root + 1);
  std::ranges::stable_sort(links.begin() + 1, links.end(), {}, rank);
}

void RobotMapper::add_sensors() {
  for (const spark::Perceptor* perceptor : body_.perceptors()) {
    if (std::ranges::find(map_.percepts, perceptor->predicate()) == map_.percepts.end())
      map_.percepts.push_back(perceptor->predicate());
    RobotMap::Sensor sensor{perceptor->name(), percept_of(*perceptor)};
    if (dynamic_cast<const spark::ForceTorque*>(perceptor))
      map_.force_sensors.push_back(std::move(sensor));
    else if (dynamic_cast<const spark::Gyro*>(perceptor))
      map_.gyros.push_back(std::move(sensor));
    else if (dynamic_cast<const spark::Accelerometer*>(perceptor))
      map_.accelerometers.push_back(std::move(sensor));
    else if (dynamic_cast<const spark::RangeFinder*>(perceptor))
      map_.range_finders.push_back(std::move(sensor));
  }
}

void RobotMapper::add_cameras() {
  for (const spark::Camera* camera : cameras_of(body_)) map_.cameras.push_back(camera->name());
}

void add_cameras_below(const spark::Node& node, std::vector<const spark::Camera*>& cameras) {
  for (const auto& child : node.children()) {
    if (const auto* camera = dynamic_cast<const spark::Camera*>(child.get())) cameras.push_back(camera);
    if (const spark::Node* below = child->as_node()) add_cameras_below(*below, cameras);
  }
}

}  // namespace

RobotMap make_robot_map(const spark::AgentAspect& body, std::vector<EffectorForm>& effectors) {
  return RobotMapper(body, effectors).make();
}

std::vector<const spark::Camera*> cameras_of(const spark::AgentAspect& body) {
  std::vector<const spark::Camera*> cameras;
  add_cameras_below(body, cameras);
  return cameras;
}

}  // namespace rtm
