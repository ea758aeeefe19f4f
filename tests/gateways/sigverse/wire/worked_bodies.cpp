// SPDX-License-Identifier: Apache-2.0
#include "tests/gateways/sigverse/wire/worked_message.h"

namespace sigverse_test {

std::vector<Worked> worked_bodies() {
  return {
      worked("ADD_FORCE ball, (0, 0, 500)", AddForce{"ball", {0.0, 0.0, 500.0}, false}),
      worked("ADD_FORCE_AT_POS box, (1, 2, 3) at (0, 10, 0), place relative",
             AddForceAtPos{"box", {1.0, 2.0, 3.0}, {0.0, 10.0, 0.0}, true, false}),
      worked("ADD_FORCE_TO_PARTS robot, RARM, (0, 0, 50)", AddForceToParts{"robot", "RARM", {0.0, 0.0, 50.0}}),
      worked("ADD_TORQUE box, (0, -1, 0), relative", AddTorque{"box", {0.0, -1.0, 0.0}, true}),
      worked("SET_MASS ball, 2.5", SetMass{"ball", 2.5}),
      worked("SET_LINEAR_VELOCITY box, (100, 0, 0)", SetLinearVelocity{"box", {100.0, 0.0, 0.0}}),
      worked("GET_LINEAR_VELOCITY box", GetLinearVelocity{"box"}),
      worked("GET_LINEAR_VELOCITY_RESULT box, (100, 0, 0)", GetLinearVelocityResult{"box", {100.0, 0.0, 0.0}}),
      worked("GET_ANGULAR_VELOCITY box", GetAngularVelocity{"box"}),
      worked("GET_ANGULAR_VELOCITY_RESULT box, (0, 0.5, 0)", GetAngularVelocityResult{"box", {0.0, 0.5, 0.0}}),
      worked("SET_GRAVITY_MODE box, off", SetGravityMode{"box", false}),
      worked("GET_GRAVITY_MODE box", GetGravityMode{"box"}),
      worked("GET_GRAVITY_MODE_RESULT box, on", GetGravityModeResult{"box", true}),
      worked("SET_DYNAMICS_MODE box, on", SetDynamicsMode{"box", true}),
      worked("SET_JOINT_ANGLE robot, LARM_JOINT2, -0.5", SetJointAngle{"robot", "LARM_JOINT2", -0.5}),
      worked("SET_JOINT_QUATERNION robot, HEAD_JOINT1, no turn, offset",
             SetJointQuaternion{"robot", "HEAD_JOINT1", {1.0, 0.0, 0.0, 0.0}, true}),
      worked("ADD_JOINT_TORQUE robot, J, 100", AddJointTorque{"robot", "J", 100.0}),
      worked("SET_JOINT_VELOCITY robot, J, 0.5, at most 20", SetJointVelocity{"robot", "J", 0.5, 20.0}),
      worked("SET_PART_VELOCITY robot, P, 0.5, at most 20", SetPartVelocity{"robot", "P", 0.5, 20.0}),
      worked("GET_JOINT_ANGLE robot, J", GetJointAngle{"robot", "J"}),
      worked("GET_JOINT_ANGLE_RESULT 0.25", GetJointAngleResult{0.25}),
      worked("CONNECT_JOINT newjoint, robot, RARM, Desk, body",
             ConnectJoint{"newjoint", "robot", "RARM", "Desk", "body"}),
      worked("RELEASE_JOINT robot, newjoint", ReleaseJoint{"robot", "newjoint"}),
      worked("GET_JOINT_FORCE robot, newjoint", GetJointForce{"robot", "newjoint"}),
      worked("GET_JOINT_FORCE_RESULT RARM and body",
             GetJointForceResult{
                 1, {{"RARM", {0.0, 980.0, 0.0}, {0.0, 0.0, -1.0}}, {"body", {0.0, -980.0, 0.0}, {0.0, 0.0, 1.0}}}}),
      worked("GET_JOINT_FORCE_RESULT no such joint", GetJointForceResult{}),
  };
}

}  // namespace sigverse_test
