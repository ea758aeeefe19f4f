// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "gateways/rtm/component/value.h"

namespace rtm {

/// The data that a port of a bridge carries. The words of link data are also those of the engine's interface
/// (OpenHRP::DynamicsSimulator::LinkDataType).
enum class Property : std::uint8_t {
  joint_value,
  joint_velocity,
  joint_acceleration,
  joint_torque,
  abs_transform,
  abs_velocity,
  abs_acceleration,
  external_force,
  constraint_force,
  force_sensor,
  rate_gyro_sensor,
  acceleration_sensor,
  range_sensor,
  abs_transform2,
  rate_gyro_sensor2,
  acceleration_sensor2,
  color_image,
  grayscale_image,
  depth_image,
  percept,
  effector,
  effector_text,
};

/// The kind of object that has a property, which the OWNERs of a port name.
enum class OwnerKind : std::uint8_t {
  joint,
  link,
  force_sensor,
  gyro,
  accelerometer,
  range_finder,
  camera,   ///< by its number, from 0
  percept,  ///< by its path (PerceptPaths), or by its predicate
  effector  ///< by its predicate
};
/// "joint", "force sensor": its name in messages.
std::string_view to_string(OwnerKind kind);

/// A row of the single table of properties.
struct PropertyTraits {
  Property property;
  std::string_view word;  ///< in bridge files
  OwnerKind owners;
  ValueType type;       ///< of ports; a percept that is named by a path has doubles (`port_type`)
  bool has_out;         ///< it can be read: OutPorts
  bool has_in;          ///< it can be set: InPorts
  bool is_single;       ///< exactly one owner; false: any number, none for all
  std::size_t numbers;  ///< of each owner; 0: as many as there are
  /// Units and order of the numbers, for the documentation. The units are SI: rad and m, also where percepts and
  /// effectors have degrees. Only percepts and effectors that are named as such keep their own units.
  std::string_view meaning;
};

/// All properties, in the order of `Property`.
std::span<const PropertyTraits> property_table();
const PropertyTraits& traits(Property property);
/// Null if there is no such word.
const PropertyTraits* find_property(std::string_view word);
/// The words of all properties that OutPorts, or InPorts, can have, separated by ", ": for error texts.
std::string property_words(bool is_out);

}  // namespace rtm
