// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "Controller.h"
#include "floor_map.h"

namespace errand {

/// A point relative to the robot: cm ahead of its middle, to the left of it, and above the floor.
struct Relative {
  double ahead = 0.0, left = 0.0, up = 0.0;
};

/// The body of a ServiceRobot: it drives, turns its head, and has a right hand that holds things. Everything moves in
/// steps: commands take effect while the controller sleeps (pause()), and must be repeated in each step.
///
/// The arm moves in the vertical plane through the right shoulder. The hand keeps its attitude while it carries, so
/// that its load stays upright.
class Body {
 public:
  static constexpr double kPeriod = 0.05;  ///< s, of a step
  // Sizes of scenes/sigverse/ServiceRobot.x3d, cm.
  static constexpr double kShoulder = 80.0, kSide = 26.0;     ///< height, and how far to the right of the middle
  static constexpr double kUpperArm = 36.0, kForearm = 35.0;  ///< to the elbow, and to the wrist
  static constexpr double kWristToThing = 18.0;               ///< when the hand grasps it
  static constexpr double kReach = 70.0;                      ///< from the shoulder to the wrist

  /// The wrist: cm above the floor and ahead of the shoulder; the hand's direction, rad from hanging down.
  struct Wrist {
    double up, ahead, pitch;
  };
  static constexpr Wrist kHanging{kShoulder - kUpperArm - kForearm, 0.0, 0.0};
  static constexpr Wrist kCarrying{58.0, 10.0, 1.0};

  /// Called in onInit. The robot outlives it.
  void begin(RobotObj* robot);
  /// Sleeps for one step.
  void pause();

  FloorPlace place();
  double heading();  ///< rad, from z to x
  Relative relative(const Vector3d& point);

  /// Drives at cm/s ahead, and turns at rad/s to the left.
  void drive(double speed, double turn);
  void stop() { drive(0.0, 0.0); }
  /// One step of turning and driving until a point is that far ahead and to the left. Returns true once it is.
  bool bring(const Vector3d& point, double ahead, double left);
  /// One step towards a heading. Returns true once it is reached.
  bool turn_to(double heading);
  /// One step of turning the head, rad to the left. Returns true once it is done.
  bool turn_head(double angle);

  const Wrist& wrist() const { return wrist_; }
  /// One step of moving the wrist there. Returns true once it is there.
  bool move_wrist(const Wrist& goal);
  /// The wrist's position for a thing in the hand at that height and that far ahead of the shoulder.
  static Wrist wrist_for(double up, double ahead, double pitch);
  /// The pitch of the hand that points from the shoulder to such a point.
  static double pitch_for(double up, double ahead);

  /// Returns false if the hand cannot hold it.
  bool grasp(const std::string& thing);
  void release();

 private:
  void turn_joint(const char* joint, double angle, double speed);

  RobotObj* robot_ = nullptr;
  Wrist wrist_ = kHanging;
};

}  // namespace errand
