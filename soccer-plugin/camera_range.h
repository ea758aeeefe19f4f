// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace soccer {

/// The range of one axis of a camera, whole degrees. With least > most it can look anywhere but between them.
struct CameraRange {
  int least = 0;
  int most = 0;

  /// Refused (false, nothing changes) beyond −360 … 360.
  bool set(int new_least, int new_most);
  /// The angle within the range, degrees, −180 … 180, of a camera that is to look there.
  double limit(double degrees) const;
};

}  // namespace soccer
