// SPDX-License-Identifier: Apache-2.0
#include "spark/core/regular_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <string_view>

#include "spark/core/descriptor.h"

namespace spark {

std::string read_regular_file(const std::filesystem::path& file, std::size_t max_bytes) {
  const auto refuse = [&](std::string_view why) {
    throw std::runtime_error(fmt::format("cannot read {}: {}", file.string(), why));
  };
  const Descriptor in(::open(file.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  if (!in) refuse(errno == ELOOP ? "it is a link" : errno == ENXIO ? "it is not a regular file" : std::strerror(errno));
  struct stat about {};
  if (::fstat(in.get(), &about) != 0) refuse(std::strerror(errno));
  if (!S_ISREG(about.st_mode)) refuse(S_ISDIR(about.st_mode) ? "it is a folder" : "it is not a regular file");
  if (static_cast<std::size_t>(about.st_size) > max_bytes) refuse(fmt::format("it is larger than {} bytes", max_bytes));
  std::string content(static_cast<std::size_t>(about.st_size), '\0');
  std::size_t done = 0;
  while (done < content.size()) {
    const ssize_t count = ::read(in.get(), content.data() + done, content.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) refuse(std::strerror(errno));
    if (count == 0) break;  // it has become shorter
    done += static_cast<std::size_t>(count);
  }
  content.resize(done);
  return content;
}

}  // namespace spark
