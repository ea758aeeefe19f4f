// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "spark/script/ruby_api.h"

namespace spark {

/// Defines the functions of the module `ScriptEngine` that the prelude stands on: objects of the tree, method calls,
/// variables, modules. They act on the engine that exists when they are called and raise if there is none.
void define_ruby_functions(VALUE module);

}  // namespace spark
