// SPDX-License-Identifier: Apache-2.0
//
// The module that old_team loads from its working folder.
extern "C" double skill(double power) {
  return power / 2;
}
