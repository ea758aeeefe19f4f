// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/control/bridge_property.h"

#include <algorithm>

namespace rtm {
namespace {

using enum Property;

constexpr PropertyTraits kProperties[] = {
    {joint_value, "JOINT_VALUE", OwnerKind::joint, ValueType::doubles, true, true, false, 1, "rad, of sliders m"},
    {joint_velocity, "JOINT_VELOCITY", OwnerKind::joint, ValueType::doubles, true, true, false, 1,
     "rad/s, of sliders m/s"},
    {joint_acceleration, "JOINT_ACCELERATION", OwnerKind::joint, ValueType::doubles, true, true, false, 1,
     "rad/s2, of sliders m/s2; out: the change of the velocity since the sensation before"},
    {joint_torque, "JOINT_TORQUE", OwnerKind::joint, ValueType::doubles, true, true, false, 1,
     "N m, of sliders N; out: that of the last step; in: held until the next"},
    {abs_transform, "ABS_TRANSFORM", OwnerKind::link, ValueType::doubles, true, true, false, 12,
     "position x y z (m), rotation matrix row by row; world frame; in: places the link's body"},
    {abs_velocity, "ABS_VELOCITY", OwnerKind::link, ValueType::doubles, true, true, false, 6,
     "linear (m/s), angular (rad/s); world frame"},
    {abs_acceleration, "ABS_ACCELERATION", OwnerKind::link, ValueType::doubles, true, true, false, 6,
     "linear (m/s2), angular (rad/s2); world frame"},
    {external_force, "EXTERNAL_FORCE", OwnerKind::link, ValueType::doubles, false, true, false, 6,
     "force (N), torque (N m) at the link's centre of mass; world frame; held until the next"},
    {constraint_force, "CONSTRAINT_FORCE", OwnerKind::link, ValueType::doubles, true, false, true, 0,
     "for each contact: its point (m), the force on the link (N); world frame"},
    {force_sensor, "FORCE_SENSOR", OwnerKind::force_sensor, ValueType::doubles, true, false, false, 6,
     "force (N), torque (N m) of what is beyond the joint on the link that bears the sensor; the sensor's frame"},
    {rate_gyro_sensor, "RATE_GYRO_SENSOR", OwnerKind::gyro, ValueType::doubles, true, false, false, 3,
     "rad/s; the sensor's frame"},
    {acceleration_sensor, "ACCELERATION_SENSOR", OwnerKind::accelerometer, ValueType::doubles, true, false, false, 3,
     "m/s2, with gravity: + 9.81 upwards at rest; the sensor's frame"},
    {range_sensor, "RANGE_SENSOR", OwnerKind::range_finder, ValueType::doubles, true, false, false, 0,
     "the distances of a scan, m"},
    {abs_transform2, "ABS_TRANSFORM2", OwnerKind::link, ValueType::pose3d, true, true, true, 6,
     "position x y z (m); roll, pitch, yaw (rad): the rotation is Rz(yaw) Ry(pitch) Rx(roll)"},
    {rate_gyro_sensor2, "RATE_GYRO_SENSOR2", OwnerKind::gyro, ValueType::angular_velocity3d, true, false, true, 3,
     "rad/s; the sensor's frame"},
    {acceleration_sensor2, "ACCELERATION_SENSOR2", OwnerKind::accelerometer, ValueType::acceleration3d, true, false,
     true, 3, "m/s2, with gravity; the sensor's frame"},
    {color_image, "COLOR_IMAGE", OwnerKind::camera, ValueType::longs, true, false, true, 0,
     "a pixel is ARGB (A = 255) in one number; rows from the top"},
    {grayscale_image, "GRAYSCALE_IMAGE", OwnerKind::camera, ValueType::octets, true, false, true, 0,
     "a pixel is 0 (black) to 255; rows from the top"},
    {depth_image, "DEPTH_IMAGE", OwnerKind::camera, ValueType::floats, true, false, true, 0,
     "m along the optical axis, 0 beyond the far plane; rows from the top"},
    {percept, "PERCEPT", OwnerKind::percept, ValueType::string, true, false, true, 0,
     "owner PREDICATE/NAME/ITEM: the numbers of that item; owner PREDICATE: all percepts with that name as a text; "
     "units of percepts"},
    {effector, "EFFECTOR", OwnerKind::effector, ValueType::doubles, false, true, true, 0,
     "all parameters of the effector, in their order and units"},
    {effector_text, "EFFECTOR_TEXT", OwnerKind::effector, ValueType::string, false, true, true, 0,
     "what follows the effector's name in an action"},
};

}  // namespace

std::string_view to_string(OwnerKind kind) {
  switch (kind) {
    case OwnerKind::joint:
      return "joint";
    case OwnerKind::link:
      return "link";
    case OwnerKind::force_sensor:
      return "force sensor";
    case OwnerKind::gyro:
      return "gyro";
    case OwnerKind::accelerometer:
      return "accelerometer";
    case OwnerKind::range_finder:
      return "range finder";
    case OwnerKind::camera:
      return "camera";
    case OwnerKind::percept:
      return "percept";
    case OwnerKind::effector:
      return "effector";
  }
  return "?";
}

std::span<const PropertyTraits> property_table() {
  return kProperties;
}

const PropertyTraits& traits(Property property) {
  return kProperties[static_cast<std::size_t>(property)];
}

const PropertyTraits* find_property(std::string_view word) {
  const auto found = std::ranges::find(kProperties, word, &PropertyTraits::word);
  return found == std::end(kProperties) ? nullptr : found;
}

std::string property_words(bool is_out) {
  std::string words;
  for (const PropertyTraits& one : kProperties) {
    if (!(is_out ? one.has_out : one.has_in)) continue;
    if (!words.empty()) words += ", ";
    words += one.word;
  }
  return words;
}

}  // namespace rtm
