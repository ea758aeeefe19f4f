// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <type_traits>

#include "spark/script/ruby_api.h"

namespace spark {

/// Starts the Ruby VM and loads the prelude, the first time it is called. Without gems: a match must not depend on what
/// happens to be installed. Signal handlers are left as they were; but Ruby unblocks all signals in this thread. Throws
/// ScriptError if Ruby does not start, or on a thread other than that of the first call.
void start_ruby();

/// The module `ScriptEngine` of the prelude, and the object that scripts run in.
VALUE interface_module();
VALUE main_object();

namespace detail {
/// Calls `function(data)` under rb_protect. Throws ScriptError if it raised, exited or otherwise jumped out.
VALUE protect(VALUE (*function)(VALUE), VALUE data);

/// What a function called under rb_protect works on: Ruby carries its address there as an integer.
template <typename Object>
Object& carried(VALUE data) {
  return *reinterpret_cast<Object*>(data);  // NOLINT(performance-no-int-to-ptr): the only form that rb_protect has
}
}  // namespace detail

/// Runs `work`, which calls Ruby and may be left by a jump: it must own nothing and throw nothing. Throws ScriptError.
template <typename Work>
VALUE protect(Work&& work) {
  return detail::protect([](VALUE data) -> VALUE { return detail::carried<std::remove_reference_t<Work>>(data)(); },
                         reinterpret_cast<VALUE>(&work));
}

/// Evaluates Ruby code at the top level, under that file name. Throws ScriptError.
VALUE evaluate_ruby(const std::string& code, const char* file_name);

}  // namespace spark
