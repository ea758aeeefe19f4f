// SPDX-License-Identifier: Apache-2.0
#ifndef SIGVERSE_SIMOBJ_H
#define SIGVERSE_SIMOBJ_H

#include <exception>

#include "Attribute.h"
#include "CParts.h"
#include "JointForce.h"
#include "Position.h"
#include "Rotation.h"
#include "Vector3d.h"

namespace sigverse {
class ObjectState;
class Objects;
}  // namespace sigverse

/// A simulation object, an agent or an entity, as a controller sees it. Returned by Controller::getObj. The library
/// owns it, and the pointer stays valid until the controller detaches.
///
/// It is a copy of the object, made by the first getObj for its name in each handler. Accessors (x(), mass(), ...) read
/// and write the copy; changes are sent to the server when the handler returns, or before the next request to the
/// server. Methods whose names start with "get" ask the server for the present value, except where noted.
///
/// Units are cm, kg, s and rad; fields of view are in degrees. Quaternions are (w, x, y, z).
class SimObj {
 public:
  typedef std::map<std::string, Attribute*> AttributeM;
  typedef std::map<std::string, CParts*> PartsM;
  typedef PartsM CPartsC;
  /// Iterates over parts by their names.
  class CPartsItr : public PartsM::iterator {
   public:
    explicit CPartsItr(PartsM& parts) : PartsM::iterator(parts.begin()), end_(parts.end()) {}
    /// Returns the present part and advances to the next one. NULL after the last one.
    CParts* next() {
      PartsM::iterator& at = *this;
      return at == end_ ? NULL : (at++)->second;
    }

   private:
    PartsM::iterator end_;
  };

  /// Thrown if a request is invalid.
  class Exception : public std::exception {
   public:
    explicit Exception(const std::string& message) : message_(message) {}
    ~Exception() SIGVERSE_NOTHROW SIGVERSE_OVERRIDE {}
    const char* msg() const { return message_.c_str(); }
    const char* what() const SIGVERSE_NOTHROW SIGVERSE_OVERRIDE { return message_.c_str(); }

   private:
    std::string message_;
  };
  class NoAttributeException : public Exception {
   public:
    explicit NoAttributeException(const std::string& message) : Exception(message) {}
  };
  class AttributeReadOnlyException : public Exception {
   public:
    explicit AttributeReadOnlyException(const std::string& message) : Exception(message) {}
  };

  virtual ~SimObj();

  // Identity, from the copy.
  const char* name() const;
  const char* classname() const;
  int id() const;
  bool isAttached() const;
  bool isAgent() const { return flag("agent"); }
  /// These print the whole copy to the standard output.
  void dump() const;
  void print() const { dump(); }

