// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

/// Plays one case. If these octets cause an error, the process ends with `abort`. The name is libFuzzer's.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* octets, std::size_t size);

namespace fuzz {

/// An assertion that holds in every case and is checked in every build.
inline void demand(bool holds) {
  if (!holds) std::abort();
}

inline std::string_view as_text(const std::uint8_t* octets, std::size_t size) {
  return {reinterpret_cast<const char*>(octets), size};
}

}  // namespace fuzz
