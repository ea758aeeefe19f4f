// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace spark {

/// The part of the script interface (behaviour 11.2) that is written in Ruby: the global functions, the proxy class,
/// script variables, and the conversion of an error to one line. It uses the functions of `ruby_functions.h`.
extern const char* const kPrelude;
/// Two more parts of the module `ScriptEngine`, loaded after that: the first runs code for C++ within the time limit,
/// the second forgives errors.
extern const char* const kRunningPrelude;
extern const char* const kFailurePrelude;
/// The name of these texts in Ruby backtraces; error lines leave these frames out.
inline constexpr const char* kPreludeName = "<script interface>";
/// The file name of expressions that C++ evaluates, which have no place in a file.
inline constexpr const char* kExpressionName = "<expression>";

}  // namespace spark
