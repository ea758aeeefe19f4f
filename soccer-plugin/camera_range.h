// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace soccer {

/// Where one axis of a camera can look, whole degrees. With least > most it can look anywhere but between them.
struct CameraRange {
  int least = 0;
  int most = 0;

  /// Refused (false, nothing changes) beyond −360 … 360.
  bool set(int new_least, int new_most);
  /// Where the camera ends up that is to look there, degrees, within −180 … 180.
  double limit(double degrees) const;
};

}  // namespace soccer
