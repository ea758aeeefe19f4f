// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Ruby's C interface, without the macros that break other headers: it redefines names of the standard library and of
/// fmt.
#include <ruby.h>
#include <ruby/thread.h>
#undef int128_t
#undef uint128_t
#undef snprintf
#undef vsnprintf
