// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/controller/include/ViewImage.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <fstream>

namespace {

int row_length(const ViewImageInfo& info) {
  return (info.getWidth() * info.getBytesPerOnePixel() + 3) / 4 * 4;
}

/// Least significant octet first.
void append_little_endian(std::string& out, std::uint32_t value, int octets) {
  for (int i = 0; i < octets; ++i) out.push_back(static_cast<char>((value >> (8 * i)) & 0xff));
}

}  // namespace

ViewImage::ViewImage(const ViewImageInfo& info)
    : info_(info), buffer_(nullptr), length_(row_length(info) * info.getHeight()), fov_(45.0), aspect_(1.5) {
  buffer_ = new char[static_cast<std::size_t>(length_)]();
}
ViewImage::ViewImage(const ViewImage& other)
    : info_(other.info_), buffer_(nullptr), length_(other.length_), fov_(other.fov_), aspect_(other.aspect_) {
  buffer_ = new char[static_cast<std::size_t>(length_)];
  std::copy_n(other.buffer_, length_, buffer_);
}
ViewImage& ViewImage::operator=(const ViewImage& other) {
  ViewImage copy(other);
  std::swap(info_, copy.info_);
  std::swap(buffer_, copy.buffer_);
  std::swap(length_, copy.length_);
  std::swap(fov_, copy.fov_);
  std::swap(aspect_, copy.aspect_);
  return *this;
}
ViewImage::~ViewImage() {
  delete[] buffer_;
}

void ViewImage::setBuffer(const char* octets, int length) {
  std::copy_n(octets, std::clamp(length, 0, length_), buffer_);
}

char* ViewImage::copyBuffer() const {
  auto* const copy = new char[static_cast<std::size_t>(length_)];
  std::copy_n(buffer_, length_, copy);
  return copy;
}

bool ViewImage::saveAsWindowsBMP(const char* file) const {
  const bool grey = info_.getColorBitType() == DEPTHBIT_8;
  const std::uint32_t colours = grey ? 256 : 0, head = 54 + 4 * colours;
  std::string out = "BM";
  append_little_endian(out, head + static_cast<std::uint32_t>(length_), 4);
  append_little_endian(out, 0, 4);
  append_little_endian(out, head, 4);
  append_little_endian(out, 40, 4);
  append_little_endian(out, static_cast<std::uint32_t>(getWidth()), 4);
  // A negative height means rows from top to bottom.
  append_little_endian(out, static_cast<std::uint32_t>(-getHeight()), 4);
  append_little_endian(out, 1, 2);
  append_little_endian(out, grey ? 8 : 24, 2);
  append_little_endian(out, 0, 4);
  append_little_endian(out, static_cast<std::uint32_t>(length_), 4);
  for (int i = 0; i < 2; ++i) append_little_endian(out, 2835, 4);  // 72 dots per inch
  append_little_endian(out, colours, 4);
  append_little_endian(out, 0, 4);
  for (std::uint32_t i = 0; i < colours; ++i) append_little_endian(out, i * 0x010101, 4);
  std::ofstream written(file, std::ios::binary);
  written.write(out.data(), static_cast<std::streamsize>(out.size())).write(buffer_, length_);
  return static_cast<bool>(written.flush());
}
