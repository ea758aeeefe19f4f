// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace soccer {

/// The range of one axis of a camera, in whole degrees. If min > max, it has all angles except those between them.
struct CameraRange {
  int min = 0;
  int max = 0;

  /// Refused (false, no change) beyond −360 … 360.
  bool set(int new_min, int new_max);
  /// The angle within the range that is nearest to `degrees`, in degrees, −180 … 180.
  double limit(double degrees) const;
};

}  // namespace soccer
