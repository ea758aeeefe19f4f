// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/images/jpeg_decoder.h"

#ifdef RCSS_HAS_TURBOJPEG
#include <fmt/format.h>
#include <turbojpeg.h>

#include <algorithm>

#include "monitor-lite/images/image_size.h"
#endif

#include <stdexcept>

namespace monitor {

bool is_jpeg(std::string_view octets) {
  return octets.starts_with("\xff\xd8\xff");
}

#ifdef RCSS_HAS_TURBOJPEG
namespace {

/// The number of passes in a progressive file, plus one for each thumbnail in its header. The marker does not occur
/// within the octets of a pass.
std::size_t passes_in(std::string_view octets) {
  std::size_t passes = 0;
  for (std::size_t at = 0; (at = octets.find("\xff\xda", at)) != octets.npos; at += 2) ++passes;
  return passes;
}

class JpegDecoder {
 public:
  JpegDecoder() : handle_(tjInitDecompress()) {
    if (!handle_) throw std::runtime_error(fmt::format("libturbojpeg: {}", tjGetErrorStr2(nullptr)));
  }
  ~JpegDecoder() { tjDestroy(handle_); }
  JpegDecoder(const JpegDecoder&) = delete;
  JpegDecoder& operator=(const JpegDecoder&) = delete;

  Image decode(std::string_view octets, const ImageLimits& limits) {
    const auto* begin = reinterpret_cast<const unsigned char*>(octets.data());
    const auto size = static_cast<unsigned long>(octets.size());  // NOLINT(google-runtime-int): the library's type
    Image image;
    int sampling = 0, colours = 0;
    if (tjDecompressHeader3(handle_, begin, size, &image.width, &image.height, &sampling, &colours) != 0) refuse();
    check_image_size(static_cast<std::uint32_t>(std::max(image.width, 0)),
                     static_cast<std::uint32_t>(std::max(image.height, 0)), limits);
    if (colours == TJCS_CMYK || colours == TJCS_YCCK)
      throw std::runtime_error("the JPEG has CMYK colours; only RGB and grey can be read");
    const auto pixels = static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height);
    // Usual files have ten passes, and each pass costs some 10 ns per pixel.
    constexpr std::size_t kMaxPasses = 64, kMaxWork = 512UL * 1024 * 1024;
    if (const std::size_t passes = passes_in(octets); passes > kMaxPasses || passes * pixels > kMaxWork)
      throw std::runtime_error(fmt::format("the JPEG has {} passes over {} pixels", passes, pixels));
    image.is_grey = colours == TJCS_GRAY;
    image.pixels.resize(4 * pixels);
    // The library also reports errors that it can recover from, such as octets between the parts of a sound file, and
    // treats a truncated file like one of these. So the file must have an end marker, and the last pixel of the picture
    // must have been decoded, which makes it opaque.
    if (tjDecompress2(handle_, begin, size, image.pixels.data(), image.width, 0, image.height, TJPF_RGBA,
                      TJFLAG_ACCURATEDCT | TJFLAG_LIMITSCANS) != 0 &&
        (image.pixels.back() != 255 || octets.find("\xff\xd9") == octets.npos))
      refuse();
    return image;
  }

 private:
  [[noreturn]] void refuse() const {
    throw std::runtime_error(fmt::format("the JPEG is cut or damaged: {}", tjGetErrorStr2(handle_)));
  }

  void* handle_;
};

}  // namespace

Image decode_jpeg(std::string_view octets, const ImageLimits& limits) {
  return JpegDecoder().decode(octets, limits);
}
#else
Image decode_jpeg(std::string_view, const ImageLimits&) {
  throw std::runtime_error("JPEG is not read by this version, which was built without libturbojpeg");
}
#endif

}  // namespace monitor
