// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "spark/script/ruby_api.h"

namespace spark {

// The functions of the module `ScriptEngine` that the prelude uses. They operate on the engine that exists when they
// are called, and raise an error if there is none.

/// Functions that create, find, remove and call objects of the tree. Ruby holds them as `ScriptEngine::Pointer`s.
void define_object_functions(VALUE module);
/// Functions for script variables, modules, script files and the log.
void define_server_functions(VALUE module);
/// Functions for the time limit of scripts (`OvertimeWatch`). These need no engine.
void define_watch_functions(VALUE module);

}  // namespace spark
