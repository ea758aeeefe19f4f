// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/control/link_data.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace rtm {
namespace {

constexpr double kRadian = std::numbers::pi / 180.0;  // per degree

bool is_numeric(const PerceptIndex::Item& item) {
  return item.kind == PerceptIndex::Item::Kind::real || item.kind == PerceptIndex::Item::Kind::integer;
}

/// Percepts are in degrees, controllers use radians; all other units are SI.
double in_si(const PerceptIndex::Item& item) {
  switch (item.unit) {
    case spark::Unit::degree:
    case spark::Unit::degree_per_second:
    case spark::Unit::degree_per_second_squared:
      return item.number * kRadian;
    default:
      return item.number;
  }
}

PerceptIndex::Sought sought_of(const RobotMap::Percept& percept) {
  return {percept.predicate, percept.name};
}

std::vector<PerceptIndex::Sought> all_sought(const std::vector<RobotMap::Sensor>& sensors) {
  std::vector<PerceptIndex::Sought> all;
  for (const RobotMap::Sensor& one : sensors) all.push_back(sought_of(one.percept));
  return all;
}

void order_numbers(Answer& answer, std::size_t effector, std::span<const double> numbers) {
  std::ranges::copy(numbers, answer.add(Order::Kind::set, effector).numbers.begin());
}

}  // namespace

/// The rotation is Rz(yaw) · Ry(pitch) · Rx(roll), row by row after the position.
std::array<double, 12> transform_of(std::span<const double, 6> pose) {
  const double sr = std::sin(pose[3]), cr = std::cos(pose[3]);
  const double sp = std::sin(pose[4]), cp = std::cos(pose[4]);
  const double sy = std::sin(pose[5]), cy = std::cos(pose[5]);
  return {pose[0],
          pose[1],
          pose[2],  //
          cy * cp,
          cy * sp * sr - sy * cr,
          cy * sp * cr + sy * sr,  //
          sy * cp,
          sy * sp * sr + cy * cr,
          sy * sp * cr - cy * sr,  //
          -sp,
          cp * sr,
          cp * cr};
}

std::array<double, 6> pose_of(std::span<const double, 12> transform) {
  const auto r = transform.subspan<3>();
  const double cos_pitch = std::hypot(r[0], r[3]);
  const double pitch = std::atan2(-r[6], cos_pitch);
  // If the pitch is ±90 degrees, roll and yaw turn about the same axis, so the roll is taken to be 0.
  constexpr double kUpright = 1e-9;
  const bool is_upright = cos_pitch < kUpright;
  const double roll = is_upright ? 0.0 : std::atan2(r[7], r[8]);
  const double yaw = is_upright ? std::atan2(-r[1], r[4]) : std::atan2(r[3], r[0]);
  return {transform[0], transform[1], transform[2], roll, pitch, yaw};
}

LinkReader::LinkReader(const RobotMap& map, double step_seconds)
    : step_seconds_(step_seconds),
      force_sensors_(all_sought(map.force_sensors)),
      gyros_(all_sought(map.gyros)),
      accelerometers_(all_sought(map.accelerometers)),
      range_finders_(all_sought(map.range_finders)) {
  for (const RobotMap::Joint& joint : map.joints) joints_.push_back({sought_of(joint.state)});
  for (const RobotMap::Link& link : map.links) {
    links_.push_back(sought_of(link.state));
    contacts_.push_back(link.contacts ? sought_of(*link.contacts) : Sought{});
  }
}

void LinkReader::restart() {
  step_.reset();
  for (Joint& joint : joints_) joint.acceleration = 0.0;
}

void LinkReader::look_at(spark::Step step, const spark::PerceptArray& percepts) {
  index_.look_at(percepts);
  differentiate(step);
}

/// A joint's percept has no acceleration, so the acceleration is the difference of two velocities divided by the time
/// between them.
void LinkReader::differentiate(spark::Step step) {
  const double seconds = step_ ? static_cast<double>(step - *step_) * step_seconds_ : 0.0;
  if (step_ && seconds <= 0.0) return;  // the same sensation once more
  step_ = step;
  for (Joint& joint : joints_) {
    scratch_.clear();
    if (!append(joint.state, "vel", 1, scratch_)) continue;
    joint.acceleration = seconds > 0.0 ? (scratch_.front() - joint.velocity) / seconds : 0.0;
    joint.velocity = scratch_.front();
  }
}

/// A `count` of 0 means all values of the item.
bool LinkReader::append(Sought& sought, std::string_view item, std::size_t count, std::vector<double>& into) {
  const auto percept = index_.find(sought);
  if (percept.empty()) return false;
  const auto values = index_.values(percept, item);
  if ((count != 0 && values.size() != count) || !std::ranges::all_of(values, is_numeric)) return false;
  for (const auto& value : values) into.push_back(in_si(value));
  return true;
}

