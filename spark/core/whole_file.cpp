// SPDX-License-Identifier: Apache-2.0
#include "spark/core/whole_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>

#include "spark/core/descriptor.h"
#include "spark/core/standard_streams.h"

namespace spark {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void cannot_write(const fs::path& file, int error) {
  throw std::runtime_error(fmt::format("cannot write {}: {}", file.string(), std::strerror(error)));
}

/// Returns 0, or the errno of what prevented it; `is_open`: whether the file was there or has been made.
int write_into(const fs::path& file, std::string_view octets, bool& is_open) {
  const Descriptor out(::open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
  is_open = static_cast<bool>(out);
  return is_open ? write_text(out.get(), octets) : errno;
}

}  // namespace

void write_whole_file(const fs::path& file, std::string_view octets) {
  bool is_open = false;
  if (const int error = write_into(file, octets, is_open); error != 0) cannot_write(file, error);
}

void replace_file(const fs::path& file, std::string_view octets) {
  std::error_code error;
  const fs::file_type type = fs::symlink_status(file, error).type();
  // A device, a pipe and a link stay what they are.
  if (type != fs::file_type::regular && type != fs::file_type::not_found) return write_whole_file(file, octets);
  if (type == fs::file_type::regular && ::access(file.c_str(), W_OK) != 0) cannot_write(file, errno);
  const fs::path fresh = file.string() + ".new";
  bool is_open = false;
  if (const int problem = write_into(fresh, octets, is_open); problem != 0) {
    if (is_open) fs::remove(fresh, error);
    cannot_write(file, problem);
  }
  fs::rename(fresh, file, error);
  if (!error) return;
  const int problem = error.value();
  fs::remove(fresh, error);
  cannot_write(file, problem);
}

}  // namespace spark
