// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

/// One case: whatever these octets are, nothing bad happens; else the process ends with `abort`. The name is
/// libFuzzer's.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* octets, std::size_t size);

namespace fuzz {

/// What has to be so in every case, in every build.
inline void demand(bool holds) {
  if (!holds) std::abort();
}

inline std::string_view as_text(const std::uint8_t* octets, std::size_t size) {
  return {reinterpret_cast<const char*>(octets), size};
}

}  // namespace fuzz
