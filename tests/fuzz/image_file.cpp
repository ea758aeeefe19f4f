// SPDX-License-Identifier: Apache-2.0
// PNG and JPEG files of any origin. PNG files are also tested with corrected checksums, which would otherwise hide the
// data behind them from the reader.
#include <zlib.h>

#include <stdexcept>
#include <string>
#include <string_view>

#include "monitor-lite/images/decode_image.h"
#include "tests/fuzz/target.h"

using fuzz::demand;

namespace {

constexpr monitor::ImageLimits kSmall{256, 16384};

void check(std::string_view octets) {
  try {
    const monitor::Image image = monitor::decode_image(octets, kSmall);
    demand(image.width > 0 && image.width <= kSmall.side && image.height > 0 && image.height <= kSmall.side);
    const auto pixels = static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height);
    demand(pixels <= kSmall.pixels && image.pixels.size() == 4 * pixels);
    if (image.has_opacity) return;
    for (std::size_t i = 3; i < image.pixels.size(); i += 4) demand(image.pixels[i] == 255);
  } catch (const std::runtime_error& error) {
    const std::string_view line = error.what();
    demand(!line.empty() && line.find('\n') == line.npos);
  }
}

std::size_t number_at(const std::string& file, std::size_t at) {
  std::size_t number = 0;
  for (std::size_t i = 0; i < 4; ++i) number = number << 8 | static_cast<unsigned char>(file[at + i]);
  return number;
}

/// A chunk has its length, its kind, its contents, and the checksum of the latter two.
std::string with_checksums(std::string_view octets) {
  std::string file(octets);
  for (std::size_t at = 8; at + 12 <= file.size();) {
    const std::size_t length = number_at(file, at);
    if (length > file.size() - at - 12) break;
    const auto sum = crc32(0, reinterpret_cast<const unsigned char*>(&file[at + 4]), static_cast<unsigned>(length + 4));
    at += length + 8;
    for (std::size_t i = 0; i < 4; ++i) file[at + i] = static_cast<char>(sum >> (24 - 8 * i));
    at += 4;
  }
  return file;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* octets, std::size_t size) {
  const std::string_view file = fuzz::as_text(octets, size);
  check(file);
  if (file.starts_with("\x89PNG")) check(with_checksums(file));
  return 0;
}
