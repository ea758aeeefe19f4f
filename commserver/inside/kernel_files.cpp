// SPDX-License-Identifier: Apache-2.0
#include "commserver/inside/kernel_files.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/sysinfo.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <string>
#include <string_view>
#include <vector>

#include "commserver/inside/mounting.h"

namespace commserver {
namespace {

constexpr std::size_t kMaxFile = 256 * 1024;
constexpr int kMaxProcessors = 1024;
constexpr const char* kSys = "/sys";
constexpr const char* kSettings = "/proc/sys";
/// A folder below /sys that holds these files until they are mounted in their places.
constexpr const char* kConstants = "/sys/constants";
constexpr const char* kNoFile = "/sys/constants/no file";
constexpr const char* kNoFolder = "/sys/constants/no folder";

/// The entries of /proc that never change, besides those of processes and links.
constexpr std::string_view kKept[] = {"cmdline", "version", "filesystems", "devices", "sys"};

/// Settings of the kernel that programs read; none of them is a counter.
constexpr const char* kCopiedSettings[] = {"kernel/osrelease",
                                           "kernel/ostype",
                                           "kernel/version",
                                           "kernel/hostname",
                                           "kernel/domainname",
                                           "kernel/pid_max",
                                           "kernel/threads-max",
                                           "kernel/ngroups_max",
                                           "kernel/cap_last_cap",
                                           "kernel/overflowuid",
                                           "kernel/overflowgid",
                                           "kernel/sem",
                                           "kernel/shmmax",
                                           "kernel/shmall",
                                           "kernel/shmmni",
                                           "kernel/msgmax",
                                           "kernel/msgmnb",
                                           "kernel/msgmni",
                                           "kernel/random/boot_id",
                                           "kernel/random/uuid",
                                           "kernel/randomize_va_space",
                                           "kernel/yama/ptrace_scope",
                                           "vm/overcommit_memory",
                                           "vm/overcommit_ratio",
                                           "vm/max_map_count",
                                           "vm/mmap_min_addr",
                                           "vm/swappiness",
                                           "fs/file-max",
                                           "fs/nr_open",
                                           "fs/pipe-max-size",
                                           "net/core/somaxconn"};

constexpr const char* kCopiedOfSys[] = {"devices/system/cpu/kernel_max",
                                        "devices/system/cpu/offline",
                                        "devices/system/cpu/online",
                                        "devices/system/cpu/possible",
                                        "devices/system/cpu/present",
                                        "devices/system/cpu/isolated",
                                        "devices/system/node/online",
                                        "devices/system/node/possible",
                                        "devices/system/node/has_cpu",
                                        "kernel/mm/transparent_hugepage/enabled",
                                        "kernel/mm/transparent_hugepage/defrag",
                                        "kernel/mm/transparent_hugepage/hpage_pmd_size",
                                        "kernel/mm/transparent_hugepage/shmem_enabled"};
constexpr const char* kCopiedOfProcessor[] = {"core_id", "physical_package_id", "core_siblings_list",
                                              "thread_siblings_list"};

std::string content(const std::string& path) {
  const spark::Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  std::string text;
  char block[4096];
  while (file && text.size() < kMaxFile) {
    const ssize_t count = ::read(file.get(), block, sizeof block);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    text.append(block, static_cast<std::size_t>(count));
  }
  return text;
}

struct File {
  std::string path;
  std::string text;
};

/// Also creates missing folders.
bool write(const File& file) {
  for (std::size_t slash = file.path.find('/', 1); slash != std::string::npos; slash = file.path.find('/', slash + 1))
    if (::mkdir(file.path.substr(0, slash).c_str(), 0755) != 0 && errno != EEXIST) return false;
  const spark::Descriptor made(::open(file.path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0444));
  return made && ::write(made.get(), file.text.data(), file.text.size()) == static_cast<ssize_t>(file.text.size());
}

/// Copies the files that exist.
void copy(std::vector<File>& files, const std::string& folder, const std::string& name) {
  if (std::string text = content(folder + "/" + name); !text.empty())
    files.push_back({folder + "/" + name, std::move(text)});
}

std::vector<File> constants_of_sys() {
  std::vector<File> files;
  for (const char* name : kCopiedOfSys) copy(files, kSys, name);
  for (int i = 0; i < kMaxProcessors; ++i) {
    const std::string folder = "devices/system/cpu/cpu" + std::to_string(i);
    if (::access((std::string(kSys) + "/" + folder).c_str(), F_OK) != 0) break;
    for (const char* name : kCopiedOfProcessor) copy(files, kSys, folder + "/topology/" + name);
  }
  return files;
}

/// A line for each kind of memory, in kB, with the size of the machine, half of it free.
std::string constant_meminfo() {
  struct sysinfo system {};
  ::sysinfo(&system);
  const unsigned long long total = static_cast<unsigned long long>(system.totalram) * system.mem_unit / 1024;
  std::string text;
  const auto add = [&](const char* name, unsigned long long kilobytes) {
    text += std::string(name) + ": " + std::to_string(kilobytes) + " kB\n";
  };
  add("MemTotal", total);
  add("MemFree", total / 2);
  add("MemAvailable", total / 2);
  for (const char* name : {"Buffers", "Cached", "SwapCached", "Active", "Inactive", "SwapTotal", "SwapFree", "Dirty",
                           "Writeback", "AnonPages", "Mapped", "Shmem", "Slab", "SReclaimable", "SUnreclaim"})
    add(name, 0);
  return text;
}

/// Calls `change` for each line; it may change the line, or empty it.
template <typename Change>
std::string changed(const std::string& text, Change change) {
  std::string result;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    std::string line = text.substr(begin, end - begin);
    change(line);
    result += line + "\n";
    begin = end + 1;
  }
  return result;
}

/// Leaves out the clock rate of the processors, which changes.
std::string constant_cpuinfo() {
  return changed(content("/proc/cpuinfo"), [](std::string& line) {
    if (line.starts_with("cpu MHz")) line = "cpu MHz\t\t: 1000.000";
  });
}

std::string constant_stat() {
  std::string text, begun;
  changed(content("/proc/stat"), [&](const std::string& line) {
    if (line.starts_with("cpu")) text += line.substr(0, line.find(' ')) + " 0 0 0 0 0 0 0 0 0 0\n";
    if (line.starts_with("btime ")) begun = line + "\n";
  });
  return text + "intr 0\nctxt 0\n" + begun + "processes 1\nprocs_running 1\nprocs_blocked 0\nsoftirq 0\n";
}

/// One group for each controller, as if nothing were limited. Java's runtime fails if /proc/self/mountinfo lists
/// controllers, but none is listed here.
std::string constant_cgroups() {
  std::string text = "#subsys_name\thierarchy\tnum_cgroups\tenabled\n";
  for (const char* name : {"cpuset", "cpu", "cpuacct", "blkio", "memory", "pids"})
    text += name + std::string("\t0\t1\t1\n");
  return text;
}

/// The constant files, by their names in /proc.
std::vector<File> constants_of_proc() {
  return {{"meminfo", constant_meminfo()},
          {"cpuinfo", constant_cpuinfo()},
          {"stat", constant_stat()},
          {"loadavg", "0.00 0.00 0.00 1/1 1\n"},
          {"cgroups", constant_cgroups()},
          {"uptime", "1.00 1.00\n"},
          {"swaps", "Filename\t\t\t\tType\t\tSize\t\tUsed\t\tPriority\n"}};
}

bool is_kept(const std::string& name, const struct stat& entry) {
  const bool is_process = name.find_first_not_of("0123456789") == std::string::npos;
  return is_process || S_ISLNK(entry.st_mode) || std::ranges::find(kKept, name) != std::end(kKept);
}

bool mount_constants(const char* place, const std::vector<File>& files) {
  if (::mount("tmpfs", place, "tmpfs", kMountFlags, "size=4m,mode=0755") != 0) return false;
  return std::ranges::all_of(files, write);
}

bool protect(const char* place) {
  return ::mount(nullptr, place, nullptr, MS_REMOUNT | MS_RDONLY | kMountFlags, nullptr) == 0;
}

/// Covers files and folders of /proc with those in `kConstants`, or with empty ones.
bool cover_proc() {
  DIR* proc = ::opendir("/proc");
  if (!proc) return false;
  bool done = true;
  while (const dirent* next = ::readdir(proc)) {
    const std::string name = next->d_name;
    struct stat entry {};
    if (name == "." || name == ".." || ::fstatat(::dirfd(proc), next->d_name, &entry, AT_SYMLINK_NOFOLLOW) != 0 ||
        is_kept(name, entry))
      continue;
    std::string cover = kConstants;
    cover.append("/").append(name);
    if (S_ISDIR(entry.st_mode))
      cover = kNoFolder;
    else if (::access(cover.c_str(), F_OK) != 0)
      cover = kNoFile;
    done = ::mount(cover.c_str(), ("/proc/" + name).c_str(), nullptr, MS_BIND, nullptr) == 0 && done;
  }
  ::closedir(proc);
  return done;
}

/// Turns a device node into a mount of its own. Its other restrictions are kept, as the kernel requires.
bool protect_node(const std::string& path) {
  struct statvfs place {};
  if (::statvfs(path.c_str(), &place) != 0) return false;
  const unsigned long forbidden = place.f_flag & (MS_NOSUID | MS_NODEV | MS_NOEXEC);
  return ::mount(nullptr, path.c_str(), nullptr, MS_REMOUNT | MS_BIND | MS_RDONLY | forbidden, nullptr) == 0;
}

}  // namespace

bool protect_devices() {
  DIR* devices = ::opendir("/dev");
  if (!devices) return false;
  bool done = true;
  while (const dirent* next = ::readdir(devices)) {
    struct stat entry {};
    if (::fstatat(::dirfd(devices), next->d_name, &entry, AT_SYMLINK_NOFOLLOW) == 0 && S_ISCHR(entry.st_mode))
      done = protect_node(std::string("/dev/") + next->d_name) && done;
  }
  ::closedir(devices);
  return done;
}

bool cover_kernel_files() {
  std::vector<File> files = constants_of_sys();
  for (File& file : constants_of_proc())
    files.push_back({std::string(kConstants) + "/" + file.path, std::move(file.text)});
  files.push_back({kNoFile, ""});
  std::vector<File> settings;
  for (const char* name : kCopiedSettings) copy(settings, kSettings, name);
  if (!mount_constants(kSys, files) || ::mkdir(kNoFolder, 0555) != 0) return false;
  return mount_constants(kSettings, settings) && cover_proc() && protect(kSettings) && protect(kSys);
}

}  // namespace commserver
