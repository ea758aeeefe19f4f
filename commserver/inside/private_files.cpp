// SPDX-License-Identifier: Apache-2.0
#include "commserver/inside/private_files.h"

#include <dirent.h>
#include <fcntl.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "commserver/guardian/tree_copy.h"

namespace commserver {
namespace {

namespace fs = std::filesystem;

constexpr unsigned long kFlags = MS_NOSUID | MS_NODEV;
/// Files cost more than their bytes: this many files per megabyte, and some more.
constexpr std::uint64_t kFilesPerMegabyte = 256;
constexpr std::uint64_t kFilesAtLeast = 1024;
constexpr std::uint64_t kMegabyte = 1024 * 1024;
/// More entries than that are not looked through at the start of each agent.
constexpr std::uint32_t kMaxCopiedEntries = 2000;
/// The part of the space that copies for the upper layer may take.
constexpr std::uint64_t kCopiedPart = 4;
constexpr const char* kOwnFolders[] = {"/tmp", "/var/tmp", "/dev"};

spark::Descriptor open_folder(int parent, const std::string& path, int flags = O_RDONLY) {
  return spark::Descriptor(::openat(parent, path.c_str(), flags | O_DIRECTORY | O_CLOEXEC));
}

/// By which the kernel finds the folder even if something else is mounted over it.
std::string path_of(const spark::Descriptor& folder) {
  return "/proc/self/fd/" + std::to_string(folder.get());
}

bool mount_memory(const std::string& place, std::uint64_t bytes) {
  const std::uint64_t files = kFilesAtLeast + bytes / kMegabyte * kFilesPerMegabyte;
  const std::string options = "size=" + std::to_string(bytes) + ",nr_inodes=" + std::to_string(files) + ",mode=0700";
  return ::mount("tmpfs", place.c_str(), "tmpfs", kFlags, options.c_str()) == 0;
}

bool is_within(const fs::path& path, const fs::path& folder) {
  return std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first == folder.end();
}

/// A file that the user who started the server may write although it is of another user or group. Such users do not
/// exist in the user namespace of a sandbox, and the overlay does not make files of theirs.
bool is_writable_but_foreign(const struct stat& file) {
  return S_ISREG(file.st_mode) && (file.st_uid != ::geteuid() || file.st_gid != ::getegid()) &&
         (::geteuid() == 0 || (file.st_mode & (S_IWGRP | S_IWOTH)) != 0 || file.st_uid == ::geteuid());
}

/// Makes the view, step by step.
class View {
 public:
  View(const InsideOrder& order, PrivateFiles& result) : order_(order), result_(result) {}
  bool make();

 private:
  bool prepare();
  void cover_shown();
  void layer();
  bool overlay();
  bool copy();
  void fill_upper(const spark::Descriptor& upper);
  bool hide() const;
  void let_clock_tick() const;
  TreeCopy copier(std::uint64_t bytes) const;

