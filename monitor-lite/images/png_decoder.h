// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "monitor-lite/images/decode_image.h"

namespace monitor {

bool is_png(std::string_view octets);
/// Uses libpng. Throws as `decode_image` does.
Image decode_png(std::string_view octets, const ImageLimits& limits);

}  // namespace monitor
