// SPDX-License-Identifier: Apache-2.0
#include "commserver/guardian/own_user.h"

#include <fcntl.h>
#include <grp.h>
#include <linux/mount.h>
#include <sched.h>
#include <sys/fsuid.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <set>
#include <string_view>
#include <utility>

#include "commserver/guardian/agent_paths.h"
#include "commserver/guardian/kernel_version.h"
#include "commserver/guardian/pseudo_files.h"
#include "spark/core/descriptor.h"

namespace commserver {
namespace {

std::string reason(std::string_view what) {
  return std::string(what) + ": " + std::strerror(errno);
}

/// A mapping that exchanges `from` and `to`, and keeps all other numbers.
std::string exchange(std::uint64_t from, std::uint64_t to) {
  constexpr std::uint64_t kAll = 0xffff'ffff;
  std::string lines = std::to_string(from) + " " + std::to_string(to) + " 1\n";
  const auto keep = [&](std::uint64_t first, std::uint64_t end) {
    const std::string number = std::to_string(first);
    if (first < end) lines += number + " " + number + " " + std::to_string(end - first) + "\n";
  };
  keep(0, from);
  keep(from + 1, to);
  keep(to + 1, kAll);
  return lines;
}

/// A user namespace in which files of this process's user and group are those of the user `number`. On failure empty,
/// with errno.
spark::Descriptor mapping_to(uid_t number) {
  const auto child = static_cast<pid_t>(::syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0));
  if (child < 0) return {};
  if (child == 0) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    while (true) ::pause();
  }
  const std::string process = "/proc/" + std::to_string(child);
  spark::Descriptor mapping;
  if (write_pseudo_file(process + "/uid_map", exchange(::geteuid(), number)) &&
      write_pseudo_file(process + "/gid_map", exchange(::getegid(), number)))
    mapping = spark::Descriptor(::open((process + "/ns/user").c_str(), O_RDONLY | O_CLOEXEC));
  const int why = errno;
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  errno = why;
  return mapping;
}

bool set_mount(int tree, const char* path, unsigned flags, mount_attr attributes) {
  return ::syscall(SYS_mount_setattr, tree, path, flags, &attributes, sizeof attributes) == 0;
}

/// The mount points below the root; each comes before those below it.
std::set<std::string> mount_points() {
  std::set<std::string> points;
  for (const Mount& mount : mounts()) points.insert(mount.point);
  points.erase("/");
  return points;
}

bool is_of_kernel(const std::string& point) {
  const auto lies_in = [&](const char* folder) { return is_within(point, folder); };
  return lies_in("/proc") || lies_in("/sys") || (lies_in("/dev") && !lies_in("/dev/shm"));
}

/// A copy of the mount at `point`, without the mounts below it.
spark::Descriptor copied_mount(const std::string& point) {
  return spark::Descriptor(static_cast<int>(
      ::syscall(SYS_open_tree, AT_FDCWD, point.c_str(), OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC | AT_NO_AUTOMOUNT)));
}

bool mount_copy(const spark::Descriptor& copy, const std::string& point) {
  return ::syscall(SYS_move_mount, copy.get(), "", AT_FDCWD, point.c_str(), MOVE_MOUNT_F_EMPTY_PATH) == 0;
}

std::string not_shown(const std::string& point) {
  return reason("what is mounted at " + point + " cannot be shown to another user");
}