  const InsideOrder& order_;
  PrivateFiles& result_;
  spark::Descriptor home_;    ///< the real working folder
  spark::Descriptor memory_;  ///< what the layers are in
  bool has_attributes_ = false;
  std::vector<struct stat> hidden_;
  std::vector<std::string> covered_;  ///< of those that are shown
};

bool View::prepare() {
  if (::unshare(CLONE_NEWNS) != 0 || ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0) return false;
  home_ = open_folder(AT_FDCWD, order_.working_folder, O_PATH);
  if (!home_) return false;
  for (const std::string& path : order_.hidden) {
    struct stat entry {};
    if (::stat(path.c_str(), &entry) == 0) hidden_.push_back(entry);
  }
  if (!mount_memory(order_.working_folder, std::max(order_.limits.files, kMegabyte))) return false;
  memory_ = open_folder(AT_FDCWD, order_.working_folder);
  struct stat home {};
  ::fstat(home_.get(), &home);
  const mode_t mode = (home.st_mode & 0777) | S_IRWXU;
  for (const char* name : {"upper", "work", "nothing"})
    if (::mkdirat(memory_.get(), name, 0700) != 0) return false;
  if (::fchmodat(memory_.get(), "upper", mode, 0) != 0) return false;
  const spark::Descriptor work = open_folder(memory_.get(), "work");
  has_attributes_ = ::fsetxattr(work.get(), "user.overlay.opaque", "n", 1, 0) == 0;
  return true;
}

TreeCopy View::copier(std::uint64_t bytes) const {
  TreeCopy result;
  result.left = {.bytes = bytes, .entries = kMaxCopiedEntries};
  result.links = TreeCopy::Links::made_anew;
  result.without = hidden_;
  return result;
}

/// A named pipe in a folder that is mounted here is the one that all others see; in an overlay it is another.
void View::cover_shown() {
  const spark::Descriptor nothing = open_folder(memory_.get(), "nothing");
  for (const std::string& path : order_.shown) {
    const spark::Descriptor folder = open_folder(AT_FDCWD, path, O_PATH);
    // The layers for the working folder are mounted on it until now; it lies in one of these or is one of them.
    const std::string options =
        "userxattr,lowerdir=" + path_of(path == order_.working_folder ? home_ : folder) + ":" + path_of(nothing);
    if (folder && ::mount("overlay", path.c_str(), "overlay", kFlags | MS_RDONLY, options.c_str()) == 0)
      covered_.push_back(path);
  }
}

/// Copies into the upper layer what an overlay could not rename or change.
void View::fill_upper(const spark::Descriptor& upper) {
  const spark::Descriptor home = open_folder(home_.get(), ".");
  DIR* folder = ::fdopendir(::dup(home.get()));
  if (!folder) return;
  TreeCopy all = copier(order_.limits.files / kCopiedPart);
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

bool View::overlay() {
  spark::Descriptor upper = open_folder(memory_.get(), "upper");
  fill_upper(upper);
  const std::string options = "userxattr,lowerdir=" + path_of(home_) + ",upperdir=" + path_of(memory_) +
                              "/upper,workdir=" + path_of(memory_) + "/work";
  if (::mount("overlay", order_.working_folder.c_str(), "overlay", kFlags, options.c_str()) == 0) {
    result_.written = std::move(upper);
    return true;
  }
  const int why = errno;
  remove_contents(upper.get());
  errno = why;
  return false;
}

bool View::copy() {
  TreeCopy sizes = copier(order_.limits.files / 2);
  const spark::Descriptor home = open_folder(home_.get(), ".");
  if (!home || !sizes.measure(home.get())) {
    errno = EFBIG;
    return false;
  }
  struct stat found {};
  ::fstat(home_.get(), &found);
  if (!mount_memory(order_.working_folder, order_.limits.files)) return false;
  result_.written = open_folder(AT_FDCWD, order_.working_folder);
  ::fchmod(result_.written.get(), (found.st_mode & 0777) | S_IRWXU);
  copier(order_.limits.files / 2).copy(home.get(), result_.written.get());
  return true;
}

/// The working folder is covered by the memory for its layers, or by an overlay without a layer to write to.
void View::layer() {
  std::string why;
  const auto try_overlay = [&] {
    if (overlay()) return true;
    why += std::string(why.empty() ? "" : "; ") + "no overlay can be made of it (" + std::strerror(errno) + ")";
    return false;
  };
  const auto try_copy = [&] {
    if (copy()) return true;
    why += std::string(why.empty() ? "" : "; ") + "it cannot be copied (" +
           (errno == EFBIG ? "too large" : std::strerror(errno)) + ")";
    return false;
  };
  const bool is_writable = has_attributes_ ? try_overlay() || try_copy() : try_copy() || try_overlay();
  if (!is_writable) result_.read_only_because = why;
}

bool View::hide() const {
  for (const std::string& path : order_.hidden) {
    struct stat entry {};
    if (::lstat(path.c_str(), &entry) != 0) continue;  // it has not been copied
    const bool done = S_ISDIR(entry.st_mode)
                          ? ::mount("tmpfs", path.c_str(), "tmpfs", kFlags | MS_RDONLY, "size=4k,nr_inodes=2") == 0
                          : ::mount("/dev/null", path.c_str(), nullptr, MS_BIND, nullptr) == 0;
    if (!done) return false;
  }
  return true;
}

/// Files change on a clock that ticks some hundred times a second; newer kernels take the exact time now and then.
void View::let_clock_tick() const {
  timespec now{};
  ::clock_gettime(CLOCK_REALTIME, &result_.made);
  do {
    const timespec pause{0, 500'000};
    ::nanosleep(&pause, nullptr);
    ::clock_gettime(CLOCK_REALTIME_COARSE, &now);
  } while (now.tv_sec < result_.made.tv_sec ||
           (now.tv_sec == result_.made.tv_sec && now.tv_nsec <= result_.made.tv_nsec));
}

bool View::make() {
  for (const char* folder : kOwnFolders) result_.writable.emplace_back(folder);
  if (!order_.layered && order_.shown.empty() && order_.hidden.empty()) return true;
  if (!prepare()) {
    result_.mount_error = errno;
    result_.read_only_because = std::strerror(errno);
    return order_.hidden.empty();
  }
  cover_shown();
  if (order_.layered) layer();
  const std::string& home = order_.working_folder;
  if (result_.written) {
    result_.writable.push_back(home);
  } else if (std::ranges::none_of(covered_, [&](const std::string& path) { return is_within(home, path); })) {
    ::umount2(home.c_str(), MNT_DETACH);  // below the memory for its layers is the real one
  }
  // Whatever is opened for writing below one that is not covered could be such a pipe.
  for (const std::string& path : order_.shown)
    if (std::ranges::find(covered_, path) == covered_.end())
      std::erase_if(result_.writable,
                    [&](const std::string& folder) { return folder != home && is_within(path, folder); });
  if (!hide()) return false;
  if (order_.kept) let_clock_tick();
  return true;
}

}  // namespace

bool make_files_private(const InsideOrder& order, PrivateFiles& result) {
  return View(order, result).make();
}

}  // namespace commserver
