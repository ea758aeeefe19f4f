// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "monitor-lite/view/picture.h"

namespace rctp::camera {

/// Encodes pictures as JPEG with libturbojpeg. Owns the octets of the last one.
class JpegEncoder {
 public:
  JpegEncoder();
  ~JpegEncoder();
  JpegEncoder(const JpegEncoder&) = delete;
  JpegEncoder& operator=(const JpegEncoder&) = delete;

  /// The octets are valid until the next call. Throws `std::runtime_error` with one line if the library fails.
  std::string_view encode(const monitor::Picture& picture);

 private:
  void* handle_ = nullptr;
  unsigned char* octets_ = nullptr;  ///< allocated by the library, which enlarges it where necessary
  unsigned long size_ = 0;           // NOLINT(google-runtime-int): the library's own type
};

}  // namespace rctp::camera