/// The percept is `(CF (name N) (p x y z fx fy fz) (p …) …)`.
bool LinkReader::append_contacts(Sought& sought, std::vector<double>& into) {
  const auto percept = index_.find(sought);
  if (percept.empty()) return false;
  for (const auto& item : percept)
    if (is_numeric(item)) into.push_back(in_si(item));
  return true;
}

bool LinkReader::append_transform(Sought& sought, std::vector<double>& into) {
  const std::size_t before = into.size();
  if (append(sought, "pos", 3, into) && append(sought, "rot", 9, into)) return true;
  into.resize(before);
  return false;
}

bool LinkReader::append_pose(Sought& sought, std::vector<double>& into) {
  scratch_.clear();
  if (!append_transform(sought, scratch_)) return false;
  const auto pose = pose_of(std::span(scratch_).first<12>());
  into.insert(into.end(), pose.begin(), pose.end());
  return true;
}

bool LinkReader::read(Property property, std::size_t owner, std::vector<double>& into) {
  const auto pair = [&](Sought& sought, std::string_view first, std::string_view second) {
    const std::size_t before = into.size();
    if (append(sought, first, 3, into) && append(sought, second, 3, into)) return true;
    into.resize(before);
    return false;
  };
  switch (property) {
    case Property::joint_value:
      return append(joints_.at(owner).state, "pos", 1, into);
    case Property::joint_velocity:
      return append(joints_.at(owner).state, "vel", 1, into);
    case Property::joint_torque:
      return append(joints_.at(owner).state, "torque", 1, into);
    case Property::joint_acceleration:
      if (index_.find(joints_.at(owner).state).empty()) return false;
      into.push_back(joints_[owner].acceleration);
      return true;
    case Property::abs_transform:
      return append_transform(links_.at(owner), into);
    case Property::abs_transform2:
      return append_pose(links_.at(owner), into);
    case Property::abs_velocity:
      return pair(links_.at(owner), "vel", "omega");
    case Property::abs_acceleration:
      return pair(links_.at(owner), "acc", "alpha");
    case Property::constraint_force:
      return append_contacts(contacts_.at(owner), into);
    case Property::force_sensor:
      return pair(force_sensors_.at(owner), "force", "torque");
    case Property::rate_gyro_sensor:
    case Property::rate_gyro_sensor2:
      return append(gyros_.at(owner), "rate", 3, into);
    case Property::acceleration_sensor:
    case Property::acceleration_sensor2:
      return append(accelerometers_.at(owner), "acc", 3, into);
    case Property::range_sensor:
      return append(range_finders_.at(owner), "ranges", 0, into);
    case Property::external_force:
    case Property::color_image:
    case Property::grayscale_image:
    case Property::depth_image:
    case Property::percept:
    case Property::effector:
    case Property::effector_text:
      break;
  }
  return false;
}

LinkWriter::LinkWriter(const RobotMap& map, const std::vector<EffectorForm>& effectors, LinkReader& reader,
                       double period_seconds)
    : reader_(reader), period_seconds_(period_seconds) {
  for (const RobotMap::Joint& joint : map.joints) {
    const double most = joint.torque ? effectors.at(*joint.torque).parameters.at(0).most : 0.0;
    joints_.push_back({joint.torque, joint.motion, joint.turns ? 1.0 / kRadian : 1.0, most});
  }
  for (const RobotMap::Link& link : map.links) links_.push_back({link.wrench, link.place, link.velocity});
}

std::string_view effector_class(Property property) {
  switch (property) {
    case Property::joint_torque:
      return "JointTorque";
    case Property::joint_value:
    case Property::joint_velocity:
    case Property::joint_acceleration:
      return "JointMotion";
    case Property::abs_transform:
    case Property::abs_transform2:
      return "Place";
    case Property::abs_velocity:
    case Property::abs_acceleration:
      return "SetVelocity";
    case Property::external_force:
      return "Wrench";
    default:
      return "effector";
  }
}

RobotMap::EffectorPlace LinkWriter::effector_of(Property property, std::size_t owner) const {
  switch (property) {
    case Property::joint_torque:
      return joints_.at(owner).torque;
    case Property::joint_value:
    case Property::joint_velocity:
    case Property::joint_acceleration:
      return joints_.at(owner).motion;
    case Property::abs_transform:
    case Property::abs_transform2:
      return links_.at(owner).place;
    case Property::abs_velocity:
    case Property::abs_acceleration:
      return links_.at(owner).velocity;
    case Property::external_force:
      return links_.at(owner).wrench;
    default:
      return std::nullopt;
  }
}

bool LinkWriter::can_set(Property property, std::size_t owner) const {
  return effector_of(property, owner).has_value();
}

