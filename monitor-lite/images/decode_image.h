// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

#include "monitor-lite/view/image.h"
#include "spark/x3d/scene.h"

namespace monitor {

/// Limits of images. One that exceeds a limit is refused by its header, before anything is allocated for it.
struct ImageLimits {
  int side = 8192;                        ///< pixels
  std::size_t pixels = 16 * 1024 * 1024;  ///< 64 MB
};

/// The maximum size of an image file, octets.
inline constexpr std::size_t kMaxImageFile = 32 * 1024 * 1024;

/// Decodes a PNG or JPEG file of any origin, whatever its name. An image with 16 bits for each colour, with a palette
/// or with interlaced rows becomes a plain one; a JPEG may be progressive.
///
/// Throws `std::runtime_error` with one line: it is neither PNG nor JPEG, too large, truncated or damaged; a JPEG also
/// if it has print colours (CMYK), if it has so many passes that decoding takes many times longer than usual, or if
/// this was built without libturbojpeg. The time is proportional to the pixels: some 0.5 s at most.
Image decode_image(std::string_view octets, const ImageLimits& limits = {});

/// The decoded images of the files that `files` finds. Borrows nothing.
ImageSource images_of(x3d::TextSource files);

}  // namespace monitor
