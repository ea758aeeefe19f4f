// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <type_traits>

#include "spark/script/ruby_api.h"

namespace spark {

/// Starts the Ruby VM and loads the prelude on its first call. It loads no gems: a match must not depend on installed
/// ones. Signal handlers are not changed; but Ruby unblocks all signals in this thread. Throws ScriptError if Ruby does
/// not start, or on a thread other than that of the first call.
void start_ruby();

/// The module `ScriptEngine` of the prelude, and the object in which scripts run.
VALUE interface_module();
VALUE main_object();

namespace detail {
/// Calls `function(data)` under rb_protect. Throws ScriptError if it raised, exited or otherwise jumped out,
/// `WrongSetting` if a function that it called did.
VALUE protect(VALUE (*function)(VALUE), VALUE data);

/// The object of a function called under rb_protect: Ruby passes its address as an integer.
template <typename Object>
Object& carried(VALUE data) {
  return *reinterpret_cast<Object*>(data);  // NOLINT(performance-no-int-to-ptr): the only form that rb_protect has
}
}  // namespace detail

/// Runs `work`, which calls Ruby and may be left by a jump: it must not own or throw anything. Throws ScriptError.
template <typename Work>
VALUE protect(Work&& work) {
  return detail::protect([](VALUE data) -> VALUE { return detail::carried<std::remove_reference_t<Work>>(data)(); },
                         reinterpret_cast<VALUE>(&work));
}

/// Evaluates Ruby code at the top level, with that file name. Throws ScriptError.
VALUE evaluate_ruby(const std::string& code, const char* file_name);

}  // namespace spark
