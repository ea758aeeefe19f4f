// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace spark {

class Bundles;
class ClassRegistry;

/// Registers the effector that agents of any game start with: scripts need no bundle for it.
void register_parts(ClassRegistry& classes);

/// Effectors and perceptors for any game (behaviour 3.9). In 0.5.2 the bundles are modules, except `robotparts`, which
/// is new; here every server has them, and scripts that import one get its classes.
void provide_parts(Bundles& bundles);

// The bundles, by name.
void register_sparkagent(ClassRegistry& classes);
void register_forceeffector(ClassRegistry& classes);
void register_sceneeffector(ClassRegistry& classes);
void register_perfectvisionperceptor(ClassRegistry& classes);
void register_robotparts(ClassRegistry& classes);

}  // namespace spark
