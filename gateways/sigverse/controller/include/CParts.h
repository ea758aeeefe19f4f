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

/// The state of a part of a simulation object: a rigid body with a simple shape, its position in cm and its rotation,
/// both in the world's frame. It belongs to its object and exists until the controller detaches.
///
/// This class sends no requests to the server: it has the copy that came with the object (SimObj), which later requests
/// update.
class Parts {
 public:
  virtual ~Parts();

  PartsType getType() const { return type_; }
  const char* name() const { return name_.c_str(); }
  int id() const { return id_; }
  SimObj* owner() const { return owner_; }
  /// Whether this is the part whose position and rotation are those of the object.
  bool isBody() const;
  /// Whether this is a part without a shape, which exists only to connect joints.
  bool isBlind() const;

  const Vector3d& position() const { return position_; }
  const Rotation& rotation() const { return rotation_; }
  /// The same in ODE's form: x, y, z; a dMatrix3, valid as described at Rotation::matrix; w, x, y, z.
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
  // mutable, because const parts may be updated by requests.
  mutable Vector3d position_;
  mutable Rotation rotation_;

 private:
  Parts(const Parts&);
  Parts& operator=(const Parts&);
};

/// A part of an object, with the requests that a controller can make about it.
///
/// getPosition, getRotation and getQuaternion with arguments ask the server for the present state. If it does not
/// answer, they return false and give the last known values.
class CParts : public Parts {
 public:
  ~CParts() SIGVERSE_OVERRIDE;

  using Parts::getPosition;
  using Parts::getQuaternion;
  using Parts::getRotation;
  bool getPosition(Vector3d& position) const;
  bool getRotation(Rotation& rotation) const;
  bool getQuaternion(double& w, double& x, double& y, double& z) const;

  /// Grasps an object. Returns false if that is impossible: there is no object with that name, it is not graspable, too
  /// far away or already held, or this part holds another object.
  bool graspObj(const std::string& object);
  /// Releases the object that this part holds.
  void releaseObj();
  /// Whether the part touches a part of another object.
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
