// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/view/png_file.h"

#include <fmt/format.h>
#include <png.h>

#include <cstring>
#include <stdexcept>
#include <string>

#include "spark/core/whole_file.h"

namespace monitor {

void write_png(const std::filesystem::path& file, int width, int height, const unsigned char* pixels) {
  png_image image;
  std::memset(&image, 0, sizeof image);
  image.version = PNG_IMAGE_VERSION;
  image.width = static_cast<png_uint_32>(width);
  image.height = static_cast<png_uint_32>(height);
  image.format = PNG_FORMAT_RGB;
  // libpng is not given the file name, because it removes a file, or even a device, that it cannot write.
  png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(image);
  std::string octets(size, '\0');
  if (!png_image_write_to_memory(&image, octets.data(), &size, 0, pixels, 0, nullptr))
    throw std::runtime_error(fmt::format("cannot write {}: {}", file.string(), image.message));
  octets.resize(size);
  spark::replace_file(file, octets);
}

}  // namespace monitor
