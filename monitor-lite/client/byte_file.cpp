// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/client/byte_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <string_view>
#include <utility>

namespace monitor {
namespace {

constexpr std::size_t kBuffer = 256 << 10;

}  // namespace

// O_NONBLOCK, because opening a pipe would otherwise block until another program writes to it.
ByteFile::ByteFile(const std::filesystem::path& path)
    : ByteFile(spark::Descriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)), path) {}

ByteFile::ByteFile(spark::Descriptor file, const std::filesystem::path& name) : file_(std::move(file)) {
  const auto refuse = [&](std::string_view why) {
    throw std::runtime_error(fmt::format("cannot read {}: {}", name.string(), why));
  };
  struct stat about {};
  if (!file_ || ::fstat(file_.get(), &about) != 0) refuse(errno == ENXIO ? "it is not a file" : std::strerror(errno));
  if (!S_ISREG(about.st_mode)) refuse(S_ISDIR(about.st_mode) ? "it is a folder" : "it is not a file");
  size_ = static_cast<std::uint64_t>(about.st_size);
}

ByteFile ByteFile::again() const {
  return {spark::Descriptor(::fcntl(file_.get(), F_DUPFD_CLOEXEC, 0)), "the file once more"};
}

void ByteFile::read(std::uint64_t place, std::size_t count, std::string& bytes) {
  bytes.resize(static_cast<std::size_t>(std::min<std::uint64_t>(count, size_ - std::min(place, size_))));
  std::size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t more =
        ::pread(file_.get(), bytes.data() + done, bytes.size() - done, static_cast<off_t>(place + done));
    if (more < 0 && errno == EINTR) continue;
    if (more <= 0) break;
    done += static_cast<std::size_t>(more);
  }
  bytes.resize(done);
}

std::string_view ByteFile::view(std::uint64_t place) {
  if (place < begin_ || place >= begin_ + buffer_.size()) {
    read(place, kBuffer, buffer_);
    begin_ = place;
  }
  return std::string_view(buffer_).substr(static_cast<std::size_t>(place - begin_));
}

}  // namespace monitor
