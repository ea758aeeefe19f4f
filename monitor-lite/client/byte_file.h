// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

namespace monitor {

/// A file with random access.
class ByteFile {
 public:
  /// Throws `std::runtime_error` with one line if it cannot be read.
  explicit ByteFile(const std::filesystem::path& path);

  std::uint64_t size() const { return size_; }
  /// Up to `count` bytes from `place` on; fewer if the file ends there.
  void read(std::uint64_t place, std::size_t count, std::string& bytes);
  /// Some bytes from `place` on, none at the end of the file; valid until the next call. For sequential reading.
  std::string_view view(std::uint64_t place);

 private:
  std::ifstream stream_;
  std::uint64_t size_ = 0;
  std::uint64_t begin_ = 0;  ///< of buffer_
  std::string buffer_;
};

}  // namespace monitor
