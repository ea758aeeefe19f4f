// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

/// One case: whatever these octets are, nothing bad happens; else the process ends with `abort`. The name is
/// libFuzzer's.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* octets, std::size_t size);
