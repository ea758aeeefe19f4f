// SPDX-License-Identifier: Apache-2.0
//
// Tidies up (scenes/sigverse/tidy.xml): a robot on wheels grasps every graspable object with its right hand, the
// nearest first, and drops it into the object "bin".

#include <cmath>
#include <string>
#include <vector>

#include "Controller.h"
#include "ControllerEvent.h"
#include "Logger.h"

// Dimensions from scenes/sigverse/ServiceRobot.x3d, cm: the height of the shoulder, its distance to the right of the
// middle, the length from shoulder to elbow, and from the elbow to the middle of the hand.
static const double kShoulder = 80.0, kSide = 26.0, kUpperArm = 36.0, kForearm = 39.0;

static const double kPeriod = 0.05;     // s between two calls of onAction
static const double kHandSpeed = 40.0;  // cm/s
static const double kStop = 45.0;       // cm from the robot to the object that it reaches for
static const double kGap = 14.0;        // cm between the middles of hand and object when the hand grasps

class Tidy : public Controller {
 public:
  void onInit(InitEvent &) {
    me_ = getRobotObj(myname());
    me_->setWheel(10.0, 40.0);
    me_->setJointAngle("LARM_JOINT4", -1.6);  // the other arm out of the way
    hand_y_ = kShoulder - kUpperArm - kForearm;
    hand_z_ = 0.0;
    step_ = CHOOSE;
  }

  double onAction(ActionEvent &event) {
    Vector3d place, bin;
    getObj("bin")->getPosition(bin);
    if (step_ != CHOOSE) getObj(thing_.c_str())->getPosition(place);
    const double ahead = ahead_of(place), aside = aside_of(place);
    switch (step_) {
      case CHOOSE:
        if (!choose(bin)) return done();
        step_ = APPROACH;
        break;
      case APPROACH:
        move_hand(70.0, 40.0);
        if (bring(place, kStop, -kSide)) step_ = REACH;
        break;
      case REACH: {  // along the line from the shoulder to the object
        const double up = kShoulder - place.y(), length = std::sqrt(ahead * ahead + up * up);
        if (!move_hand(place.y() + up / length * kGap, ahead - ahead / length * kGap)) break;
        me_->getParts("RARM_LINK7")->graspObj(thing_);
        step_ = getObj(thing_.c_str())->getIsGrasped() ? LIFT : CHOOSE;
        LOG_MSG(("%.1f s: %s %s", event.time(), thing_.c_str(), step_ == LIFT ? "is held" : "cannot be held"));
        break;
      }
      case LIFT:
        if (move_hand(70.0, 40.0)) step_ = CARRY;
        break;
      case CARRY:
        // The object is dropped short of the middle, which leaves room for objects from other sides.
        if (!bring(bin, ahead + 10.0, aside)) break;
        me_->getParts("RARM_LINK7")->releaseObj();
        step_ = CHOOSE;
        return 1.0;  // waits until the object has come to rest
    }
    return kPeriod;
  }

 private:
  // Chooses the nearest graspable object that is not in the bin. Returns false if there is none.
  bool choose(const Vector3d &bin) {
    std::vector<std::string> names;
    getAllEntities(names);
    double nearest = 1e9;
    for (size_t i = 0; i < names.size(); ++i) {
      SimObj *object = getObj(names[i].c_str());
      if (!object->graspable()) continue;
      Vector3d place, from_bin;
      object->getPosition(place);
      from_bin = place;
      from_bin -= bin;
      const double distance = std::sqrt(std::pow(ahead_of(place), 2) + std::pow(aside_of(place), 2));
      if ((std::fabs(from_bin.x()) < 25.0 && std::fabs(from_bin.z()) < 25.0) || distance >= nearest) continue;
      nearest = distance;
      thing_ = names[i];
    }
    return nearest < 1e9;
  }

  double done() {
    LOG_MSG(("everything is in the bin"));
    me_->setWheelVelocity(0.0, 0.0);
    return 1e9;
  }

  // The position of a place relative to the robot: the distance ahead, and the distance to the left.
  double ahead_of(const Vector3d &place) { return along(place, Vector3d(0, 0, 1)); }
  double aside_of(const Vector3d &place) { return along(place, Vector3d(1, 0, 0)); }
  double along(const Vector3d &place, Vector3d axis) {
    Rotation turn;
    Vector3d here;
    axis.rotate(me_->getRotation(turn));
    me_->getPosition(here);
    return (place.x() - here.x()) * axis.x() + (place.z() - here.z()) * axis.z();
  }

  // Turns and drives until the place is that far ahead and that far to the left. Returns true once it is.
  bool bring(const Vector3d &place, double ahead, double left) {
    const double is_ahead = ahead_of(place), is_left = aside_of(place);
    const double distance = std::sqrt(is_ahead * is_ahead + is_left * is_left);
    const double wanted = distance > std::fabs(left) ? std::asin(left / distance) : 0.0;
    const double angle = std::atan2(is_left, is_ahead) - wanted;
    const double way = is_ahead - ahead;
    const bool there = std::fabs(way) < 0.5 && std::fabs(angle) < 0.01;
    const double turn = there ? 0.0 : limited(6.0 * angle, 3.0);
    const double drive = there || std::fabs(angle) > 0.2 ? 0.0 : limited(0.3 * way, 6.0);
    me_->setWheelVelocity(drive - turn, drive + turn);
    return there;
  }

  // Moves the middle of the hand towards that height and distance from the shoulder. Returns true once it is there.
  bool move_hand(double y, double z) {
    const double dy = y - hand_y_, dz = z - hand_z_, way = std::sqrt(dy * dy + dz * dz);
    const double part = way > kHandSpeed * kPeriod ? kHandSpeed * kPeriod / way : 1.0;
    hand_y_ += part * dy;
    hand_z_ += part * dz;
    // The angles follow from the triangle of shoulder, elbow and hand, and are measured from the vertical.
    const double down = kShoulder - hand_y_, reach = std::sqrt(down * down + hand_z_ * hand_z_);
    turn_joint("RARM_JOINT1", angle_opposite(kForearm, kUpperArm, reach) - std::atan2(hand_z_, down));
    turn_joint("RARM_JOINT4", angle_opposite(reach, kUpperArm, kForearm) - M_PI);
    return way < 0.001;
  }

  // Sets the velocity with which the joint reaches that angle by the next call.
  void turn_joint(const char *joint, double angle) {
    me_->setJointVelocity(joint, (angle - me_->getJointAngle(joint)) / kPeriod, 1000.0);
  }

  static double angle_opposite(double side, double a, double b) {
    return std::acos(limited((a * a + b * b - side * side) / (2.0 * a * b), 1.0));
  }
  static double limited(double value, double most) { return value > most ? most : value < -most ? -most : value; }

  enum Step { CHOOSE, APPROACH, REACH, LIFT, CARRY };
  RobotObj *me_;
  Step step_;
  std::string thing_;       // the object that it handles now
  double hand_y_, hand_z_;  // target of the hand's middle: height, and distance ahead
};

extern "C" Controller *createController() {
  return new Tidy;
}
