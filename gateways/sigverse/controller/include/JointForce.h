// SPDX-License-Identifier: Apache-2.0
#ifndef SIGVERSE_JOINTFORCE_H
#define SIGVERSE_JOINTFORCE_H

#include "Vector3d.h"

/// The force and torque that a joint exerted on one of its two parts in the last step: kg cm/s2 and kg cm2/s2, in the
/// world's frame.
class JointForce {
 public:
  JointForce() {}
  const char* getPartsName() const { return parts_.c_str(); }
  void setPartsName(const char* name) { parts_ = name; }
  const Vector3d& getForce() const { return force_; }
  const Vector3d& getTorque() const { return torque_; }
  void getForce(Vector3d& force) const { force = force_; }
  void getTorque(Vector3d& torque) const { torque = torque_; }
  void setForce(dReal x, dReal y, dReal z) { force_.set(x, y, z); }
  void setTorque(dReal x, dReal y, dReal z) { torque_.set(x, y, z); }

 private:
  std::string parts_;
  Vector3d force_, torque_;
};

#endif