void LinkWriter::set(Property property, std::size_t owner, std::span<const double> numbers) {
  if (!can_set(property, owner) || numbers.size() < traits(property).numbers) return;
  if (traits(property).owners == OwnerKind::joint)
    set_joint(property, joints_[owner], numbers.front());
  else
    set_link(property, links_[owner], numbers);
}

void LinkWriter::set_joint(Property property, Joint& joint, double number) {
  joint.torque_was_last = property == Property::joint_torque;
  if (joint.torque_was_last) {
    if (std::abs(number) > joint.most) ++clamped_;
    joint.new_torque = std::clamp(number, -joint.most, joint.most);
    return;
  }
  const std::size_t derivative = property == Property::joint_value ? 0 : property == Property::joint_velocity ? 1 : 2;
  joint.new_motion[derivative] = number * joint.shown;
}

void LinkWriter::set_link(Property property, Link& link, std::span<const double> numbers) {
  const auto into = [&](auto& vector) { std::ranges::copy(numbers.first(vector.emplace().size()), vector->begin()); };
  switch (property) {
    case Property::abs_transform:
      into(link.new_place);
      break;
    case Property::abs_transform2:
      link.new_place = transform_of(numbers.first<6>());
      break;
    case Property::abs_velocity:
      into(link.new_velocity);
      break;
    case Property::abs_acceleration:
      into(link.acceleration);
      break;
    case Property::external_force:
      into(link.new_wrench);
      break;
    default:
      break;
  }
}

void LinkWriter::stop(Property property, std::size_t owner) {
  if (property == Property::joint_torque)
    joints_.at(owner).torque_stops = true;
  else if (traits(property).owners == OwnerKind::joint)
    joints_.at(owner).motion_stops = true;
  else if (property == Property::external_force)
    links_.at(owner).wrench_stops = true;
  else if (traits(property).owners == OwnerKind::link)
    links_.at(owner).last_velocity.reset();
}

void LinkWriter::order_joint(Joint& joint, Answer& answer) {
  if (std::exchange(joint.torque_stops, false) && joint.torque) answer.add(Order::Kind::rest, *joint.torque);
  if (std::exchange(joint.motion_stops, false) && joint.motion) answer.add(Order::Kind::rest, *joint.motion);
  const bool moves = std::ranges::any_of(joint.new_motion, [](const auto& one) { return one.has_value(); });
  if (joint.new_torque && (joint.torque_was_last || !moves))
    answer.add(Order::Kind::set, *joint.torque).numbers[0] = joint.new_torque;
  else if (moves)
    std::ranges::copy(joint.new_motion, answer.add(Order::Kind::set, *joint.motion).numbers.begin());
  joint.new_torque.reset();
  joint.new_motion.fill(std::nullopt);
}

/// The velocity of the link in the middle of the next period, whose length is t: v + a t/2.
LinkWriter::Vector6 LinkWriter::velocity_of(std::size_t owner) {
  Link& link = links_[owner];
  if (link.new_velocity) link.last_velocity = link.new_velocity;
  scratch_.clear();
  if (!link.last_velocity) {
    link.last_velocity.emplace();
    if (reader_.read(Property::abs_velocity, owner, scratch_)) std::ranges::copy(scratch_, link.last_velocity->begin());
  }
  Vector6 middle = *link.last_velocity;
  if (link.acceleration) {
    for (std::size_t i = 0; i < middle.size(); ++i) {
      middle[i] += (*link.acceleration)[i] * period_seconds_ / 2.0;
      (*link.last_velocity)[i] += (*link.acceleration)[i] * period_seconds_;
    }
  }
  return middle;
}

/// Placing a body brings it to rest, so the place is set first.
void LinkWriter::order_link(std::size_t owner, Answer& answer) {
  Link& link = links_[owner];
  if (link.new_place) order_numbers(answer, *link.place, *link.new_place);
  if (link.new_velocity || link.acceleration) {
    Vector6 velocity = velocity_of(owner);
    for (std::size_t i = 3; i < velocity.size(); ++i) velocity[i] /= kRadian;
    order_numbers(answer, *link.velocity, velocity);
  }
  if (std::exchange(link.wrench_stops, false) && link.wrench) answer.add(Order::Kind::rest, *link.wrench);
  if (link.new_wrench) order_numbers(answer, *link.wrench, *link.new_wrench);
  link.new_place.reset();
  link.new_velocity.reset();
  link.acceleration.reset();
  link.new_wrench.reset();
}

void LinkWriter::make_orders(Answer& answer) {
  for (Joint& joint : joints_) order_joint(joint, answer);
  for (std::size_t i = 0; i < links_.size(); ++i) order_link(i, answer);
}

void LinkWriter::restart() {
  Answer forgotten;
  make_orders(forgotten);
  for (Link& link : links_) link.last_velocity.reset();
}

}  // namespace rtm
