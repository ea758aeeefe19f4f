// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "spark/agent/effector.h"
#include "spark/physics/step_listener.h"

namespace spark {

class Body;
class Camera;

/// `(head PAN TILT ZOOM)`: turns a camera to absolute angles and zooms it; the action has the node's name. The values
/// hold until the next action; the head moves there with its own speeds and stays.
///
/// It turns the nearest Transform above it, which looks along x: pan is about the z axis of that Transform's pose when
/// this effector was created, positive to the left, and tilt is positive upwards. Both are in degrees. Zoom is a
/// factor: it divides the tangent of half the angle of every Camera below that Transform, whose angles in the scene are
/// those at zoom 1.
///
/// A Body of that Transform, if it exists before this effector, becomes kinematic and moves along, so that monitors and
/// operators see the head turn. It has no joint with the robot, so turning the head pushes nothing.
///
/// The default ranges and speeds of the angles are those of the pan-tilt-zoom camera of the first robots that were
/// operated by RCML: ±100° at 80°/s, ±25° at 50°/s and twelvefold zoom (its maker's command tables). These do not have
/// the speed of the zoom; two seconds from one end to the other are assumed, at a constant factor per second.
class CameraHead : public Effector, public StepListener {
 public:
  CameraHead();
  std::string_view predicate() const override { return name(); }
  std::span<const Parameter> parameters() const override;
  std::string_view help() const override { return "Turns a camera to absolute angles, and zooms it."; }
  /// Complains, and keeps the targets, if a number is not finite; limits numbers to their ranges.
  void realise(const Arguments& arguments) override;
  Range range(std::size_t parameter) const override;
  bool is_trigger() const override { return false; }
  /// The current direction and zoom.
  bool current(std::span<double> values) const override;
  /// Keeps the current direction.
  void rest() override;
  /// Looks straight ahead at minimum zoom.
  void restart() override;
  void step_made(double seconds) override;

  // Script methods. Values that are not finite or out of range are refused (false).
  bool set_pan_range(double low, double high);   ///< degrees, low < high, each within ±360
  bool set_tilt_range(double low, double high);  ///< degrees, low < high, each within ±90
  bool set_max_zoom(double factor);              ///< 1 to 100
  bool set_pan_speed(double speed);              ///< degrees/s; > 0, at most 1e4
  bool set_tilt_speed(double speed);             ///< degrees/s; > 0, at most 1e4
  bool set_zoom_speed(double factor);            ///< the maximum change per second; > 1, at most 1e4

 protected:
  /// Throws `Misplaced` if there is no Transform above except the agent's own.
  void linked() override;
  void unlinking() override;

 private:
  /// One of the three numbers. Zoom is stored as its logarithm, in which its speed is constant.
  struct Axis {
    double low, high;
    double speed;  ///< per second
    double now = 0.0, target = 0.0;

    double start() const;
    void go(double seconds);
    bool set_range(double new_low, double new_high);
  };
  struct ZoomedCamera {
    Camera* camera;
    std::uint64_t serial;
    double tangent;  ///< of half its angle at zoom 1
  };
  void find_parts();
  void turn();
  void zoom();

  Axis pan_{-100.0, 100.0, 80.0};
  Axis tilt_{-25.0, 25.0, 50.0};
  Axis zoom_;
  Transform* node_ = nullptr;
  Pose mount_;  ///< of the node in the frame above it, when this effector was created
  std::uint64_t tree_changes_ = 0;
  Body* body_ = nullptr;  ///< null if the node has none
  std::vector<ZoomedCamera> cameras_;
};

}  // namespace spark
