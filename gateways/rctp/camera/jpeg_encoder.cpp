// SPDX-License-Identifier: Apache-2.0
#include "gateways/rctp/camera/jpeg_encoder.h"

#include <fmt/format.h>
#include <turbojpeg.h>

#include <stdexcept>

namespace rctp::camera {
namespace {

/// With this quality edges show no blocks; 90 would need half as many octets again.
constexpr int kQuality = 80;

}  // namespace

JpegEncoder::JpegEncoder() : handle_(tjInitCompress()) {
  if (!handle_) throw std::runtime_error(fmt::format("libturbojpeg: {}", tjGetErrorStr2(nullptr)));
}

JpegEncoder::~JpegEncoder() {
  tjFree(octets_);
  tjDestroy(handle_);
}

std::string_view JpegEncoder::encode(const monitor::Picture& picture) {
  unsigned long size = size_;  // NOLINT(google-runtime-int)
  if (tjCompress2(handle_, picture.pixels.data(), picture.width, 0, picture.height, TJPF_RGB, &octets_, &size,
                  TJSAMP_420, kQuality, TJFLAG_FASTDCT) != 0)
    throw std::runtime_error(fmt::format("libturbojpeg: {}", tjGetErrorStr2(handle_)));
  size_ = size;
  return {reinterpret_cast<const char*>(octets_), size};
}

}  // namespace rctp::camera
