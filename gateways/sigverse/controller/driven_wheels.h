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

/// The properties of one driven wheel, a part of an object that turns on a hinge.
struct DrivenWheel {
  std::string part;
  double max_speed = 0.0;           ///< rad/s, at least 0
  double speed_unit = 0.0;          ///< rad/s: speeds are multiples of it; 0: any speed
  double slip_noise = 0.0;          ///< 0 to 1: maximum relative error of its speed
  double encoder_resolution = 0.0;  ///< rad: a measured angle has an error of up to half of it
  double max_torque = 0.0;          ///< kg cm2/s2, at least 0
};

/// The pairs of driven wheels that a controller has described, at most one for each object. Radius and distance are
/// those of the parts. All noise comes from the controller's stream of random numbers.
class DrivenWheels {
 public:
  enum Side { kLeft = 0, kRight = 1 };

  /// All outlive it.
  DrivenWheels(ServerConnection& server, Objects& objects, Random& random)
      : server_(server), objects_(objects), random_(random) {}

  /// Replaces the properties of the object's wheels. Returns false, with a line in the log, if a number is out of its
  /// range.
  bool set(const std::string& object, const DrivenWheel& left, const DrivenWheel& right);
  /// Turns both wheels at these speeds, rad/s, until the next call: each is clamped to the maximum, and rounded towards
  /// 0 to a multiple of the unit. Returns false if the object's wheels have no properties, or if a speed is not finite.
  bool drive(const std::string& object, double left, double right);

  // Both return 0 if the object's wheels have no properties.
  double axle_length(const std::string& object);        ///< cm, between the centres of the two
  double radius(const std::string& object, Side side);  ///< cm
  /// The present error of an angle, rad.
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
