// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/client/byte_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <string_view>

namespace monitor {
namespace {

constexpr std::size_t kBuffer = 256 << 10;

}  // namespace

ByteFile::ByteFile(const std::filesystem::path& path) {
  // Looked at first: opening a pipe waits until somebody writes into it.
  const auto refuse = [&](std::string_view why) {
    throw std::runtime_error(fmt::format("cannot read {}: {}", path.string(), why));
  };
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (error) refuse(error.message());
  if (!std::filesystem::is_regular_file(status)) refuse(is_directory(status) ? "it is a folder" : "it is not a file");
  errno = 0;
  stream_.open(path, std::ios::binary);
  const auto end = stream_.is_open() ? stream_.seekg(0, std::ios::end).tellg() : std::streampos(-1);
  if (end < 0) refuse(std::strerror(errno != 0 ? errno : EIO));
  size_ = static_cast<std::uint64_t>(end);
}

void ByteFile::read(std::uint64_t place, std::size_t count, std::string& bytes) {
  bytes.resize(static_cast<std::size_t>(std::min<std::uint64_t>(count, size_ - std::min(place, size_))));
  stream_.clear();
  stream_.seekg(static_cast<std::streamoff>(place));
  stream_.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  bytes.resize(static_cast<std::size_t>(std::max<std::streamsize>(0, stream_.gcount())));
}

std::string_view ByteFile::view(std::uint64_t place) {
  if (place < begin_ || place >= begin_ + buffer_.size()) {
    read(place, kBuffer, buffer_);
    begin_ = place;
  }
  return std::string_view(buffer_).substr(static_cast<std::size_t>(place - begin_));
}

}  // namespace monitor
