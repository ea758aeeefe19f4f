// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ode/ode.h>

#include <vector>

namespace spark {

/// ODE's functions for joints with one axis, for `JointMotor`.
struct JointAxis {
  bool turns = false;  ///< rad and N·m; else m and N
  void (*get)(dJointID, dReal*);
  dReal (*position)(dJointID);
  dReal (*rate)(dJointID);
  void (*push)(dJointID, dReal);
  dJointID (*create_motor)(dWorldID, dJointGroupID);
  void (*set_motor_axis)(dJointID, int number, int frame, dReal, dReal, dReal);
  void (*set_motor)(dJointID, int, dReal);
};

/// ODE's functions for a kind of joint, and its properties.
struct JointKind {
  dJointID (*create)(dWorldID, dJointGroupID);
  void (*set)(dJointID, int, dReal);
  dReal (*get)(dJointID, int);
  int axes = 0;              ///< number of axes with stops and motors
  double widest_stop = 0.0;  ///< rad or m: means no stop
  bool has_suspension = false;
  bool needs_two_bodies = false;
  const JointAxis* axis = nullptr;  ///< for hinges and sliders only
};

/// The parameters of one joint, which ODE stores: one of ODE's dParam… of the first group and an axis, counted from 0.
/// Radians, metres, N and N·m. Only the stops are also stored here, as they were set.
class JointParameters {
 public:
  explicit JointParameters(const JointKind& kind) : kind_(kind) {}  ///< `kind` must outlive this

  /// For a joint that ODE has just created: ODE's defaults, no stops. Null: the joint no longer exists.
  void begin(dJointID joint);

  /// Whether this kind of joint has the parameter on that axis.
  bool has(int parameter, int axis) const { return number_of(parameter, axis) >= 0; }
  /// The number of axes that have that parameter.
  int axes_with(int parameter) const;
  /// False for parameters that the joint does not have and for values that are not finite or out of range. A low stop
  /// above the high one means no stops.
  bool set(int parameter, int axis, double value);
  /// 0 for parameters that the joint does not have.
  double get(int parameter, int axis) const;

  struct Stops {
    double low, high;
    friend bool operator==(const Stops&, const Stops&) = default;
  };
  struct State {
    Stops stops[2];
    std::vector<double> values;
  };
  State save() const;
  void restore(const State& state);

 private:
  int number_of(int parameter, int axis) const;
  void apply_stops(int axis);

  const JointKind& kind_;
  dJointID joint_ = nullptr;
  Stops stops_[2]{};
};

}  // namespace spark
