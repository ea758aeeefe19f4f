// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "spark/script/ruby_api.h"

namespace spark {

// The functions of the module `ScriptEngine` that the prelude is built on. They act on the engine that exists when they
// are called, and raise if there is none.

/// Objects of the tree: creating, finding, removing, calling them. Ruby holds them as `ScriptEngine::Pointer`s.
void define_object_functions(VALUE module);
/// Script variables, modules, script files and the log.
void define_server_functions(VALUE module);
/// The time that scripts may take (`OvertimeWatch`). These need no engine.
void define_watch_functions(VALUE module);

}  // namespace spark
