// SPDX-License-Identifier: Apache-2.0
#include "commserver/inside/working_folder.h"

#include <dirent.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "commserver/inside/mounting.h"

namespace commserver {
namespace {

/// Larger folders are not searched, because that would take too long at the start of each agent.
constexpr std::uint32_t kMaxCopiedEntries = 2000;
/// The share of the space that copies for the upper layer may take: one part in this many.
constexpr std::uint64_t kCopiedPart = 4;

/// Whether the user who started the server may write the file although it belongs to another user or group. Such owners
/// do not exist in the user namespace of a sandbox, and the overlay cannot create files of theirs.
bool is_writable_but_foreign(const struct stat& file) {
  return S_ISREG(file.st_mode) && (file.st_uid != ::geteuid() || file.st_gid != ::getegid()) &&
         (::geteuid() == 0 || (file.st_mode & (S_IWGRP | S_IWOTH)) != 0 || file.st_uid == ::geteuid());
}

}  // namespace

bool WorkingFolder::cover(std::vector<struct stat> hidden) {
  hidden_ = std::move(hidden);
  real_ = open_folder(AT_FDCWD, path_, O_PATH);
  if (!real_) return false;
  if (!mount_memory(path_, std::max(bytes_, kMegabyte))) return false;
  memory_ = open_folder(AT_FDCWD, path_);
  struct stat home {};
  ::fstat(real_.get(), &home);
  const mode_t mode = (home.st_mode & 0777) | S_IRWXU;
  for (const char* name : {"upper", "work", "nothing"})
    if (::mkdirat(memory_.get(), name, 0700) != 0) return false;
  if (::fchmodat(memory_.get(), "upper", mode, 0) != 0) return false;
  const spark::Descriptor work = open_folder(memory_.get(), "work");
  has_attributes_ = ::fsetxattr(work.get(), "user.overlay.opaque", "n", 1, 0) == 0;
  return true;
}

spark::Descriptor WorkingFolder::nothing() const {
  return open_folder(memory_.get(), "nothing");
}

TreeCopy WorkingFolder::copier(std::uint64_t bytes) const {
  TreeCopy result;
  result.left = {.bytes = bytes, .entries = kMaxCopiedEntries};
  result.links = TreeCopy::Links::made_anew;
  result.without = hidden_;
  return result;
}

/// Copies the entries that an overlay could not rename or change into the upper layer.
void WorkingFolder::fill_upper(const spark::Descriptor& upper) const {
  const spark::Descriptor home = open_folder(real_.get(), ".");
  DIR* folder = ::fdopendir(::dup(home.get()));
  if (!folder) return;
  TreeCopy all = copier(bytes_ / kCopiedPart);
  for (std::uint32_t seen = 0; const dirent* entry = ::readdir(folder);) {
    const std::string name = entry->d_name;
    struct stat found {};
    if (++seen > kMaxCopiedEntries || ::fstatat(home.get(), name.c_str(), &found, AT_SYMLINK_NOFOLLOW) != 0) break;
    if (name == "." || name == ".." || all.is_without(found)) continue;
    const bool is_folder = S_ISDIR(found.st_mode);
    if (!is_folder && !(is_writable_but_foreign(found) && static_cast<std::uint64_t>(found.st_size) <= all.left.bytes))
      continue;
    TreeCopy rest = all;
    if (is_folder) {
      const spark::Descriptor below(
          ::openat(home.get(), name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
      if (!has_attributes_ || !below || !rest.measure(below.get())) continue;
    }
    bool done = all.copy_entry(home.get(), name.c_str(), upper.get());
    if (is_folder) {
      const spark::Descriptor copied = open_folder(upper.get(), name);
      done = done && ::fsetxattr(copied.get(), "user.overlay.opaque", "y", 1, 0) == 0;
      if (!done) remove_contents(copied.get());
    }
    if (!done) ::unlinkat(upper.get(), name.c_str(), is_folder ? AT_REMOVEDIR : 0);
  }
  ::closedir(folder);
}

/// Returns an empty descriptor, with errno, on failure.
spark::Descriptor WorkingFolder::overlay() {
  spark::Descriptor upper = open_folder(memory_.get(), "upper");
  fill_upper(upper);
  const std::string options = "userxattr,lowerdir=" + path_of(real_) + ",upperdir=" + path_of(memory_) +
                              "/upper,workdir=" + path_of(memory_) + "/work";
  if (::mount("overlay", path_.c_str(), "overlay", kMountFlags, options.c_str()) == 0) return upper;
  const int why = errno;
  remove_contents(upper.get());
  errno = why;
  return {};
}

/// Returns an empty descriptor, with errno, on failure.
spark::Descriptor WorkingFolder::copy() {
  TreeCopy sizes = copier(bytes_ / 2);
  const spark::Descriptor home = open_folder(real_.get(), ".");
  if (!home || !sizes.measure(home.get())) {
    errno = EFBIG;
    return {};
  }
  struct stat found {};
  ::fstat(real_.get(), &found);
  if (!mount_memory(path_, bytes_)) return {};
  spark::Descriptor written = open_folder(AT_FDCWD, path_);
  ::fchmod(written.get(), (found.st_mode & 0777) | S_IRWXU);
  copier(bytes_ / 2).copy(home.get(), written.get());
  return written;
}

spark::Descriptor WorkingFolder::make_writable(std::string& why) {
  std::string reasons;
  for (const bool by_overlay : {has_attributes_, !has_attributes_}) {
    if (spark::Descriptor written = by_overlay ? overlay() : copy()) return written;
    const std::string reason = errno == EFBIG && !by_overlay ? "too large" : std::strerror(errno);
    reasons += reasons.empty() ? "" : "; ";
    reasons += (by_overlay ? "no overlay can be made of it (" : "it cannot be copied (") + reason + ")";
  }
  why = reasons;
  return {};
}

}  // namespace commserver
