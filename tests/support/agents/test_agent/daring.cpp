// SPDX-License-Identifier: Apache-2.0
#include "daring.h"

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <vector>

#include "file_work.h"
#include "side_doors.h"
#include "talking.h"

namespace {

bool forked_child_can(bool (*what)()) {
  const pid_t child = fork();
  if (child == 0) _exit(what() ? 0 : 1);
  int status = 1;
  waitpid(child, &status, 0);
  return status == 0;
}

bool opens_foreign_socket() {
#if defined(__x86_64__)
  long result = 359;  // socket in the ABI of 32 bits
  asm volatile("int $0x80" : "+a"(result) : "b"(AF_UNIX), "c"(SOCK_STREAM), "d"(0) : "memory");
  return result >= 0;
#else
  return false;
#endif
}

bool may_open(int descriptors) {
  const rlimit files{static_cast<rlim_t>(descriptors) + 100, static_cast<rlim_t>(descriptors) + 100};
  return setrlimit(RLIMIT_NOFILE, &files) == 0;
}

/// Fills both directions of this many pairs of sockets.
bool fills_sockets(int count) {
  if (!may_open(2 * count)) return false;
  static char block[32 * 1024];
  for (int i = 0; i < count; ++i) {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends) != 0) return false;
    for (const int end : ends)
      while (write(end, block, sizeof block) > 0) {
      }
  }
  return true;
}

bool connects_to(const std::string& path, int socket) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  strncpy(address.sun_path, path.c_str(), sizeof address.sun_path - 1);
  return connect(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
}

/// Whether pages of a file that others may have read are in memory.
bool sees_cached_pages(const std::string& file) {
  const int descriptor = open(file.c_str(), O_RDONLY);
  void* place = mmap(nullptr, 4096, PROT_READ, MAP_SHARED, descriptor, 0);
  unsigned char page;
  return place != MAP_FAILED && mincore(place, 4096, &page) == 0;
}

