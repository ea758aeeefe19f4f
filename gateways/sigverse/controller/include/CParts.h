// SPDX-License-Identifier: Apache-2.0
#ifndef SIGVERSE_CPARTS_H
#define SIGVERSE_CPARTS_H

#include "Rotation.h"
#include "Size.h"
#include "Vector3d.h"

class SimObj;

/// The shape of a part, one of these.
typedef int PartsType;
enum { PARTS_TYPE_BOX = 0, PARTS_TYPE_CYLINDER = 1, PARTS_TYPE_SPHERE = 2 };

/// What is known here of a part of a simulation object: a rigid body with a simple shape, its place in cm and its
/// attitude, both in the world's frame. It belongs to its object and stays where it is until the controller detaches.
///
/// Nothing here sends a request to the server: it is the copy that came with the object (SimObj), and what was asked
/// since.
class Parts {
 public:
  virtual ~Parts();

  PartsType getType() const { return type_; }
  const char* name() const { return name_.c_str(); }
  int id() const { return id_; }
  SimObj* owner() const { return owner_; }
  /// Is it the one to which the object's own place and attitude belong?
  bool isBody() const;
  /// Is it one without shape, which only joints need?
  bool isBlind() const;

  const Vector3d& position() const { return position_; }
  const Rotation& rotation() const { return rotation_; }
  /// The same as ODE has them: x, y, z; a dMatrix3, valid as long as Rotation::matrix says; w, x, y, z.
  const dReal* getPosition() const { return position_.v(); }
  const dReal* getRotation() const { return rotation_.matrix(); }
  const dReal* getQuaternion() const { return rotation_.q(); }
  void givePosition(const Vector3d& position) { position_ = position; }
  void givePosition(double x, double y, double z) { position_.set(x, y, z); }
  void giveQuaternion(double w, double x, double y, double z) { rotation_.setQuaternion(w, x, y, z); }

 protected:
  Parts(PartsType type, SimObj* owner, int id, const std::string& name);

  PartsType type_;
  SimObj* owner_;
  int id_;
  std::string name_;
  // A part that is const may be asked for where it is.
  mutable Vector3d position_;
  mutable Rotation rotation_;

 private:
  Parts(const Parts&);
  Parts& operator=(const Parts&);
};

/// A part of whose object a controller asks, and with which it acts.
///
/// getPosition, getRotation and getQuaternion with arguments ask the server where the part is now. When it does not
/// know they return false and give what was known last.
class CParts : public Parts {
 public:
  ~CParts() SIGVERSE_OVERRIDE;

  using Parts::getPosition;
  using Parts::getQuaternion;
  using Parts::getRotation;
  bool getPosition(Vector3d& position) const;
  bool getRotation(Rotation& rotation) const;
  bool getQuaternion(double& w, double& x, double& y, double& z) const;

  /// Holds an object. False if it cannot: there is none of that name, it is not graspable, too far away or held
  /// already, or this part holds something.
  bool graspObj(const std::string& object);
  /// Drops what it holds.
  void releaseObj();
  /// Does it touch a part of another object?
  bool getCollisionState() const;

 protected:
  CParts(PartsType type, SimObj* owner, int id, const std::string& name);
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
