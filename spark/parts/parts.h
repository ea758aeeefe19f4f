// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace spark {

class Bundles;
class ClassRegistry;

/// Registers what agents of any game are born with: scripts need no bundle for it.
void register_parts(ClassRegistry& classes);

/// Effectors and perceptors for any game (behaviour 3.9). The bundles are modules in 0.5.2, but for `robotparts`, which
/// is new; here every server has them, and scripts that import one get its classes.
void provide_parts(Bundles& bundles);

// The bundles, by their names.
void register_sparkagent(ClassRegistry& classes);
void register_forceeffector(ClassRegistry& classes);
void register_sceneeffector(ClassRegistry& classes);
void register_perfectvisionperceptor(ClassRegistry& classes);
void register_robotparts(ClassRegistry& classes);

}  // namespace spark
