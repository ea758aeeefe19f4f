// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace spark {

/// The part of the script interface (behaviour 11.2) that is written in Ruby: the global functions, the proxy class,
/// script variables, and how an error becomes one line. It is built on the functions of `ruby_functions.h`.
extern const char* const kPrelude;
/// The name of this text in Ruby backtraces; error lines leave these frames out.
inline constexpr const char* kPreludeName = "<script interface>";
/// The name of an expression that C++ evaluates; it has no place in a file.
inline constexpr const char* kExpressionName = "<expression>";

}  // namespace spark
