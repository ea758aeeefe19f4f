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

/// Converts x, y, z, roll, pitch, yaw (ABS_TRANSFORM2) to x, y, z and a rotation matrix row by row (ABS_TRANSFORM), and
/// back: R = Rz(yaw) Ry(pitch) Rx(roll), pitch from -pi/2 to pi/2. The roll is 0 if the pitch is vertical.
std::array<double, 12> transform_of(std::span<const double, 6> pose);
std::array<double, 6> pose_of(std::span<const double, 12> transform);

/// Reads the percepts of a robot as link data: by property and owner, in SI units. Owners are indices into the lists of
/// the map: of joints, links, force sensors and so on, according to `PropertyTraits::owners`. One thread. Allocates
/// nothing in steady state.
class LinkReader {
 public:
  /// Copies what it needs of the map.
  LinkReader(const RobotMap& map, double step_seconds);

  /// Sets the next sensation, which must not change while `read` is called.
  void look_at(spark::Step step, const spark::PerceptArray& percepts);
  /// Appends the numbers of that owner, whose count is fixed if the traits say so. Returns false, with nothing
  /// appended, if the percept is not in the sensation or does not have the form of its class; before the first
  /// `look_at`; and for properties that are not numbers of the body: images, percepts, effectors.
  bool read(Property property, std::size_t owner, std::vector<double>& into);
  /// The next sensation is the first of an episode: there is no velocity before it, so accelerations are 0.
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

/// Collects the set points of controllers for a robot in one control period, by property and owner in SI units, and
/// makes actions for its effectors from them. One thread. Allocates nothing in steady state.
///
/// Torques and external forces hold until the next ones; torques beyond the range of the motor are clamped. A joint for
/// which both torques and motions are set obeys the last set point. JOINT_VALUE, JOINT_VELOCITY and JOINT_ACCELERATION
/// apply only in the period in which they are set. ABS_ACCELERATION integrates from the last set velocity, or from that
/// of the link at the time: the link gets the velocity of the middle of the period.
class LinkWriter {
 public:
  /// Copies what it needs of the map; `effectors` are the forms that were made together with it. The reader outlives
  /// the writer.
  LinkWriter(const RobotMap& map, const std::vector<EffectorForm>& effectors, LinkReader& reader,
             double period_seconds);

  /// Whether the owner has the effector for this property (`effector_class`).
  bool can_set(Property property, std::size_t owner) const;
  /// Sets the numbers of one owner: finite, as many as the traits say. Does nothing if `can_set` is false.
  void set(Property property, std::size_t owner, std::span<const double> numbers);
  /// Called when the source for this owner is gone: torques and external forces become 0, a joint with a motion stays
  /// where it is.
  void stop(Property property, std::size_t owner);
  /// Adds the actions of this period and begins the next one.
  void make_orders(Answer& answer);
  /// Drops all set points.
  void restart();
  /// The number of torques that were beyond the range of their motors.
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
    std::optional<Vector6> last_velocity{};  ///< the last set velocity, at the end of the previous period; SI
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

/// The class of the effector that an owner needs for a property: "JointTorque".
std::string_view effector_class(Property property);

}  // namespace rtm
