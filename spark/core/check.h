// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Two of the three tiers of error. `SPARK_ASSERT` guards an internal invariant in debug builds; `SPARK_DEMAND` is
/// always on and indicates a programming error. The third tier, bad input, is an exception at start-up (scripts,
/// scenes, options) or one rate-limited log line (peers), never one of these.
namespace spark {
[[noreturn]] void demand_failed(const char* condition, const char* file, int line);
}

#define SPARK_DEMAND(condition) \
  ((condition) ? static_cast<void>(0) : ::spark::demand_failed(#condition, __FILE__, __LINE__))
#ifdef NDEBUG
#define SPARK_ASSERT(condition) static_cast<void>(0)
#else
#define SPARK_ASSERT(condition) SPARK_DEMAND(condition)
#endif
