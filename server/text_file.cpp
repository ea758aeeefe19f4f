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

void replace_text_file(const std::filesystem::path& file, std::string_view text) {
  std::error_code error;
  if (!std::filesystem::exists(file, error)) return write_text_file(file, text);
  const std::filesystem::path fresh = file.string() + ".new";
  try {
    write_text_file(fresh, text);
  } catch (const std::runtime_error&) {
    std::filesystem::remove(fresh, error);
    throw;
  }
  std::filesystem::rename(fresh, file, error);
  if (error) throw std::runtime_error(fmt::format("cannot write {}: {}", file.string(), error.message()));
}

}  // namespace server
