// SPDX-License-Identifier: Apache-2.0
#include "server/text_file.h"

#include <fcntl.h>
#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>

#include "spark/core/descriptor.h"
#include "spark/core/standard_streams.h"

namespace server {

void write_text_file(const std::filesystem::path& file, std::string_view text) {
  const spark::Descriptor out(::open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
  if (const int error = out ? spark::write_text(out.get(), text) : errno; error != 0)
    throw std::runtime_error(fmt::format("cannot write {}: {}", file.string(), std::strerror(error)));
}

}  // namespace server
