// SPDX-License-Identifier: Apache-2.0
#pragma once

/// What the tests include, for Catch2 3, which has no such header any more and has moved or renamed what stands here.
/// With Catch2 2.13, whose own header has this name, this folder is on no include path.

#include <catch2/catch_all.hpp>
#include <string>

using Catch::Approx;

namespace Catch {
using Matchers::EndsWith;
using Matchers::Equals;
using Matchers::Matches;
using Matchers::StartsWith;

inline auto Contains(const std::string& text) {
  return Matchers::ContainsSubstring(text);
}

namespace Matchers {
// A better match than Catch2 3's own template of that name, which looks for an element of a range.
inline auto Contains(const std::string& text) {
  return ContainsSubstring(text);
}
inline auto Contains(const char* text) {
  return ContainsSubstring(text);
}
}  // namespace Matchers
}  // namespace Catch
