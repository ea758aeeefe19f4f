// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "gateways/rtm/control/bridge_property.h"
#include "gateways/rtm/control/percept_index.h"
#include "gateways/rtm/control/robot_map.h"
#include "gateways/rtm/device/period.h"
#include "spark/core/clock.h"

namespace rtm {

/// x, y, z and a rotation matrix row by row, as ABS_TRANSFORM has them, from and into x, y, z, roll, pitch, yaw, as
/// ABS_TRANSFORM2 has them: R = Rz(yaw) Ry(pitch) Rx(roll), pitch from -pi/2 to pi/2. Straight up and down the roll is
/// 0.
std::array<double, 12> transform_of(std::span<const double, 6> pose);
std::array<double, 6> pose_of(std::span<const double, 12> transform);

/// Reads what a robot has perceived as link data: by property and owner, in SI units. Owners are places in the lists of
/// the map: of joints, links, force sensors and so on, as `PropertyTraits::owners` says. One thread. Allocates nothing
/// in the long run.
class LinkReader {
 public:
  /// Copies what it needs of the map.
  LinkReader(const RobotMap& map, double step_seconds);

  /// Takes the next sensation, which has to stay as it is while `read` is called.
  void look_at(spark::Step step, const spark::PerceptArray& percepts);
  /// Appends the numbers of that owner: as many as the traits say, where they say so. False, with nothing appended, if
  /// the percept is not in the sensation or has not the form of its class; before the first `look_at`; and for what is
  /// no number of the body: images, percepts, effectors.
  bool read(Property property, std::size_t owner, std::vector<double>& into);
  /// The next sensation is the first of an episode: no joint has been accelerated before it.
  void restart();
  /// The percepts of the sensation.
  const PerceptIndex& index() const { return index_; }

 private:
  using Sought = PerceptIndex::Sought;
  struct Joint {
    Sought state;
    double velocity = 0.0, acceleration = 0.0;
  };

  bool append(Sought& sought, std::string_view item, std::size_t count, std::vector<double>& into);
  bool append_contacts(Sought& sought, std::vector<double>& into);
  bool append_pose(Sought& sought, std::vector<double>& into);
  bool append_transform(Sought& sought, std::vector<double>& into);
  void differentiate(spark::Step step);

  const double step_seconds_;
  PerceptIndex index_;
  std::optional<spark::Step> step_;
  std::vector<Joint> joints_;
  std::vector<Sought> links_, contacts_, force_sensors_, gyros_, accelerometers_, range_finders_;
  std::vector<double> scratch_;
};

/// Collects what controllers set of a robot in one control period, by property and owner in SI units, and makes orders
/// for its effectors of that. One thread. Allocates nothing in the long run.
///
/// Torques and external forces hold until the next; torques beyond the range of the motor are limited to it. A joint
/// that is driven with torques and moved obeys what was set last. Of JOINT_VALUE, JOINT_VELOCITY and JOINT_ACCELERATION
/// those count that were set in this period. ABS_ACCELERATION makes the velocity that was set last, or that the link
/// had then, grow by as much per second: the link gets the velocity of the middle of the period.
class LinkWriter {
 public:
  /// Copies what it needs of the map; `effectors` are the forms that were made together with it. The reader outlives
  /// this.
  LinkWriter(const RobotMap& map, const std::vector<EffectorForm>& effectors, LinkReader& reader,
             double period_seconds);

  /// Whether the owner has the effector that this takes (`effector_class`).
  bool can_set(Property property, std::size_t owner) const;
  /// Takes the numbers of one owner: finite, as many as the traits say. Nothing happens if `can_set` is false.
  void set(Property property, std::size_t owner, std::span<const double> numbers);
  /// What has driven this owner is gone: torques and external forces become 0, a joint that is moved stays where it is.
  void stop(Property property, std::size_t owner);
  /// Adds the orders of this period, and begins the next.
  void make_orders(Answer& answer);
  /// Forgets what was set before.
  void restart();
  /// How many torques were beyond the range of their motors.
  std::uint64_t clamped() const { return clamped_; }

 private:
  using Vector6 = std::array<double, 6>;
  struct Joint {
    RobotMap::EffectorPlace torque, motion;
    double shown;  ///< units of the effector per radian or metre
    double most;   ///< N m or N
    std::optional<double> new_torque{};
    std::array<std::optional<double>, 3> new_motion{};  ///< position, velocity, acceleration in units of the effector
    bool torque_stops = false, motion_stops = false, torque_was_last = false;
  };
  struct Link {
    RobotMap::EffectorPlace wrench, place, velocity;
    std::optional<Vector6> new_wrench{}, new_velocity{}, acceleration{};
    std::optional<std::array<double, 12>> new_place{};
    std::optional<Vector6> last_velocity{};  ///< that was set, at the end of the period before; SI
    bool wrench_stops = false;
  };

  RobotMap::EffectorPlace effector_of(Property property, std::size_t owner) const;
  void set_joint(Property property, Joint& joint, double number);
  void set_link(Property property, Link& link, std::span<const double> numbers);
  void order_joint(Joint& joint, Answer& answer);
  void order_link(std::size_t owner, Answer& answer);
  Vector6 velocity_of(std::size_t owner);

  LinkReader& reader_;
  const double period_seconds_;
  std::vector<Joint> joints_;
  std::vector<Link> links_;
  std::vector<double> scratch_;
  std::uint64_t clamped_ = 0;
};

/// The class of the effector that an owner needs for a property to be set: "JointTorque".
std::string_view effector_class(Property property);

}  // namespace rtm