/// Has this many children at the same time for a while; they may have ended without being waited for.
bool has_processes(int count, bool dead = false) {
  std::vector<pid_t> children;
  for (int i = 0; i < count; ++i) {
    const pid_t child = fork();
    if (child == 0 && dead) _exit(0);
    if (child == 0) sleep_for_ever();
    if (child < 0) break;
    children.push_back(child);
  }
  usleep(500'000);
  for (const pid_t child : children) {
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
  }
  return children.size() == static_cast<std::size_t>(count);
}

/// Tries what an agent must not do. `with` is a file, a process or a key.
bool dare(const std::string& what, const std::string& with) {
  if (what == "inet") return socket(AF_INET, SOCK_STREAM, 0) >= 0;
  if (what == "inet6") return socket(AF_INET6, SOCK_DGRAM, 0) >= 0;
  if (what == "unix") return socket(AF_UNIX, SOCK_STREAM, 0) >= 0;
  if (what == "netlink") return socket(AF_NETLINK, SOCK_RAW, 0) >= 0;
  if (what == "foreign") return forked_child_can(opens_foreign_socket);
  if (what == "io_uring") {
    char parameters[256] = {};
    return syscall(SYS_io_uring_setup, 1, parameters) >= 0;
  }
  if (what == "stream_pair" || what == "connect_pair") {
    int ends[2];
    const int type = what == "stream_pair" ? SOCK_STREAM : SOCK_DGRAM;
    return socketpair(AF_UNIX, type, 0, ends) == 0 && (type == SOCK_STREAM || connects_to(with, ends[0]));
  }
  if (what == "signal") return kill(atoi(with.c_str()), 0) == 0;
  if (what == "see") return access(("/proc/" + with + "/stat").c_str(), F_OK) == 0;
  if (what == "trace") return forked_child_can([] { return ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) == 0; });
  if (what == "namespace") return forked_child_can([] { return unshare(CLONE_NEWUSER) == 0; });
  if (what == "is_in") {  // like net:[4026531840], as the kernel names each
    char room[64] = {};
    const std::string kind = with.substr(0, with.find(':'));
    return readlink(("/proc/self/ns/" + kind).c_str(), room, sizeof room - 1) > 0 && with == room;
  }
  if (what == "key") return syscall(SYS_add_key, "user", with.c_str(), "x", 1, -3) >= 0;
  if (what == "pipe") return open(with.c_str(), O_RDWR | O_NONBLOCK) >= 0;
  if (what == "lock") return flock(open(with.c_str(), O_RDONLY), LOCK_EX | LOCK_NB) == 0;
  if (what == "leave") return open(with.c_str(), O_WRONLY | O_CREAT | O_EXCL, 0666) >= 0;
  if (what == "find") return access(with.c_str(), F_OK) == 0;
  if (what == "leave_memory") return shmget(atoi(with.c_str()), 100, IPC_CREAT | 0600) >= 0;
  if (what == "variable") return getenv(with.c_str()) != nullptr;
  if (what == "pass_on") {
    const int pipe = open(with.c_str(), O_WRONLY | O_NONBLOCK);
    return pipe >= 0 && write(pipe, "psst", 4) == 4;
  }
  if (what == "nowait") {
    char byte;
    iovec part{&byte, 1};
    return syscall(SYS_preadv2, open(with.c_str(), O_RDONLY), &part, 1, 0L, 0L, 8 /* RWF_NOWAIT */) >= 0 ||
           errno == EAGAIN;
  }
  if (what == "see_cached") return sees_cached_pages(with);
  if (what == "ask_cached") {
    unsigned long range[2] = {0, 4096};
    unsigned long counts[5];
    return syscall(451 /* cachestat */, open(with.c_str(), O_RDONLY), range, counts, 0) == 0;
  }
  if (what == "read_ahead") return posix_fadvise(open(with.c_str(), O_RDONLY), 0, 0, POSIX_FADV_WILLNEED) == 0;
  if (what == "plain_read") {
    char byte;
    iovec part{&byte, 1};
    return preadv(open(with.c_str(), O_RDONLY), &part, 1, 0) == 1;
  }
  if (what == "memfd") return syscall(SYS_memfd_create, "m", 0) >= 0;
  if (what == "pipes") {  // which stay open
    if (!may_open(2 * atoi(with.c_str()))) return false;
    int ends[2];
    for (int i = 0; i < atoi(with.c_str()); ++i)
      if (pipe(ends) != 0) return false;
    return true;
  }
  if (what == "fill_sockets") return fills_sockets(atoi(with.c_str()));
  if (what == "usual_pipe") {
    int ends[2];
    return pipe(ends) == 0 && fcntl(ends[0], F_GETPIPE_SZ) == 65536;
  }
  if (what == "large_pipe") {
    int ends[2];
    return pipe(ends) == 0 && fcntl(ends[0], F_SETPIPE_SZ, 1 << 20) > 0;
  }
  if (what == "map_shared") {
    return mmap(nullptr, 1 << 20, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0) != MAP_FAILED;
  }
  if (what == "map_own") {
    return mmap(nullptr, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED;
  }
  if (what == "first_to_go") {
    std::ifstream file("/proc/self/oom_score_adj");
    int score = 0;
    return file >> score && score >= 500;
  }
  if (what == "processes") return has_processes(atoi(with.c_str()));
  if (what == "dead_processes") return has_processes(atoi(with.c_str()), true);
  if (const auto done = work_on_file(what, with)) return *done;
  if (const auto done = try_side_door(what, with)) return *done;
  if (what == "find_memory") return shmget(atoi(with.c_str()), 100, 0) >= 0;
  _exit(15);
}

}  // namespace

void dare_all(char** first, std::string message) {
  while (message[0] != 'X') {
    std::string done = "A";
    for (char** each = first; *each; ++each) {
      const std::string text = *each;
      const std::size_t equals = text.find('=');
      if (dare(text.substr(0, equals), equals == text.npos ? "" : text.substr(equals + 1))) done += "(" + text + ")";
    }
    send(done);
    send("D");
    message = receive();
  }
  exit(0);
}
