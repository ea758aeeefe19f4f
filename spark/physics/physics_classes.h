// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace spark {
class ClassRegistry;
/// Registers oxygen/World, Space, Body, the colliders, handlers and controllers, the joints, and
/// oxygen/PhysicsServer.
void register_physics_classes(ClassRegistry& classes);
/// The joints alone; part of the above.
void register_joint_classes(ClassRegistry& classes);
}  // namespace spark
