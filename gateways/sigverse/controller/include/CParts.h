// SPDX-License-Identifier: Apache-2.0
#ifndef SIGVERSE_CPARTS_H
#define SIGVERSE_CPARTS_H

#include "Rotation.h"
#include "Size.h"
#include "Vector3d.h"

class SimObj;

enum PartsType { PARTS_TYPE_BOX = 0, PARTS_TYPE_CYLINDER = 1, PARTS_TYPE_SPHERE = 2 };

/// A part of a simulation object: a rigid body with a simple shape. It belongs to its object and stays where it is
/// until the controller detaches.
///
/// getPosition, getRotation and getQuaternion ask the server where the part is now: cm, in the world's frame. When the
/// server does not know they return false and give what was known last.
class CParts {
 public:
  virtual ~CParts();

  PartsType getType() const { return type_; }
  const char* name() const { return name_.c_str(); }
  int id() const { return id_; }
  SimObj* owner() const { return owner_; }
  /// Is it the one to which the object's own place and attitude belong?
  bool isBody() const;
  /// Is it one without shape, which only joints need?
  bool isBlind() const;

  bool getPosition(Vector3d& position) const;
  bool getRotation(Rotation& rotation) const;
  bool getQuaternion(double& w, double& x, double& y, double& z) const;
  /// What is known of it here, without asking anybody or telling anybody.
  const Vector3d& position() const { return position_; }
  const Rotation& rotation() const { return rotation_; }
  void givePosition(const Vector3d& position) { position_ = position; }
  void givePosition(double x, double y, double z) { position_.set(x, y, z); }
  void giveQuaternion(double w, double x, double y, double z) { rotation_.setQuaternion(w, x, y, z); }

  /// Holds an object. False if it cannot: there is none of that name, it is not graspable, too far away or held
  /// already, or this part holds something.
  bool graspObj(const std::string& object);
  /// Drops what it holds.
  void releaseObj();
  /// Does it touch a part of another object?
  bool getCollisionState() const;

 protected:
  CParts(PartsType type, SimObj* owner, int id, const std::string& name);

 private:
  CParts(const CParts&);
  CParts& operator=(const CParts&);

  PartsType type_;
  SimObj* owner_;
  int id_;
  std::string name_;
  mutable Vector3d position_;
  mutable Rotation rotation_;
};

class BoxParts : public CParts {
 public:
  BoxParts(SimObj* owner, int id, const std::string& name);
  void giveSize(const Size& size) { size_ = size; }
  const Size& getSize() const { return size_; }

 private:
  Size size_;
};

class CylinderParts : public CParts {
 public:
  CylinderParts(SimObj* owner, int id, const std::string& name);
  void giveSize(double radius, double length) {
    radius_ = radius;
    length_ = length;
  }
  double getRad() const { return radius_; }
  double getLength() const { return length_; }

 private:
  double radius_, length_;
};

class SphereParts : public CParts {
 public:
  SphereParts(SimObj* owner, int id, const std::string& name);
  void giveRadius(double radius) { radius_ = radius; }
  double getRad() const { return radius_; }

 private:
  double radius_;
};

#endif
