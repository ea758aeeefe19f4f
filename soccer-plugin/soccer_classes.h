// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace spark {
class ClassRegistry;
}

namespace soccer {

/// Registers every class of the game, with its names and methods for scripts and scene files (behaviour 11.5). The
/// classes of `spark/` must already be registered. Does nothing if it has already been called.
void register_soccer_classes(spark::ClassRegistry& classes);

// The parts of that function.
void register_object_classes(spark::ClassRegistry& classes);
void register_effector_classes(spark::ClassRegistry& classes);
void register_perceptor_classes(spark::ClassRegistry& classes);

}  // namespace soccer
