// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace spark {

/// The part of the script interface (behaviour 11.2) that is written in Ruby: the global functions, the proxy class,
/// script variables, and how an error becomes one line. It is built on the functions of `ruby_functions.h`.
extern const char* const kPrelude;
/// More of the module `ScriptEngine`, before that: running what C++ asks for within the limit of time, and forgiving
/// what fails.
extern const char* const kRunningPrelude;
extern const char* const kFailurePrelude;
/// The name of these texts in Ruby backtraces; error lines leave these frames out.
inline constexpr const char* kPreludeName = "<script interface>";
/// The name of an expression that C++ evaluates; it has no place in a file.
inline constexpr const char* kExpressionName = "<expression>";

}  // namespace spark
