// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace spark {
class ClassRegistry;
}

namespace soccer {

/// Registers every class of the game, with the names and methods that scripts and scene files know (behaviour 11.5).
/// The classes of `spark/` must be registered before. Does nothing if it has been done already.
void register_soccer_classes(spark::ClassRegistry& classes);

// Its parts.
void register_object_classes(spark::ClassRegistry& classes);
void register_effector_classes(spark::ClassRegistry& classes);
void register_perceptor_classes(spark::ClassRegistry& classes);

}  // namespace soccer
