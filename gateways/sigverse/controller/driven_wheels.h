// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <functional>
#include <map>
#include <string>

#include "gateways/sigverse/controller/objects.h"
#include "gateways/sigverse/controller/random.h"
#include "gateways/sigverse/controller/server_connection.h"

namespace sigverse {

/// The properties of one driven wheel, which is a part of an object and turns on a hinge.
struct DrivenWheel {
  std::string part;
  double max_speed = 0.0;           ///< rad/s, at least 0
  double speed_unit = 0.0;          ///< rad/s: speeds are multiples of this; 0: any speed
  double slip_noise = 0.0;          ///< 0 to 1: maximum relative error of the speed
  double encoder_resolution = 0.0;  ///< rad: the error of a measured angle is up to half of this
  double max_torque = 0.0;          ///< kg cm2/s2, at least 0
};

/// The pairs of driven wheels that a controller has defined, at most one per object. Radius and distance are those of
/// the parts. All noise comes from the controller's stream of random numbers.
class DrivenWheels {
 public:
  enum Side { kLeft = 0, kRight = 1 };

  /// All of these outlive this object.
  DrivenWheels(ServerConnection& server, Objects& objects, Random& random)
      : server_(server), objects_(objects), random_(random) {}

  /// Replaces the properties of the object's wheels. Returns false, with a log line, if a number is out of range.
  bool set(const std::string& object, const DrivenWheel& left, const DrivenWheel& right);
  /// Turns both wheels at these speeds, rad/s, until the next call. Each speed is clamped to the maximum and rounded
  /// towards 0 to a multiple of the unit. Returns false if the object's wheels have no properties, or if a speed is not
  /// finite.
  bool drive(const std::string& object, double left, double right);

  // These return 0 if the object's wheels have no properties.
  double axle_length(const std::string& object);        ///< cm, between the centres of the two
  double radius(const std::string& object, Side side);  ///< cm
  /// The present error of the measured angle, rad.
  double encoder_noise(const std::string& object, Side side);

 private:
  using Pair = std::array<DrivenWheel, 2>;
  const Pair* find(const std::string& object) const;
  const CParts* find_part(const std::string& object, Side side);

  ServerConnection& server_;
  Objects& objects_;
  Random& random_;
  std::map<std::string, Pair, std::less<>> pairs_;
};

}  // namespace sigverse
