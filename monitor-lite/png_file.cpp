// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/png_file.h"

#include <fmt/format.h>
#include <png.h>

#include <cstring>
#include <stdexcept>

namespace monitor {

void write_png(const std::filesystem::path& file, int width, int height, const unsigned char* pixels) {
  png_image image;
  std::memset(&image, 0, sizeof image);
  image.version = PNG_IMAGE_VERSION;
  image.width = static_cast<png_uint_32>(width);
  image.height = static_cast<png_uint_32>(height);
  image.format = PNG_FORMAT_RGB;
  if (!png_image_write_to_file(&image, file.c_str(), 0, pixels, 0, nullptr))
    throw std::runtime_error(fmt::format("cannot write {}: {}", file.string(), image.message));
}

}  // namespace monitor
