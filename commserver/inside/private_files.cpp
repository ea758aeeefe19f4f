// SPDX-License-Identifier: Apache-2.0
#include "commserver/inside/private_files.h"

#include <sched.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "commserver/guardian/agent_paths.h"
#include "commserver/inside/kernel_files.h"
#include "commserver/inside/mounting.h"
#include "commserver/inside/working_folder.h"

namespace commserver {
namespace {

constexpr const char* kOwnFolders[] = {"/tmp", "/var/tmp", "/dev"};

/// Builds the view step by step.
class View {
 public:
  View(const InsideOrder& order, PrivateFiles& result)
      : order_(order), result_(result), folder_(order.working_folder, order.limits.files) {}
  bool make();

 private:
  bool prepare();
  void cover_shown();
  bool hide() const;
  void let_clock_tick() const;

  const InsideOrder& order_;
  PrivateFiles& result_;
  WorkingFolder folder_;
  std::vector<std::string> covered_;  ///< of those that are shown
};

bool View::prepare() {
  std::vector<struct stat> hidden;
  for (const std::string& path : order_.hidden) {
    struct stat entry {};
    if (::stat(path.c_str(), &entry) == 0) hidden.push_back(entry);
  }
  return folder_.cover(std::move(hidden));
}

/// A named pipe in a folder that is only mounted here is shared with all others; in an overlay it is a different pipe.
void View::cover_shown() {
  const spark::Descriptor nothing = folder_.nothing();
  for (const std::string& path : order_.shown) {
    const spark::Descriptor folder = open_folder(AT_FDCWD, path, O_PATH);
    // So far the layers of the working folder are mounted on that folder, which is one of these folders or lies in one
    // of them.
    const std::string options =
        "userxattr,lowerdir=" + path_of(path == order_.working_folder ? folder_.real() : folder) + ":" +
        path_of(nothing);
    if (folder && ::mount("overlay", path.c_str(), "overlay", kMountFlags | MS_RDONLY, options.c_str()) == 0)
      covered_.push_back(path);
  }
}

bool View::hide() const {
  for (const std::string& path : order_.hidden) {
    struct stat entry {};
    if (::lstat(path.c_str(), &entry) != 0) continue;  // the entry has not been copied
    const bool done = S_ISDIR(entry.st_mode)
                          ? ::mount("tmpfs", path.c_str(), "tmpfs", kMountFlags | MS_RDONLY, "size=4k,nr_inodes=2") == 0
                          : ::mount("/dev/null", path.c_str(), nullptr, MS_BIND, nullptr) == 0;
    if (!done) return false;
  }
  return true;
}

/// The clock for the times of files ticks some hundred times per second; newer kernels sometimes use the exact time.
void View::let_clock_tick() const {
  timespec now{};
  // Real time: the kernel's clock stamps the files, and the agent's files have to get later times than these.
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
  const bool has_files = order_.layered || !order_.shown.empty() || !order_.hidden.empty();
  if (!has_files && !order_.covered) return true;
  const bool has_room =
      ::unshare(CLONE_NEWNS) == 0 && ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0;
  // Failures are ignored: an agent that sees some of these files can still play.
  if (has_room && order_.covered) {
    cover_kernel_files();
    protect_devices();
  }
  if (has_room && !has_files) return true;
  if (!has_room || !prepare()) {
    result_.mount_error = errno;
    result_.read_only_because = std::strerror(errno);
    return order_.hidden.empty();
  }
  cover_shown();
  if (order_.layered) result_.written = folder_.make_writable(result_.read_only_because);
  const std::string& home = order_.working_folder;
  if (result_.written) {
    result_.writable.push_back(home);
  } else if (std::ranges::none_of(covered_, [&](const std::string& path) { return is_within(home, path); })) {
    ::umount2(home.c_str(), MNT_DETACH);  // the real folder is below the memory for its layers
  }
  // Below a path that could not be covered, any file that is opened for writing could be such a pipe.
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
