// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/spark/physics/playground.h"
#include "tests/support/call_method.h"

using namespace spark;

TEST_CASE("the physics classes and methods of behaviour 11.5 are registered") {
  Playground ground;
  struct Row {
    const char* name;
    const char* base;
    bool abstract;
    std::vector<const char*> methods;
  };
  const Row rows[] = {
      {"PhysicsServer", "zeitgeist/Leaf", false, {}},
      {"ODEObject", "oxygen/BaseNode", true, {}},
      {"World",
       "oxygen/ODEObject",
       false,
       {"setGravity", "setERP", "getERP", "setCFM", "getCFM", "setContactsPerPair", "getContactsPerPair", "setTouching",
        "getTouching", "setQuickStep", "getQuickStep", "setQuickStepIterations", "getQuickStepIterations"}},
      {"Space", "oxygen/ODEObject", false, {}},
      {"Body",
       "oxygen/ODEObject",
       false,
       {"enable",       "disable",     "isEnabled",         "useGravity",        "usesGravity",
        "setKinematic", "isKinematic", "setSphere",         "setSphereTotal",    "setBox",
        "setBoxTotal",  "setCylinder", "setCylinderTotal",  "setCappedCylinder", "setCappedCylinderTotal",
        "setMass",      "getMass",     "setMassParameters", "setVelocity",       "setAngularVelocity",
        "addForce",     "addTorque",   "setPosition",       "setRotation"}},
      {"BodyController", "oxygen/BaseNode", true, {}},
      {"DragController",
       "oxygen/BodyController",
       false,
       {"setLinearDrag", "getLinearDrag", "setAngularDrag", "getAngularDrag"}},
      {"VelocityController", "oxygen/BodyController", false, {"setMaxVelocity", "getMaxVelocity"}},
      {"Joint",
       "oxygen/ODEObject",
       true,
       {"attach",
        "release",
        "setFeedback",
        "getForce",
        "getTorque",
        "setLowStopDeg",
        "getLowStopDeg",
        "setHighStopDeg",
        "getHighStopDeg",
        "setLowStopPos",
        "getLowStopPos",
        "setHighStopPos",
        "getHighStopPos",
        "setBounce",
        "getBounce",
        "setLinearMotorVelocity",
        "getLinearMotorVelocity",
        "setAngularMotorVelocity",
        "getAngularMotorVelocity",
        "setMaxMotorForce",
        "getMaxMotorForce",
        "setCFM",
        "getCFM",
        "setStopCFM",
        "getStopCFM",
        "setStopERP",
        "getStopERP",
        "setSuspensionERP",
        "getSuspensionERP",
        "setSuspensionCFM",
        "getSuspensionCFM"}},
      {"BallJoint", "oxygen/Joint", false, {"setAnchor"}},
      {"HingeJoint",
       "oxygen/Joint",
       false,
       {"setAnchor", "setAxis", "getAngle", "getAngleRate", "addTorque", "getAxisTorque"}},
      {"Hinge2Joint", "oxygen/Joint", false, {"setAnchor", "getAngle", "getAngleRate"}},
      {"UniversalJoint", "oxygen/Joint", false, {"setAnchor", "setAxis1", "setAxis2", "getAngle", "getAngleRate"}},
      {"SliderJoint", "oxygen/Joint", false, {"getPosition", "getPositionRate", "addForce"}},
      {"FixedJoint", "oxygen/Joint", false, {}},
      {"Collider",
       "oxygen/ODEObject",
       true,
       {"setPosition", "addCollisionHandler", "setCollisionGroup", "getCollisionGroup", "setEnabled", "isEnabled"}},
      {"BoxCollider", "oxygen/Collider", false, {"setBoxLengths", "getBoxLength", "getPointDepth"}},
      {"SphereCollider", "oxygen/Collider", false, {"setRadius", "getRadius", "getPointDepth"}},
      {"CCylinderCollider",
       "oxygen/Collider",
       false,
       {"setParams", "setRadius", "setLength", "getRadius", "getLength", "getPointDepth"}},
      {"CylinderCollider",
       "oxygen/Collider",
       false,
       {"setParams", "setRadius", "setLength", "getRadius", "getLength", "getPointDepth"}},
      {"PlaneCollider", "oxygen/Collider", false, {"setParams", "getPointDepth"}},
      {"CollisionHandler", "oxygen/BaseNode", true, {}},
      {"ContactJointHandler",
       "oxygen/CollisionHandler",
       false,
       {"setContactBounceMode", "setContactBounceValue", "setMinBounceVel", "setContactSoftERPMode",
        "setContactSoftERP", "setContactSoftCFMMode", "setContactSoftCFM", "setContactSlipMode", "setContactSlip",
        "setContactMu"}},
      {"SurfaceContactHandler",
       "oxygen/ContactJointHandler",
       false,
       {"setFrictionPyramid", "setContactMu2", "setContactSlip1", "setContactSlip2", "setContactSlip",
        "setContactSlipMode", "setFrictionDirection"}},
      {"RecorderHandler", "oxygen/CollisionHandler", false, {}},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    const ClassInfo* info = ground.core.classes.find(std::string("oxygen/") + row.name);
    REQUIRE(info);
    REQUIRE(info->base());
    CHECK(info->base()->name() == row.base);
    CHECK(info->is_abstract() == row.abstract);
    for (const char* method : row.methods) {
      CAPTURE(method);
      CHECK(info->find_method(method) != nullptr);
    }
  }
}

