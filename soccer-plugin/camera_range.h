// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace soccer {

/// The range of one axis of a camera, whole degrees. With min > max it covers all angles but those between them.
struct CameraRange {
  int min = 0;
  int max = 0;

  /// Refused (false, no change) beyond −360 … 360.
  bool set(int new_min, int new_max);
  /// The angle within the range, degrees, −180 … 180, that is nearest to `degrees`.
  double limit(double degrees) const;
};

}  // namespace soccer
