// SPDX-License-Identifier: Apache-2.0
#include "spark/physics/joint.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "spark/core/core.h"
#include "spark/physics/body.h"
#include "spark/physics/world.h"

namespace spark {
namespace {

bool is_share(double value) {
  return value >= 0.0 && value <= 1.0;
}
/// The bound of World::set_cfm.
bool is_softness(double value) {
  return value >= 0.0 && value <= 1e6;
}

bool makes_sense(int parameter, double value) {
  switch (parameter) {
    case dParamLoStop:
    case dParamHiStop:
      return std::abs(value) <= kMaxDistance;
    case dParamVel:
      return std::abs(value) <= Body::kMaxSpeed;
    case dParamFMax:
      return value >= 0.0 && value <= Body::kMaxForce;
    case dParamBounce:
    case dParamStopERP:
    case dParamSuspensionERP:
      return is_share(value);
    case dParamCFM:
    case dParamStopCFM:
    case dParamSuspensionCFM:
      return is_softness(value);
    default:
      return false;
  }
}

/// Gives a body the rotation of the world for as long as it lives.
class Straightened {
 public:
  explicit Straightened(dBodyID body) : body_(body) {
    if (!body_) return;
    std::copy(dBodyGetQuaternion(body_), dBodyGetQuaternion(body_) + 4, turned_);
    const dQuaternion straight = {1.0, 0.0, 0.0, 0.0};
    dBodySetQuaternion(body_, straight);
  }
  ~Straightened() {
    if (body_) dBodySetQuaternion(body_, turned_);
  }
  Straightened(const Straightened&) = delete;
  Straightened& operator=(const Straightened&) = delete;

 private:
  dBodyID body_;
  dQuaternion turned_ = {1.0, 0.0, 0.0, 0.0};
};

}  // namespace

Joint::Joint(const Kind& kind) : kind_(kind) {
  start_ode();
}

Joint::~Joint() {
  leave_world();
}

void Joint::linked() {
  World& world = World::of(*this);
  joint_ = kind_.create(world.id(), nullptr);
  std::fill(std::begin(stops_), std::end(stops_), Stops{-dInfinity, dInfinity});
  if (feedback_) dJointSetFeedback(joint_, feedback_.get());
  world_ = &world;
  entered_at_ = attached_at_ = placed_at_ = world.next_serial();
  world_->add(*this);
}

void Joint::unlinking() {
  leave_world();
}

void Joint::leave_world() {
  if (!world_) return;
  world_->remove(*this);
  world_ = nullptr;
  dJointDestroy(joint_);
  joint_ = nullptr;
  placements_.clear();
}

bool Joint::attach(const Values& paths) {
  if (!joint_ || paths.size() > 2) return false;
  Body* first = paths.size() > 0 ? find_body(paths[0]) : nullptr;
  Body* second = paths.size() > 1 ? find_body(paths[1]) : nullptr;
  return attach(first, second);
}

bool Joint::attach(Body* first, Body* second) {
  if (!joint_) return false;
  Log& log = core().log;
  if (first && first == second) {
    log.error("{}: a body cannot be joined to itself ({})", full_path(), first->full_path());
    return false;
  }
  if (kind_.needs_two_bodies && !(first && second)) {
    log.error("{}: this joint needs two bodies; it holds nothing to the static world", full_path());
    return false;
  }
  for (const Body* body : {first, second})
    if (body && (!body->id() || &body->world() != world_)) {
      log.error("{}: {} is no body of this scene to attach to", full_path(), body->full_path());
      return false;
    }
  if (!is_sound(frame())) {
    log.error("{}: the node of this joint has no pose that ODE can take", full_path());
    return false;
  }
  if (!first) std::swap(first, second);
  placements_.clear();
  Placement placement{Part::everything, frame(), {}};
  if (first) placement.bodies[0] = first->exact_pose();
  if (second) placement.bodies[1] = second->exact_pose();
  attached_at_ = placed_at_ = world_->next_serial();
  hold(first ? first->id() : nullptr, second ? second->id() : nullptr);
  if (!first) return true;
  placements_.push_back(placement);
  place(Part::everything);
  return true;
}

void Joint::release() {
  if (!joint_) return;
  placements_.clear();
  attached_at_ = placed_at_ = world_->next_serial();
  hold(nullptr, nullptr);
}

void Joint::place_again(Part part) {
  if (!is_attached()) return;
  std::erase_if(placements_, [part](const Placement& old) { return old.part == part; });
  Placement placement{part, frame(), {}};
  for (int i = 0; i < 2; ++i)
    if (const Body* held = body(i)) placement.bodies[i] = held->exact_pose();
  placements_.push_back(placement);
  placed_at_ = world_->next_serial();
  place(part);
}

/// ODE works out angles while it attaches, with the axes that it has at that moment, x of the first body and y of the
/// second. Should these be parallel, it aborts the process, so neither body is turned meanwhile.
void Joint::hold(dBodyID first, dBodyID second) {
  const Straightened first_straight(first), second_straight(second);
  dJointAttach(joint_, first, second);
  if (feedback_) *feedback_ = {};
}

Body* Joint::find_body(const Value& path) {
  const auto text = as_text(path);
  if (text && text->empty()) return nullptr;
  auto* body = text ? dynamic_cast<Body*>(find(*text)) : nullptr;
  if (body && body->id() && &body->world() == world_) return body;
  core().log.error("{}: there is no body '{}' in this scene to attach to", full_path(),
                   printable(text ? *text : describe(path), 200));
  return nullptr;
}

Pose Joint::frame() const {
  if (replayed_frame_) return *replayed_frame_;
  const Transform* above = ancestor<Transform>();
  return above ? above->world_pose() : Pose();
}

int Joint::number_of(int parameter, int axis) const {
  if (parameter == dParamSuspensionERP || parameter == dParamSuspensionCFM)
    return kind_.has_suspension && axis == 0 ? parameter : -1;
  // Joints without stops and motors are soft as a whole.
  if (kind_.axes == 0) return parameter == dParamCFM && axis == 0 ? parameter : -1;
  return axis >= 0 && axis < kind_.axes ? parameter + axis * dParamGroup : -1;
}

bool Joint::set_parameter(int parameter, int axis, double value) {
  const int number = number_of(parameter, axis);
  if (!joint_ || number < 0 || !makes_sense(parameter, value)) return false;
  if (parameter == dParamLoStop || parameter == dParamHiStop) {
    (parameter == dParamLoStop ? stops_[axis].low : stops_[axis].high) = value;
    give_stops(axis);
  } else {
    kind_.set(joint_, number, value);
  }
  return true;
}

/// ODE looks whether a joint is at a stop only while its stops are in order and within half a turn. When they cease to
/// be while it is at one, it keeps believing that, and writes past the end of its equations. So once there was a stop
/// ODE has two that it looks at.
void Joint::give_stops(int axis) {
  const double widest = kind_.widest_stop;
  const auto [low, high] = stops_[axis];
  const bool none = low > high;
  kind_.set(joint_, number_of(dParamLoStop, axis), none ? -widest : std::clamp(low, -widest, widest));
  kind_.set(joint_, number_of(dParamHiStop, axis), none ? widest : std::clamp(high, -widest, widest));
}

double Joint::parameter(int parameter, int axis) const {
  const int number = number_of(parameter, axis);
  if (!joint_ || number < 0) return 0.0;
  if (parameter == dParamLoStop) return stops_[axis].low;
  if (parameter == dParamHiStop) return stops_[axis].high;
  return kind_.get(joint_, number);
}

}  // namespace spark
