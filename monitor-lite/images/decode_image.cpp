// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/images/decode_image.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <utility>

#include "monitor-lite/images/image_size.h"
#include "monitor-lite/images/jpeg_decoder.h"
#include "monitor-lite/images/png_decoder.h"

namespace monitor {

void check_image_size(std::uint32_t width, std::uint32_t height, const ImageLimits& limits) {
  if (width == 0 || height == 0) throw std::runtime_error("the image has no pixels");
  const auto side = static_cast<std::uint32_t>(limits.side);
  if (width > side || height > side)
    throw std::runtime_error(
        fmt::format("the image has {} x {} pixels; a side may have at most {}", width, height, limits.side));
  if (static_cast<std::size_t>(width) * height > limits.pixels)
    throw std::runtime_error(
        fmt::format("the image has {} x {} pixels; it may have at most {} in all", width, height, limits.pixels));
}

Image decode_image(std::string_view octets, const ImageLimits& limits) {
  if (octets.empty()) throw std::runtime_error("the file is empty");
  if (octets.size() > kMaxImageFile)
    throw std::runtime_error(fmt::format("the file has more than {} octets", kMaxImageFile));
  if (is_png(octets)) return decode_png(octets, limits);
  if (is_jpeg(octets)) return decode_jpeg(octets, limits);
  throw std::runtime_error("it is neither PNG nor JPEG");
}

ImageSource images_of(x3d::TextSource files) {
  return
      [files = std::move(files)](const std::string& name, const std::string& folder) -> std::shared_ptr<const Image> {
        const auto found = files(name, folder);
        if (!found) return nullptr;
        return std::make_shared<const Image>(decode_image(found->text));
      };
}

}  // namespace monitor
