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

/// What is known of one driven wheel, a part of an object that turns on a hinge.
struct DrivenWheel {
  std::string part;
  double max_speed = 0.0;           ///< rad/s, at least 0
  double speed_unit = 0.0;          ///< rad/s: speeds are multiples of it; 0: any speed
  double slip_noise = 0.0;          ///< 0 to 1: its speed is off by up to that part of itself
  double encoder_resolution = 0.0;  ///< rad: an angle that is measured is off by up to half of it
  double max_torque = 0.0;          ///< kg cm2/s2, at least 0
};

/// The pairs of driven wheels that a controller has described, at most one for each object. Radius and distance are
/// those of the parts. All noise is from the controller's stream of random numbers.
class DrivenWheels {
 public:
  enum Side { kLeft = 0, kRight = 1 };

  /// All outlive it.
  DrivenWheels(ServerConnection& server, Objects& objects, Random& random)
      : server_(server), objects_(objects), random_(random) {}

  /// Replaces what was known of the object's wheels. False, with a line in the log, if a number is out of its range.
  bool set(const std::string& object, const DrivenWheel& left, const DrivenWheel& right);
  /// Lets both turn, rad/s, until something else is said: each speed is cut to the largest, and rounded towards 0 to
  /// the unit. False if nothing is known of the object's wheels, or a speed is no number.
  bool drive(const std::string& object, double left, double right);

  // 0 where nothing is known.
  double axle_length(const std::string& object);        ///< cm, between the centres of the two
  double radius(const std::string& object, Side side);  ///< cm
  /// By how much an angle, rad, that is measured now is off.
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
