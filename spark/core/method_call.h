// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "spark/core/class_registry.h"

namespace spark {

/// The outcome of a call by name. Scripts and scene files report errors and their place in different ways.
struct MethodCall {
  Value result;
  /// Empty on success; else one line that names object, method and arguments: the arguments did not fit, or a setter
  /// returned false because it refused the value and changed nothing.
  std::string problem;
};

/// The method with that name of the object's class, or null.
const MethodInfo* find_method(const Leaf& object, std::string_view name);

/// Calls `method` on `object`; it must belong to the object's class. Passes on what the method throws.
MethodCall try_method(Leaf& object, const MethodInfo& method, const Values& arguments);

/// "/usr/scene/Ball/physics (oxygen/Body) has no method 'setColour'".
std::string no_such_method(const Leaf& object, std::string_view name);

}  // namespace spark
