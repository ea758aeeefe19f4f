// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "gateways/sigverse/server/object_requests.h"
#include "gateways/sigverse/server/request.h"
#include "gateways/sigverse/wire/messages.h"
#include "gateways/sigverse/wire/raw.h"
#include "gateways/sigverse/world/sim_world.h"

namespace sigverse::server {

/// Carries out requests that concern more than one object, or an object's hands and wheels: making joints at run time,
/// grasping, driving, pointing. `ObjectRequests` decides which client may change which object.
class LinkRequests {
 public:
  /// Both outlive it.
  LinkRequests(SimWorld& world, ObjectRequests& objects) : world_(world), objects_(objects) {}

  void connect(Request& request, const wire::ConnectJoint& wanted);
  void disconnect(Request& request, const wire::ReleaseJoint& wanted);
  void append_joint_force(Request& request, const wire::GetJointForce& asked);

  /// Appends the reply, too.
  void grasp(Request& request, const wire::RawRequest& wanted);
  void drop(Request& request, const wire::RawRequest& wanted);
  void append_is_held(Request& request, std::string_view object);

  void set_wheels(Request& request, const wire::RawRequest& wanted);
  void set_wheel_speeds(Request& request, const wire::RawRequest& wanted);

  /// The unit vector from one joint of an object to another.
  void append_pointing(Request& request, const wire::RawRequest& asked);
  /// The objects to which the speaker, an object named in the request, points with two of its parts, except those that
  /// it holds; as many as fit into the reply.
  void append_pointed(Request& request, const wire::GetPointedObject& asked);

 private:
  WheelDrive* find_wheels(Request& request, std::string_view object);

  SimWorld& world_;
  ObjectRequests& objects_;
};

}  // namespace sigverse::server
