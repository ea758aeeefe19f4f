// SPDX-License-Identifier: Apache-2.0
#include "commserver/guardian/tree_copy.h"

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <string>
#include <string_view>

#include "spark/core/descriptor.h"

namespace commserver {
namespace {

constexpr std::size_t kCopyBlock = 64 * 1024;

struct CloseFolder {
  void operator()(DIR* folder) const { ::closedir(folder); }
};
using Folder = std::unique_ptr<DIR, CloseFolder>;

Folder open_folder(int parent, const char* name) {
  const int descriptor = ::openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (descriptor < 0) return nullptr;
  DIR* folder = ::fdopendir(descriptor);
  if (!folder) ::close(descriptor);
  return Folder(folder);
}

/// The name of the next entry; null at the end.
const char* next_name(const Folder& folder) {
  while (const dirent* entry = ::readdir(folder.get())) {
    const std::string_view name = entry->d_name;
    if (name != "." && name != "..") return entry->d_name;
  }
  return nullptr;
}

std::string harmless(std::string_view name) {
  std::string result(name);
  for (char& letter : result)
    if (static_cast<unsigned char>(letter) < 0x20 || letter == 0x7f) letter = '?';
  return result;
}

bool write_all(int file, const char* bytes, std::size_t count, off_t place) {
  while (count > 0) {
    const ssize_t written = ::pwrite(file, bytes, count, place);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    bytes += written;
    place += written;
    count -= static_cast<std::size_t>(written);
  }
  return true;
}

/// Subtracts the number of copied bytes from `left`.
bool copy_data(int from, int to, off_t size, std::uint64_t& left) {
  static char block[kCopyBlock];
  off_t place = 0;
  while (place < size) {
    const off_t data = ::lseek(from, place, SEEK_DATA);
    if (data < 0 && errno == ENXIO) break;  // the rest is a hole
    off_t end = data < 0 ? size : std::min(size, ::lseek(from, data, SEEK_HOLE));
    if (data > place) place = data;
    if (end <= place) end = size;
    while (place < end) {
      const auto wanted =
          std::min({static_cast<std::uint64_t>(end - place), static_cast<std::uint64_t>(kCopyBlock), left});
      if (wanted == 0) return false;
      const ssize_t count = ::pread(from, block, wanted, place);
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0) return count == 0;
      if (!write_all(to, block, static_cast<std::size_t>(count), place)) return false;
      place += count;
      left -= static_cast<std::uint64_t>(count);
    }
  }
  return ::ftruncate(to, size) == 0;
}

std::uint64_t data_of(const struct stat& file) {
  return std::min(static_cast<std::uint64_t>(file.st_size), static_cast<std::uint64_t>(file.st_blocks) * 512);
}

bool is_foreign(const struct stat& file) {
  return file.st_uid != ::geteuid();
}

}  // namespace

bool TreeCopy::is_without(const struct stat& entry) const {
  return std::any_of(without.begin(), without.end(), [&](const struct stat& other) {
    return other.st_dev == entry.st_dev && other.st_ino == entry.st_ino;
  });
}

bool TreeCopy::is_old(const struct stat& entry) const {
  if (!changed_since) return false;
  const timespec& time = entry.st_ctim;
  return time.tv_sec < changed_since->tv_sec ||
         (time.tv_sec == changed_since->tv_sec && time.tv_nsec <= changed_since->tv_nsec);
}

bool TreeCopy::copy(int from_folder, int to_folder) {
  const Folder folder = open_folder(from_folder, ".");
  if (!folder) return false;
  bool complete = true;
  while (const char* name = next_name(folder)) {
    if (left.entries == 0) return false;
    complete = copy_entry(from_folder, name, to_folder) && complete;
  }
  return complete;
}

bool TreeCopy::copy_entry(int from_folder, const char* name, int to_folder) {
  struct stat entry {};
  if (::fstatat(from_folder, name, &entry, AT_SYMLINK_NOFOLLOW) != 0) return false;
  if (left.entries == 0) return false;
  --left.entries;
  const std::string new_name = for_users ? harmless(name) : name;
  if (S_ISDIR(entry.st_mode)) return copy_folder(from_folder, name, to_folder, new_name.c_str(), entry);
  if (is_without(entry)) return true;
  if (S_ISREG(entry.st_mode)) return is_old(entry) || copy_file(from_folder, name, to_folder, new_name.c_str(), entry);
  if (!S_ISLNK(entry.st_mode) || links == Links::left_out) return true;
  char target[4096];
  const ssize_t length = ::readlinkat(from_folder, name, target, sizeof target - 1);
  if (length < 0) return false;
  target[length] = '\0';
  return ::symlinkat(target, to_folder, new_name.c_str()) == 0;
}

bool TreeCopy::copy_folder(int from_folder, const char* name, int to_folder, const char* new_name,
                           const struct stat& entry) {
  if (left.depth == 0 || ::mkdirat(to_folder, new_name, 0700) != 0) return false;
  bool complete = true;
  const spark::Descriptor to(::openat(to_folder, new_name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (!is_without(entry)) {
    const spark::Descriptor from(::openat(from_folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    --left.depth;
    complete = from && to && copy(from.get(), to.get());
    ++left.depth;
  }
  if (to) ::fchmod(to.get(), (entry.st_mode & 0777) | S_IRWXU);
  // A folder that is older is copied only for the sake of new content in it.
  if (is_old(entry)) ::unlinkat(to_folder, new_name, AT_REMOVEDIR);
  return complete;
}

bool TreeCopy::copy_file(int from_folder, const char* name, int to_folder, const char* new_name,
                         const struct stat& entry) {
  // The file may have been replaced meanwhile; opening a pipe would block.
  const spark::Descriptor from(::openat(from_folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  struct stat opened {};
  if (!from || ::fstat(from.get(), &opened) != 0 || !S_ISREG(opened.st_mode)) return false;
  const spark::Descriptor to(::openat(to_folder, new_name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
  if (!to) return false;
  const bool complete = copy_data(from.get(), to.get(), opened.st_size, left.bytes);
  mode_t mode = opened.st_mode & (for_users ? 0666 : 0777);
  if (for_users || is_foreign(entry)) mode |= S_IRUSR | S_IWUSR;
  ::fchmod(to.get(), mode);
  const timespec times[] = {opened.st_atim, opened.st_mtim};
  ::futimens(to.get(), times);
  return complete;
}

bool TreeCopy::measure(int folder_descriptor) {
  const Folder folder = open_folder(folder_descriptor, ".");
  if (!folder || left.depth == 0) return false;
  --left.depth;
  while (const char* name = next_name(folder)) {
    struct stat entry {};
    if (left.entries == 0 || ::fstatat(folder_descriptor, name, &entry, AT_SYMLINK_NOFOLLOW) != 0) return false;
    --left.entries;
    if (is_without(entry)) continue;
    if (S_ISREG(entry.st_mode)) {
      if (data_of(entry) > left.bytes) return false;
      left.bytes -= data_of(entry);
    } else if (S_ISDIR(entry.st_mode)) {
      const spark::Descriptor below(::openat(folder_descriptor, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
      if (!below || !measure(below.get())) return false;
    }
  }
  ++left.depth;
  return true;
}

void remove_contents(int descriptor) {
  const Folder folder = open_folder(descriptor, ".");
  if (!folder) return;
  while (const char* name = next_name(folder)) {
    if (::unlinkat(descriptor, name, 0) == 0) continue;
    const spark::Descriptor below(::openat(descriptor, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (below) remove_contents(below.get());
    ::unlinkat(descriptor, name, AT_REMOVEDIR);
  }
}

}  // namespace commserver
