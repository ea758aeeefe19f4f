// SPDX-License-Identifier: Apache-2.0
#include "spark/core/whole_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <stdexcept>
#include <system_error>

#include "spark/core/standard_streams.h"

namespace spark {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void cannot_write(const fs::path& file, int error) {
  throw std::runtime_error(fmt::format("cannot write {}: {}", file.string(), std::strerror(error)));
}

[[noreturn]] void fail(int error) {
  throw std::system_error(error, std::generic_category());
}

}  // namespace

FreshFile::FreshFile(const fs::path& file) : file_(file), fresh_(file.string() + ".new") {
  const auto make = [&] {
    return Descriptor(::open(fresh_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666));
  };
  out_ = make();
  if (!out_ && errno == EEXIST) {
    if (::unlink(fresh_.c_str()) != 0) fail(errno);  // not a folder
    out_ = make();
  }
  if (!out_) fail(errno);
}

FreshFile::~FreshFile() {
  std::error_code error;
  if (out_) fs::remove(fresh_, error);
}

void FreshFile::replace() {
  if (::rename(fresh_.c_str(), file_.c_str()) != 0) fail(errno);
  out_.close();
}

void write_whole_file(const fs::path& file, std::string_view octets) {
  const Descriptor out(::open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
  if (const int error = out ? write_text(out.get(), octets) : errno; error != 0) cannot_write(file, error);
}

void replace_file(const fs::path& file, std::string_view octets) {
  std::error_code error;
  const fs::file_type type = fs::symlink_status(file, error).type();
  // A device, a pipe and a link stay what they are.
  if (type != fs::file_type::regular && type != fs::file_type::not_found) return write_whole_file(file, octets);
  if (type == fs::file_type::regular && ::access(file.c_str(), W_OK) != 0) cannot_write(file, errno);
  try {
    FreshFile fresh(file);
    if (const int problem = write_text(fresh.descriptor(), octets); problem != 0) fail(problem);
    fresh.replace();
  } catch (const std::system_error& problem) {
    cannot_write(file, problem.code().value());
  }
}

}  // namespace spark