  // Attributes, from the copy. All methods except attrs, isAttr and hasAttr throw NoAttributeException if there is no
  // such attribute. setAttrValue also throws AttributeReadOnlyException for class, superclass, agent and name, and
  // Exception if a text does not have a value of the attribute's type.
  AttributeM& attrs();
  bool isAttr(const char* name) const;
  bool hasAttr(const char* name) const { return isAttr(name); }
  const Attribute& getAttr(const char* name) const;
  const Value& getAttrValue(const char* name) const { return getAttr(name).value(); }
  void setAttrValue(const char* name, const char* text);
  void setAttrValue(const char* name, const Value& value);

#define SIGVERSE_NUMBER(name) \
  double name() const {       \
    return number(#name);     \
  }                           \
  void name(double value) {   \
    number(#name, value);     \
  }
#define SIGVERSE_FLAG(name) \
  bool name() const {       \
    return flag(#name);     \
  }                         \
  void name(bool value) {   \
    flag(#name, value);     \
  }
#define SIGVERSE_TEXT(name)      \
  const char* name() const {     \
    return text(#name);          \
  }                              \
  void name(const char* value) { \
    text(#name, value);          \
  }
  SIGVERSE_NUMBER(x)
  SIGVERSE_NUMBER(y)
  SIGVERSE_NUMBER(z)
  SIGVERSE_NUMBER(qw)
  SIGVERSE_NUMBER(qx)
  SIGVERSE_NUMBER(qy)
  SIGVERSE_NUMBER(qz)
  SIGVERSE_NUMBER(fx)
  SIGVERSE_NUMBER(fy)
  SIGVERSE_NUMBER(fz)
  SIGVERSE_NUMBER(tqx)
  SIGVERSE_NUMBER(tqy)
  SIGVERSE_NUMBER(tqz)
  SIGVERSE_NUMBER(vx)
  SIGVERSE_NUMBER(vy)
  SIGVERSE_NUMBER(vz)
  SIGVERSE_NUMBER(avx)
  SIGVERSE_NUMBER(avy)
  SIGVERSE_NUMBER(avz)
  SIGVERSE_NUMBER(mass)
  SIGVERSE_NUMBER(scalex)
  SIGVERSE_NUMBER(scaley)
  SIGVERSE_NUMBER(scalez)
  SIGVERSE_NUMBER(graspRadius)
  SIGVERSE_NUMBER(vpx)
  SIGVERSE_NUMBER(vpy)
  SIGVERSE_NUMBER(vpz)
  SIGVERSE_NUMBER(vvx)
  SIGVERSE_NUMBER(vvy)
  SIGVERSE_NUMBER(vvz)
  SIGVERSE_NUMBER(lepx)
  SIGVERSE_NUMBER(lepy)
  SIGVERSE_NUMBER(lepz)
  SIGVERSE_NUMBER(levx)
  SIGVERSE_NUMBER(levy)
  SIGVERSE_NUMBER(levz)
  SIGVERSE_NUMBER(repx)
  SIGVERSE_NUMBER(repy)
  SIGVERSE_NUMBER(repz)
  SIGVERSE_NUMBER(revx)
  SIGVERSE_NUMBER(revy)
  SIGVERSE_NUMBER(revz)
  SIGVERSE_NUMBER(epx1)
  SIGVERSE_NUMBER(epy1)
  SIGVERSE_NUMBER(epz1)
  SIGVERSE_NUMBER(evx1)
  SIGVERSE_NUMBER(evy1)
  SIGVERSE_NUMBER(evz1)
  SIGVERSE_NUMBER(epx2)
  SIGVERSE_NUMBER(epy2)
  SIGVERSE_NUMBER(epz2)
  SIGVERSE_NUMBER(evx2)
  SIGVERSE_NUMBER(evy2)
  SIGVERSE_NUMBER(evz2)
  SIGVERSE_NUMBER(FOV)
  SIGVERSE_NUMBER(aspectRatio)
  SIGVERSE_NUMBER(voiceReachRadius)
  SIGVERSE_FLAG(dynamics)
  SIGVERSE_FLAG(collision)
  SIGVERSE_FLAG(graspable)
  SIGVERSE_FLAG(voiceReachRadiusEnable)
  SIGVERSE_TEXT(superclass)
  SIGVERSE_TEXT(language)
  SIGVERSE_TEXT(implementation)
  SIGVERSE_TEXT(shapeFile)
  SIGVERSE_TEXT(visStateAttrName)
  SIGVERSE_TEXT(elnk1)
  SIGVERSE_TEXT(elnk2)
#undef SIGVERSE_NUMBER
#undef SIGVERSE_FLAG
#undef SIGVERSE_TEXT

  // Pose of the part "body".
  void setPosition(double x, double y, double z);
  void setPosition(const Vector3d& position) {
    setPosition(position.x(), position.y(), position.z());
  }
  Vector3d& getPosition(Vector3d& position);
  /// Sets a rotation about an axis in the world's frame. If `direct` is not 1, it is applied to the present rotation
  /// instead, in the object's own frame.
  void setAxisAndAngle(double ax, double ay, double az, double angle, double direct = 1.0);
  void setRotation(const Rotation& rotation);
  Rotation& getRotation(Rotation& rotation);
  void setEntityQuaternion(const dReal* q, bool abs = true);

  // Forces of the coming step: kg cm/s2, kg cm2/s2. "Rel" means in the object's own frame. getForce, getTorque and
  // getAccel return what this controller has set, from the copy.
  void setForce(double fx, double fy, double fz);
  void addForce(double fx, double fy, double fz);
  void addRelForce(double fx, double fy, double fz);
  void addForceAtPos(double fx, double fy, double fz, double px, double py, double pz);
  void addForceAtRelPos(double fx, double fy, double fz, double px, double py, double pz);
  void addRelForceAtPos(double fx, double fy, double fz, double px, double py, double pz);
  void addRelForceAtRelPos(double fx, double fy, double fz, double px, double py, double pz);
  void addForceToParts(const char* parts, double fx, double fy, double fz);
  void setTorque(double x, double y, double z);
  void addTorque(double x, double y, double z);
  void addRelTorque(double x, double y, double z);
  void setAccel(double ax, double ay, double az);
  Vector3d& getForce(Vector3d& force) const;
  Vector3d& getTorque(Vector3d& torque) const;
  Vector3d& getAccel(Vector3d& acceleration) const;

  // Velocities: cm/s, rad/s.
  void setLinearVelocity(double vx, double vy, double vz);
  Vector3d& getLinearVelocity(Vector3d& velocity);
  void setAngularVelocity(double x, double y, double z);
  Vector3d& getAngularVelocity(Vector3d& velocity);
  void setVelocity(double vx, double vy, double vz) {
    setLinearVelocity(vx, vy, vz);
  }
  Vector3d& getVelocity(Vector3d& velocity) {
    return getLinearVelocity(velocity);
  }

  // State. Mass and dynamics are from the copy.
  void setMass(double mass);
  double getMass() const {
    return mass();
  }
  void setGravityMode(bool on);
  bool getGravityMode();
  void setDynamicsMode(bool on);
  bool getDynamicsMode() const {
    return dynamics();
  }
  void setCollisionEnable(bool on);
  bool getIsGrasped();

  // Joints: rad, rad/s. `max` is the maximum torque, kg cm2/s2.
  void setJointAngle(const char* joint, double angle);
  void setJointQuaternion(const char* joint, double w, double x, double y, double z, bool offset = false);
  void addJointTorque(const char* joint, double torque);
  void setJointVelocity(const char* joint, double velocity, double max);
  void setAngularVelocityToJoint(const char* joint, double velocity, double max);
  void setAngularVelocityToParts(const char* parts, double velocity, double max);
  double getJointAngle(const char* joint);
  std::map<std::string, double> getAllJointAngles();
  bool getJointPosition(Vector3d& position, const char* joint);
  bool getPartsPosition(Vector3d& position, const char* parts);
  bool getPartsQuaternion(double& w, double& x, double& y, double& z, const char* parts);

  // Links between objects: a fixed joint with this name that keeps two parts in their present relative pose. A part
  // that is not given, or NULL, is "body".
  void connectJoint(const char* joint, const char* target);
  void connectJoint(const char* joint, const char* parts, const char* target, const char* targetParts);
  void releaseJoint(const char* joint);
  /// The loads of the joint on the part of this object, and on the other part. Returns false if there is no such joint.
  bool getJointForce(const char* joint, JointForce& own, JointForce& other);

  // Cameras, numbered from 1 to 9. Positions and directions are in the frame of the part to which a camera is linked.
  // Setters return false if nothing could be sent. If there is no such camera, getCamPos and getCamDir leave their
  // arguments unchanged. If `ask` is false, the copy is used.
  bool setCamPos(double x, double y, double z, int camID = 1);
  bool setCamPos(const Vector3d& place, int camID = 1) {
    return setCamPos(place.x(), place.y(), place.z(), camID);
  }
  Vector3d& getCamPos(Vector3d& place, int camID = 1);
  Vector3d& getCamPos(Vector3d& place, int camID, bool ask);
  bool setCamDir(double x, double y, double z, int camID = 1);
  bool setCamDir(const Vector3d& direction, int camID = 1) {
    return setCamDir(direction.x(), direction.y(), direction.z(), camID);
  }
  Vector3d& getCamDir(Vector3d& direction, int camID = 1);
  Vector3d& getCamDir(Vector3d& direction, int camID, bool ask);
  bool setCamFOV(double degrees, int camID = 1);
  double getCamFOV(int camID = 1);
  bool setCamAS(double ratio, int camID = 1);
  double getCamAS(int camID = 1);
  void setCamLink(const char* parts, int camID = 1);
  void setCamLink(const std::string& parts, int camID = 1) {
    setCamLink(parts.c_str(), camID);
  }
  /// The name of the part. For an object with only one part it is "body", whatever the world file says, so that
  /// getParts finds it.
  std::string getCamLink(int camID = 1, bool ask = true);
  std::string getCameraLinkName(int camID = 1, bool ask = true) {
    return getCamLink(camID, ask);
  }
  /// In the frame of its part, and in the world's frame.
  bool getCamQuaternion(double& w, double& x, double& y, double& z, int camID = 1);
  bool getCameraGlobalQuaternion(double& w, double& x, double& y, double& z, int camID = 1);
  // Names from the time when an object had only one camera.
  bool setCameraViewPoint(const Vector3d& place, int camID = 1) {
    return setCamPos(place, camID);
  }
  bool setCameraViewPoint(double x, double y, double z, int camID = 1) {
    return setCamPos(x, y, z, camID);
  }
  Vector3d& getCameraViewPoint(Vector3d& place, int camID = 1) {
    return getCamPos(place, camID);
  }
  bool setCameraViewVector(const Vector3d& direction, int camID = 1) {
    return setCamDir(direction, camID);
  }
  bool setCameraViewVector(double x, double y, double z, int camID = 1) {
    return setCamDir(x, y, z, camID);
  }
  Vector3d& getCameraViewVector(Vector3d& direction, int camID = 1) {
    return getCamDir(direction, camID);
  }
#define SIGVERSE_CAMERA(n)                                      \
  bool setCamera##n##ViewPoint(const Vector3d& place) {         \
    return setCamPos(place, n);                                 \
  }                                                             \
  bool setCamera##n##ViewPoint(double x, double y, double z) {  \
    return setCamPos(x, y, z, n);                               \
  }                                                             \
  Vector3d& getCamera##n##ViewPoint(Vector3d& place) {          \
    return getCamPos(place, n);                                 \
  }                                                             \
  bool setCamera##n##ViewVector(const Vector3d& direction) {    \
    return setCamDir(direction, n);                             \
  }                                                             \
  bool setCamera##n##ViewVector(double x, double y, double z) { \
    return setCamDir(x, y, z, n);                               \
  }                                                             \
  Vector3d& getCamera##n##ViewVector(Vector3d& direction) {     \
    return getCamDir(direction, n);                             \
  }
  SIGVERSE_CAMERA(1)
  SIGVERSE_CAMERA(2)
  SIGVERSE_CAMERA(3)
  SIGVERSE_CAMERA(4)
  SIGVERSE_CAMERA(5)
  SIGVERSE_CAMERA(6)
  SIGVERSE_CAMERA(7)
  SIGVERSE_CAMERA(8)
  SIGVERSE_CAMERA(9)
#undef SIGVERSE_CAMERA