TEST_CASE("physics methods that are called by name have their effects") {
  Playground ground;
  const auto call = [&](Leaf& object, const char* method, Values arguments = {}) {
    return call_method(object, method, arguments);
  };
  CHECK(call(*ground.world, "setGravity", {Value(0.0), Value("0"), Value(-9.81)}) == Value(true));
  CHECK(ground.world->gravity() == Vec3{0, 0, -9.81});
  CHECK(call(*ground.world, "getERP") == Value(0.2));
  CHECK(call(*ground.world, "getCFM") == Value(1e-5));

  ground.make_transform("Crate", {0, 0, 5});
  auto& body = ground.make<Body>("Body", "Crate/physics");
  CHECK(call(body, "setMassParameters",
             {Value(2.0), Value(0.0), Value(0.0), Value(0.0), Value(1.0), Value(0.0), Value(0.0), Value(0.0),
              Value(2.0), Value(0.0), Value(0.0), Value(0.0), Value(3.0)}) == Value(true));
  CHECK(call(body, "getMass") == Value(2.0));
  // In 0.5.2 these two added a force (fidelity F17).
  CHECK(call(body, "setPosition", {Value(1.0), Value(2.0), Value(3.0)}) == Value(true));
  CHECK(body.position() == Vec3{1, 2, 3});
  CHECK(call(body, "addTorque", {Value(0.0), Value(0.0), Value(6.0)}) == Value(true));
  ground.run(1);
  CHECK(body.angular_velocity().z == Approx(6.0 / 3.0 * kStep));
  CHECK(body.velocity().x == 0.0);

  auto& box = ground.make<BoxCollider>("BoxCollider", "Crate/geometry");
  CHECK(call(box, "setBoxLengths", {Value(1.0), Value(2.0), Value(4.0)}) == Value(true));
  CHECK(call(box, "getBoxLength", {Value(std::int64_t{2})}) == Value(4.0));
  CHECK(call(box, "addCollisionHandler", {Value("oxygen/ContactJointHandler")}) == Value(true));
  auto& contact = *box.child("ContactJointHandler");
  CHECK(call(contact, "setContactSlip", {Value(0.1)}) == Value(true));
  CHECK(call(contact, "setContactSlip", {Value("0.1"), Value("0.1")}) == Value(false));
  CHECK(call(contact, "setContactSoftCFM", {Value("true")}) == Value(true));
  CHECK(call(contact, "setContactBounceMode", {Value("false")}) == Value(true));
  CHECK_FALSE(box.contact_handlers().front()->surface().bounce_mode);
  CHECK_FALSE(box.contact_handlers().front()->surface().soft_cfm_mode);

  auto& plane = ground.make<PlaneCollider>("PlaneCollider", "plane");
  CHECK(call(plane, "setParams", {Value(0.0), Value(0.0), Value(1.0), Value(1.0)}) == Value(true));
  CHECK(call(plane, "getPointDepth", {Value(0.0), Value(0.0), Value(0.0)}) == Value(1.0));
}
