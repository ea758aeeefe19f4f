// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/images/png_decoder.h"

#include <fmt/format.h>
#include <png.h>

#include <cstring>
#include <stdexcept>

#include "monitor-lite/images/image_size.h"

namespace monitor {
namespace {

/// libpng's image, which holds memory until it is freed.
struct PngImage : png_image {
  PngImage() : png_image() { version = PNG_IMAGE_VERSION; }
  ~PngImage() { png_image_free(this); }
  PngImage(const PngImage&) = delete;
  PngImage& operator=(const PngImage&) = delete;
};

}  // namespace

bool is_png(std::string_view octets) {
  return octets.starts_with("\x89PNG\r\n\x1a\n");
}

Image decode_png(std::string_view octets, const ImageLimits& limits) {
  PngImage png;
  const auto refuse = [&] { throw std::runtime_error(fmt::format("the PNG is cut or damaged: {}", png.message)); };
  if (!png_image_begin_read_from_memory(&png, octets.data(), octets.size())) refuse();
  check_image_size(png.width, png.height, limits);
  Image image;
  image.width = static_cast<int>(png.width);
  image.height = static_cast<int>(png.height);
  image.is_grey = !(png.format & PNG_FORMAT_FLAG_COLOR);
  image.has_opacity = png.format & PNG_FORMAT_FLAG_ALPHA;
  png.format = PNG_FORMAT_RGBA;
  image.pixels.resize(PNG_IMAGE_SIZE(png));
  if (!png_image_finish_read(&png, nullptr, image.pixels.data(), 0, nullptr)) refuse();
  return image;
}

}  // namespace monitor