  /// The unit vector from one joint to the other, in the world's frame. Returns false, with no result, if a joint is
  /// missing.
  bool getPointingVector(Vector3d& vector, const char* joint1, const char* joint2);
  /// The same for the joints of an arm: 0 is left, from LARM_JOINT4 to LARM_JOINT7; 1 is right, RARM_...
  bool getPointingVector(Vector3d& vector, int leftOrRight);
  /// The objects to which a person points, in order of their distance from the ray. `leftOrRight` as above. `line` is 1
  /// from eye to hand, 2 from elbow to hand. `type` is what counts as an object's radius: 0 nothing, 1 that of its
  /// circumscribed sphere, 2 the cube root of its volume. The names are valid until the next call.
  std::vector<const char*> getPointedObject(const char* speaker, int leftOrRight, int line, int type = 1);

  // Parts, from the copy; owned by this object. NULL if there is no such part.
  CParts* getParts(const char* name);
  CParts* getParts(const std::string& name) {
    return getParts(name.c_str());
  }
  CParts* getMainParts();
  PartsM& getPartsCollection();
  CPartsItr getPartsIterator() {
    return CPartsItr(getPartsCollection());
  }

 protected:
  explicit SimObj(const std::string& name);

 private:
  friend class sigverse::Objects;
  SimObj(const SimObj&);
  SimObj& operator=(const SimObj&);

  double number(const char* name) const;
  void number(const char* name, double value);
  bool flag(const char* name) const;
  void flag(const char* name, bool value);
  const char* text(const char* name) const;
  void text(const char* name, const char* value);

  sigverse::ObjectState* state_;
};

/// An object with wheels: `type="Robot"` in the world file. Every object can be cast to this class
/// (Controller::getRobotObj), but the server refuses wheel commands for objects without wheels.
class RobotObj : public SimObj {
 public:
  ~RobotObj() SIGVERSE_OVERRIDE;
  /// The radius of the wheels and the distance between them, cm.
  void setWheel(double radius, double distance);
  /// rad/s
  void setWheelVelocity(double left, double right);

 private:
  friend class sigverse::Objects;
  explicit RobotObj(const std::string& name);
};

#endif
