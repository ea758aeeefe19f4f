// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "spark/core/descriptor.h"

namespace monitor {

/// A file with random access.
class ByteFile {
 public:
  /// Throws `std::runtime_error` with one line if it cannot be read.
  explicit ByteFile(const std::filesystem::path& path);
  /// Takes an open file; `name` is for messages.
  ByteFile(spark::Descriptor file, const std::filesystem::path& name);

  /// Another view of the same file.
  ByteFile again() const;

  std::uint64_t size() const { return size_; }
  /// Reads up to `count` bytes at `place`; fewer if the file ends there.
  void read(std::uint64_t place, std::size_t count, std::string& bytes);
  /// Some bytes at `place`, none at the end of the file; valid until the next call. For sequential reading.
  std::string_view view(std::uint64_t place);

 private:
  spark::Descriptor file_;
  std::uint64_t size_ = 0;
  std::uint64_t begin_ = 0;  ///< of buffer_
  std::string buffer_;
};

}  // namespace monitor
