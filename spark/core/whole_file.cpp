// SPDX-License-Identifier: Apache-2.0
#include "spark/core/whole_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
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

[[noreturn]] void cannot_write(const fs::path& file, std::string_view why) {
  throw std::runtime_error(fmt::format("cannot write {}: {}", file.string(), why));
}

[[noreturn]] void fail(int error) {
  throw std::runtime_error(std::strerror(error));
}

/// Whether this program is the only writer of `open`, and `name` still refers to it: no other program has locked the
/// file, or replaced it since it was opened. File systems without locks are assumed to have one writer.
bool is_ours(const Descriptor& open, const fs::path& name) {
  struct stat opened {
  }, named{};
  if (::flock(open.get(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) return false;
  return ::fstat(open.get(), &opened) == 0 && ::lstat(name.c_str(), &named) == 0 && opened.st_dev == named.st_dev &&
         opened.st_ino == named.st_ino;
}

void need_ours(const Descriptor& open, const fs::path& name) {
  if (!is_ours(open, name))
    throw std::runtime_error(fmt::format("{} is being written by another program", name.string()));
}

/// Removes a file that an interrupted program left with this name, or a link.
void remove_leftover(const fs::path& name) {
  const Descriptor left(::open(name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  if (!left && errno == ENOENT) return;
  if (!left && errno != ELOOP) fail(errno);
  if (left) need_ours(left, name);
  if (::unlink(name.c_str()) != 0) fail(errno);  // does not remove folders
}

}  // namespace

FreshFile::FreshFile(const fs::path& file) : file_(file) {
  struct stat there {};
  const bool is_there = ::lstat(file.c_str(), &there) == 0;
  if (is_there && !S_ISREG(there.st_mode)) {
    out_ = Descriptor(::open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
    if (!out_) fail(errno);
    return;
  }
  if (is_there && ::access(file.c_str(), W_OK) != 0) fail(errno);
  const fs::path fresh = file.string() + ".new";
  if (is_there) mode_ = there.st_mode & 0777;
  const auto make = [&] {
    // Readable for its owner, so that a later writer can request the lock.
    return Descriptor(
        ::open(fresh.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode_ ? *mode_ | S_IRUSR : 0666));
  };
  out_ = make();
  if (!out_ && errno == EEXIST) {
    remove_leftover(fresh);
    out_ = make();
  }
  if (!out_) fail(errno);
  need_ours(out_, fresh);
  fresh_ = fresh;
}

FreshFile::~FreshFile() {
  std::error_code error;
  if (out_ && !fresh_.empty()) fs::remove(fresh_, error);
}

void FreshFile::replace() {
  if (mode_ && ::fchmod(out_.get(), *mode_) != 0) fail(errno);
  if (!fresh_.empty() && ::rename(fresh_.c_str(), file_.c_str()) != 0) fail(errno);
  out_.close();
}

void write_whole_file(const fs::path& file, std::string_view octets) {
  const Descriptor out(::open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
  if (const int error = out ? write_text(out.get(), octets) : errno; error != 0)
    cannot_write(file, std::strerror(error));
}

void replace_file(const fs::path& file, std::string_view octets) {
  try {
    FreshFile fresh(file);
    if (const int error = write_text(fresh.descriptor(), octets); error != 0) fail(error);
    fresh.replace();
  } catch (const std::runtime_error& error) {
    cannot_write(file, error.what());
  }
}

}  // namespace spark
