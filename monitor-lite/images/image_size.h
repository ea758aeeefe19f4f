// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "monitor-lite/images/decode_image.h"

namespace monitor {

/// Throws `std::runtime_error` if an image of that size is empty or exceeds the limits.
void check_image_size(std::uint32_t width, std::uint32_t height, const ImageLimits& limits);

}  // namespace monitor
