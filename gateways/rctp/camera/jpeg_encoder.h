// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "monitor-lite/view/picture.h"

namespace rctp::camera {

/// Makes JPEG of pictures, by libturbojpeg. Owns the octets of the last one.
class JpegEncoder {
 public:
  JpegEncoder();
  ~JpegEncoder();
  JpegEncoder(const JpegEncoder&) = delete;
  JpegEncoder& operator=(const JpegEncoder&) = delete;

  /// The octets are good until the next call. Throws `std::runtime_error` with one line if the library refuses.
  std::string_view encode(const monitor::Picture& picture);

 private:
  void* handle_ = nullptr;
  unsigned char* octets_ = nullptr;  ///< of the library's allocator, which makes it larger where it has to
  unsigned long size_ = 0;           // NOLINT(google-runtime-int): the library's own type
};

}  // namespace rctp::camera
