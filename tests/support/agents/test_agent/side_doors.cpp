// SPDX-License-Identifier: Apache-2.0
#include "side_doors.h"

#include <dirent.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <map>
#include <sstream>
#include <vector>

namespace {

long futex(const unsigned* place, int command, unsigned value, const timespec* timeout = nullptr) {
  return syscall(SYS_futex, place, command, value, timeout, nullptr, ~0U);
}

/// A number in a page of a file that others may map, too.
const unsigned* number_in(const std::string& file) {
  void* page = mmap(nullptr, 4096, PROT_READ, MAP_SHARED, open(file.c_str(), O_RDONLY), 0);
  return page == MAP_FAILED ? nullptr : static_cast<const unsigned*>(page) + 8;
}

void* wait_at(void* place) {
  const auto* number = static_cast<const unsigned*>(place);
  while (true) futex(number, FUTEX_WAIT, *number);
}

void* nap(void*) {
  usleep(30'000);
  return nullptr;
}

/// Waits many times for a thread that ends later.
bool joins_threads() {
  for (int i = 0; i < 5; ++i) {
    pthread_t thread;
    if (pthread_create(&thread, nullptr, nap, nullptr) != 0 || pthread_join(thread, nullptr) != 0) return false;
  }
  return true;
}

timespec in_ms(long ms) {
  timespec time{};
  clock_gettime(CLOCK_REALTIME, &time);
  const long ns = time.tv_nsec + ms * 1'000'000;
  return {time.tv_sec + ns / 1'000'000'000, ns % 1'000'000'000};
}

/// Two processes that pass a turn to each other, and one that waits without success.
bool shares_semaphores(const std::string& folder) {
  std::string name = folder + "/semaphoresXXXXXX";
  const int file = mkstemp(name.data());
  if (unlink(name.c_str()) != 0 || ftruncate(file, 4096) != 0) return false;
  void* memory = mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (memory == MAP_FAILED) return false;
  auto* turns = static_cast<sem_t*>(memory);
  for (int i = 0; i < 3; ++i) sem_init(turns + i, 1, 0);
  if (fork() == 0) {
    for (int i = 0; i < 20; ++i) sem_wait(turns), sem_post(turns + 1);
    _exit(0);
  }
  for (int i = 0; i < 20; ++i) sem_post(turns), sem_wait(turns + 1);
  wait(nullptr);
  const timespec soon = in_ms(30);
  if (sem_timedwait(turns + 2, &soon) == 0 || errno != ETIMEDOUT) return false;
  const timespec now = in_ms(0);  // and not too early
  return now.tv_sec > soon.tv_sec || (now.tv_sec == soon.tv_sec && now.tv_nsec >= soon.tv_nsec);
}

using Counts = std::map<std::string, std::string>;

bool is_of_processes(const std::string& path) {
  return path.find("/proc/self") == 0 || path.find("/proc/thread-self") == 0 ||
         (path.find("/proc/") == 0 && path[6] >= '0' && path[6] <= '9');
}

void read_below(const std::string& folder, Counts& counts) {
  DIR* entries = opendir(folder.c_str());
  if (!entries) return;
  while (const dirent* entry = readdir(entries)) {
    const std::string name = entry->d_name;
    const std::string path = folder + "/" + name;
    struct stat about {};
    if (name == "." || name == ".." || is_of_processes(path) || lstat(path.c_str(), &about) != 0) continue;
    if (S_ISDIR(about.st_mode)) read_below(path, counts);
    if (!S_ISREG(about.st_mode)) continue;
    const int file = open(path.c_str(), O_RDONLY | O_NONBLOCK);
    std::string& text = counts[path];
    text.resize(1 << 16);
    text.resize(static_cast<std::size_t>(std::max<ssize_t>(0, read(file, text.data(), text.size()))));
    close(file);
  }
  closedir(entries);
}

/// Information of the kernel that does not belong to this process.
Counts kernel_counts(const std::string& of) {
  Counts counts;
  if (of != "all") {
    std::ifstream file(of);
    counts[of] = std::string(std::istreambuf_iterator<char>(file), {});
  } else {
    read_below("/proc", counts);
    read_below("/sys", counts);
  }
  struct sysinfo system {};
  sysinfo(&system);
  counts["sysinfo"] = std::to_string(system.procs) + " " + std::to_string(system.freeram) + " " +
                      std::to_string(system.sharedram) + " " + std::to_string(system.loads[0]);
  struct statfs disk {};
  counts["statfs"] = statfs("/", &disk) == 0 ? std::to_string(disk.f_bfree) : "";
  return counts;
}

/// Ways in which an agent could be noticed: processes and threads, memory, terminals, open files, and text in its log.
void make_noise() {
  for (int i = 0; i < 30; ++i)
    if (const pid_t child = fork(); child == 0) sleep(20), _exit(0);
  for (int i = 0; i < 50; ++i) open("/dev/null", O_RDONLY);
  for (int i = 0; i < 5; ++i) posix_openpt(O_RDWR | O_NOCTTY);
  const std::string words(700 << 10, 'x');
  char name[] = "/tmp/noiseXXXXXX";
  const int file = mkstemp(name);  // stays open, and so does the memory
  unlink(name);
  for (int i = 0; i < 30; ++i)
    if (write(file, words.data(), words.size()) < 0) break;
  for (std::size_t said = 0; said < words.size();)
    said +=
        static_cast<std::size_t>(std::max<ssize_t>(0, write(STDOUT_FILENO, words.data() + said, words.size() - said)));
}

bool sees_noise(const std::string& of) {
  const Counts before = kernel_counts(of);
  make_noise();
  bool seen = false;
  for (const auto& [name, text] : kernel_counts(of)) {
    const auto old = before.find(name);
    if (old != before.end() && old->second == text) continue;
    fprintf(stderr, "%s has changed\n", name.c_str());
    seen = true;
  }
  return seen;
}

/// The command line of the first process here.
bool first_process_names(const std::string& folder) {
  std::ifstream file("/proc/1/cmdline");
  std::stringstream text;
  text << file.rdbuf();
  return text.str().find(folder) != std::string::npos;
}

/// Whether it may restrict itself to one processor, and whether it then has one of several.
bool asks_for_processor(bool gets_it) {
  cpu_set_t all, one, now;
  if (sched_getaffinity(0, sizeof all, &all) != 0) return false;
  CPU_ZERO(&one);
  for (int each = 0; each < CPU_SETSIZE && CPU_COUNT(&one) == 0; ++each)
    if (CPU_ISSET(each, &all)) CPU_SET(each, &one);
  const bool may = sched_setaffinity(0, sizeof one, &one) == 0 && sched_getaffinity(0, sizeof now, &now) == 0;
  sched_setaffinity(0, sizeof all, &all);
  return may && (!gets_it || (CPU_COUNT(&all) > 1 && CPU_COUNT(&now) == 1));
}

/// The calls of Python's shutil.disk_usage and multiprocessing.Array: the folder has free space, by path and by
/// descriptor, and a missing folder is reported as such.
bool finds_room(const std::string& folder) {
  struct statvfs by_path {
  }, by_number{}, from_there{}, none{};
  const int number = open(folder.c_str(), O_RDONLY | O_DIRECTORY);
  if (statvfs(folder.c_str(), &by_path) != 0 || fstatvfs(number, &by_number) != 0) return false;
  const bool is_missing = statvfs((folder + "/nothing").c_str(), &none) != 0 && errno == ENOENT;
  const bool is_closed = fstatvfs(9999, &none) != 0 && errno == EBADF;
  const bool is_nowhere = syscall(SYS_statfs, nullptr, &none) != 0 && errno == EFAULT;
  const int here = open(".", O_PATH | O_DIRECTORY);
  const bool is_there = fchdir(number) == 0 && statvfs(".", &from_there) == 0 && fchdir(here) == 0;
  return is_missing && is_closed && is_nowhere && is_there && by_path.f_bavail * by_path.f_frsize > 1'000'000 &&
         by_path.f_blocks == by_number.f_blocks && by_path.f_blocks == from_there.f_blocks && by_path.f_namemax == 255;
}

/// The mode stays as it is, whether it may be changed or not.
bool changes_mode(int file) {
  struct stat about {};
  return fstat(file, &about) == 0 && fchmod(file, about.st_mode & 07777) == 0;
}

bool acts_on_first_process() {
  rlimit limit{};
  return kill(1, 0) == 0 || prlimit(1, RLIMIT_NOFILE, nullptr, &limit) == 0 || setpriority(PRIO_PROCESS, 1, 19) == 0 ||
         setpriority(PRIO_USER, 0, 19) == 0;
}

bool leaves_first_place() {
  const int file = open("/proc/self/oom_score_adj", O_WRONLY);
  return file >= 0 && write(file, "0", 1) == 1;
}

/// The size of the machine is no secret.
bool knows_machine() {
  std::string word;
  unsigned long long total = 0;
  std::ifstream("/proc/meminfo") >> word >> total;
  struct sysinfo system {};
  return word == "MemTotal:" && total > 10'000 && sysinfo(&system) == 0 &&
         system.totalram * system.mem_unit / 1024 == total && sysconf(_SC_NPROCESSORS_ONLN) > 0 &&
         sysconf(_SC_PHYS_PAGES) > 1000;
}

}  // namespace

std::optional<bool> try_side_door(const std::string& what, const std::string& with) {
  if (what == "wait_at") {
    pthread_t thread;
    const unsigned* place = number_in(with);
    return place && pthread_create(&thread, nullptr, wait_at, const_cast<unsigned*>(place)) == 0;
  }
  if (what == "wake_at") return futex(number_in(with), FUTEX_WAKE, 100) > 0;
  if (what == "join_threads") return joins_threads();
  if (what == "semaphores") return shares_semaphores(with);
  if (what == "unreadable") return prctl(PR_SET_DUMPABLE, 0) == 0;
  if (what == "counts_processes") {
    struct sysinfo system {};
    return sysinfo(&system) == 0 && system.procs > 1;
  }
  if (what == "noise") return sees_noise(with);
  if (what == "first_names") return first_process_names(with);
  if (what == "affinity") return asks_for_processor(false);
  if (what == "gets_processor") return asks_for_processor(true);
  if (what == "finds_room") return finds_room(with);
  if (what == "touch") return utimensat(AT_FDCWD, with.c_str(), nullptr, 0) == 0;
  if (what == "touch_output") return futimens(STDOUT_FILENO, nullptr) == 0;
  if (what == "change_mode") return changes_mode(open(with.c_str(), O_WRONLY));
  if (what == "change_output") return changes_mode(STDOUT_FILENO);
  if (what == "act_on_first") return acts_on_first_process();
  if (what == "leave_first_place") return leaves_first_place();
  if (what == "machine") return knows_machine();
  return std::nullopt;
}