/// Replaces the root folder of this process by a view in which files of its user belong to another user. On failure
/// returns the reason; part of the work may have been done by then.
std::string exchange_root(const spark::Descriptor& mapping) {
  mount_attr unshared{};
  unshared.propagation = MS_PRIVATE;
  if (::unshare(CLONE_NEWNS) != 0 || !set_mount(AT_FDCWD, "/", AT_RECURSIVE, unshared))
    return reason("no view of files of its own");
  mount_attr mapped{};
  mapped.attr_set = MOUNT_ATTR_IDMAP | MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID;
  mapped.userns_fd = static_cast<std::uint64_t>(mapping.get());
  const spark::Descriptor root = copied_mount("/");
  if (!root || !set_mount(root.get(), "", AT_EMPTY_PATH, mapped))
    return reason("the file system of / cannot be shown as another user's");
  // Only a mount that is not yet part of a tree can be mapped. Mounts that cannot be mapped stay unchanged.
  std::vector<std::pair<std::string, spark::Descriptor>> copies;
  for (const std::string& point : mount_points()) {
    spark::Descriptor copy = copied_mount(point);
    if (!copy) {
      // A mount point below another mount, or in a folder that no one may enter, is not visible to this process either.
      if (errno == ENOENT || errno == ENOTDIR || errno == EACCES) continue;
      return not_shown(point);
    }
    if (!is_of_kernel(point)) set_mount(copy.get(), "", AT_EMPTY_PATH, mapped);
    copies.emplace_back(point, std::move(copy));
  }
  if (!mount_copy(root, "/") || ::fchdir(root.get()) != 0 || ::chroot(".") != 0)
    return reason("no root folder of its own");
  for (const auto& [point, copy] : copies)
    if (!mount_copy(copy, point)) return not_shown(point);
  return {};
}

/// Checks with the present rights of this process.
bool has_access(const char* path, int mode) {
  return ::syscall(SYS_faccessat2, AT_FDCWD, path, mode, AT_EACCESS) == 0;
}

}  // namespace

/// A path that the user cannot execute or read; empty if there is none.
std::string OwnUser::out_of_reach() const {
  const auto own_user = static_cast<uid_t>(::setfsuid(number));
  const auto own_group = static_cast<gid_t>(::setfsgid(number));
  std::string first;
  const auto check = [&](std::string path, int mode) {
    if (path.size() > 1 && path.ends_with('/')) path.pop_back();
    if (first.empty() && !has_access(path.c_str(), mode)) first = reason(path) + " (chmod a+rX gives it to all users)";
  };
  check(folder, R_OK | X_OK);
  for (const std::string program : programs) {
    check(program.substr(0, program.rfind('/') + 1), R_OK | X_OK);
    check(program, X_OK);
  }
  ::setfsgid(own_group);
  ::setfsuid(own_user);
  return first;
}

std::string OwnUser::problem_of_becoming() const {
  const spark::Descriptor mapping = mapping_to(number);
  if (!mapping) return reason("no users can be mapped");
  if (std::string why = exchange_root(mapping); !why.empty()) return why;
  if (std::string why = out_of_reach(); !why.empty()) return why;
  if (::setresgid(number, number, number) != 0) return reason("the group cannot be changed");
  struct stat found {};
  for (const int descriptor : descriptors)
    if (::fstat(descriptor, &found) == 0 && S_ISFIFO(found.st_mode)) ::fchown(descriptor, number, number);
  if (::setresuid(number, number, number) != 0) return reason("the user cannot be changed");
  return {};
}

bool OwnUser::become(std::string& why) const {
  const spark::Descriptor before(::open("/proc/self/ns/mnt", O_RDONLY | O_CLOEXEC));
  const spark::Descriptor root(::open("/", O_PATH | O_DIRECTORY | O_CLOEXEC));
  std::vector<gid_t> groups(static_cast<std::size_t>(std::max(0, ::getgroups(0, nullptr))));
  groups.resize(static_cast<std::size_t>(std::max(0, ::getgroups(static_cast<int>(groups.size()), groups.data()))));
  gid_t real = 0, effective = 0, saved = 0;
  ::getresgid(&real, &effective, &saved);
  // Before Linux 5.19 the layers of an overlay could not be such mounts. To undo the change, the process must keep the
  // right to change the root folder.
  why = {};
  if (!is_kernel_since(5, 19))
    why = "that needs Linux 5.19";
  else if (!before || !root || ::chroot("/") != 0)
    why = reason("no root folder of its own");
  else if (::setgroups(0, nullptr) != 0)  // first, because they may give access that the user lacks
    why = reason("the groups cannot be changed");
  if (!why.empty()) return true;
  why = problem_of_becoming();
  if (why.empty()) return true;
  // After this the root folder is that of the mount namespace, which differs from the old one in a chroot.
  return ::setns(before.get(), CLONE_NEWNS) == 0 && ::fchdir(root.get()) == 0 && ::chroot(".") == 0 &&
         ::setresgid(real, effective, saved) == 0 && ::setgroups(groups.size(), groups.data()) == 0;
}

}  // namespace commserver
