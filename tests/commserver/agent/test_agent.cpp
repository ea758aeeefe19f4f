// SPDX-License-Identifier: Apache-2.0
//
// An agent for the tests of the commserver, which keeps to the protocol or breaks it in the way its first argument
// names. Reads descriptor 3 and writes 4 unless told otherwise; knows nothing of the server's sources.
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "file_work.h"

namespace {

int input = 3;
int output = 4;

void send_raw(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = write(output, bytes.data(), bytes.size());
    if (count <= 0) _exit(10);
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
}

std::string head(std::size_t length) {
  std::string bytes;
  for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(length >> shift & 0xff);
  return bytes;
}

void send(std::string_view text) {
  send_raw(head(text.size()) + std::string(text));
}

bool receive_bytes(char* bytes, std::size_t count) {
  while (count > 0) {
    const ssize_t got = read(input, bytes, count);
    if (got <= 0) return false;
    bytes += got;
    count -= static_cast<std::size_t>(got);
  }
  return true;
}

/// The next message; ends the process when there is none.
std::string receive() {
  unsigned char length[4];
  if (!receive_bytes(reinterpret_cast<char*>(length), 4)) _exit(11);
  std::string text((length[0] << 24 | length[1] << 16 | length[2] << 8 | length[3]) & 0xffffffff, '\0');
  if (!receive_bytes(text.data(), text.size())) _exit(12);
  return text;
}

[[noreturn]] void sleep_for_ever() {
  while (true) pause();
}

void get_ready() {
  if (receive() != "D") _exit(13);
  send("I");
}

std::string arrival_of(const std::string& sensation) {
  const std::size_t first = sensation.find(' ');
  return sensation.substr(first + 1, sensation.find(' ', first + 1) - first - 1);
}

/// What well-behaved agents do: ask for the thinking time, ask to be woken ten steps later, act there.
[[noreturn]] void behave(std::string message) {
  while (true) {
    if (message[0] == 'X') exit(0);
    if (message[0] == 'S') {
      send("A(got " + message.substr(1) + ")");
      send("C");
      const std::string answer = receive();
      if (answer[0] == 'X') exit(0);
      send("A(think " + answer + ")");
      send("R" + std::to_string(std::stol(arrival_of(message)) + 10));
      send("D");
    } else if (message[0] == 'T') {
      send("A(woken " + message.substr(1) + ")");
      send("D");
    }
    message = receive();
  }
}

/// Uses so much CPU time in each sensation, then acts.
[[noreturn]] void burn(std::string message, long milliseconds) {
  while (true) {
    if (message[0] == 'X') exit(0);
    if (message[0] == 'S') {
      timespec now{};
      clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
      const long end = now.tv_sec * 1000 + now.tv_nsec / 1000000 + milliseconds;
      do {
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
      } while (now.tv_sec * 1000 + now.tv_nsec / 1000000 < end);
      send("A(burnt)");
    }
    if (message[0] == 'S' || message[0] == 'T') send("D");
    message = receive();
  }
}

/// Uses more of something than any sensible limit: memory little by little or at once, CPU time, a file.
[[noreturn]] void use_up(std::string_view what, const char* file) {
  volatile unsigned long work = 0;
  if (what == "eat_memory") {
    while (true) memset(new char[1 << 20], 1, 1 << 20);
  }
  if (what == "eat_memory_at_once") {
    memset(new char[1UL << 32], 1, 1 << 20);
  }
  if (what == "eat_cpu_stubbornly") signal(SIGXCPU, SIG_IGN);
  if (what == "eat_disk") {
    const int disk = open(file, O_WRONLY | O_CREAT, 0666);
    while (write(disk, "12345678", 8) > 0) lseek(disk, 1 << 16, SEEK_CUR);
    _exit(14);
  }
  while (true) work = work + 1;
}

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

/// Has so many children at the same time, for a while.
bool has_processes(int count) {
  std::vector<pid_t> children;
  for (int i = 0; i < count; ++i) {
    const pid_t child = fork();
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
  if (const auto done = work_on_file(what, with)) return *done;
  if (what == "find_memory") return shmget(atoi(with.c_str()), 100, 0) >= 0;
  _exit(15);
}

/// Answers each sensation with what could be done of all that is dared, "WHAT" or "WHAT=WITH" each.
[[noreturn]] void dare_all(char** first, std::string message) {
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

/// Ends only when it gets SIGTERM, not without a word.
[[noreturn]] void tidy_up() {
  signal(SIGTERM, [](int) {
    if (write(STDOUT_FILENO, "tidied up", 9) == 9) _exit(0);
  });
  sleep_for_ever();
}

/// Prints numbered lines of ten bytes each.
void print_lines(long count) {
  for (long i = 0; i < count; ++i) printf("%09ld\n", i);
  fflush(stdout);
}

/// Leaves a process behind that has nothing to do with this one any more; writes its number to a file.
void leave_daemon(const char* file) {
  if (fork() != 0) return;
  setsid();
  if (fork() != 0) _exit(0);
  setsid();
  for (int i = 0; i < 64; ++i) close(i);
  signal(SIGTERM, SIG_IGN);
  const std::string name = file;
  FILE* out = fopen((name + ".new").c_str(), "w");
  fprintf(out, "%d", static_cast<int>(getpid()));
  fclose(out);
  rename((name + ".new").c_str(), file);
  sleep_for_ever();
}

/// Writes to a file what this process was given: descriptors, signals, session, working folder.
void describe_surroundings(const char* file) {
  std::string text;
  for (int i = 0; i < 1024; ++i)
    if (fcntl(i, F_GETFD) >= 0) text += std::to_string(i) + ' ';
  sigset_t blocked;
  sigprocmask(SIG_BLOCK, nullptr, &blocked);
  bool clean = true;
  for (const int i : {SIGHUP, SIGINT, SIGQUIT, SIGPIPE, SIGALRM, SIGTERM, SIGCHLD, SIGTSTP, SIGTTIN, SIGTTOU, SIGUSR1,
                      SIGUSR2, SIGXFSZ}) {
    struct sigaction action {};
    sigaction(i, nullptr, &action);
    clean = clean && action.sa_handler == SIG_DFL && sigismember(&blocked, i) == 0;
  }
  char folder[4096];
  text += clean ? "clean " : "dirty ";
  text += getsid(0) == getpid() ? "leader " : "member ";
  text += getcwd(folder, sizeof folder) ? folder : "?";
  FILE* out = fopen(file, "w");
  fputs(text.c_str(), out);
  fclose(out);
}

}  // namespace

#if defined(__SANITIZE_ADDRESS__)
/// The search for leaks at the end traces the process, which a sandbox forbids.
extern "C" const char* __asan_default_options() {
  return "detect_leaks=0";
}
#endif

int main(int argc, char** argv) {
  const std::string mode = argc > 1 ? argv[1] : "behave";
  const char* file = argc > 2 ? argv[2] : "";
  if (mode == "exit") return 3;
  if (mode == "explain_and_exit") {
    fputs("first line\n\x1b[2Jcannot open learned.tab\nthis is the end\n\n", stderr);
    return 3;
  }
  if (mode == "exit_like_a_signal") return 128 + SIGKILL;
  if (mode == "surroundings") {
    describe_surroundings(file);
    input = atoi(argv[3]);
    output = atoi(argv[4]);
  }
  if (mode == "print") {
    puts("to stdout");
    fflush(stdout);
    fputs("to stderr", stderr);
  }
  if (mode == "daemon") leave_daemon(file);
  if (mode == "stubborn") signal(SIGTERM, SIG_IGN);
  if (mode == "late") usleep(100000);
  get_ready();
  if (mode == "crash") abort();
  if (mode == "garbage") send_raw("this is no frame at all");
  if (mode == "half") {
    send_raw(head(100) + "A(half");
    return 0;
  }
  if (mode == "oversize") send("A" + std::string(70000, 'x'));
  if (mode == "nonsense") {
    for (const char* text : {"", "Z", "I", "A(early)", "R5", "C", "D", "R-1"}) send(text);
  }
  if (mode == "deaf") {
    close(input);
    sleep_for_ever();
  }
  if (mode == "mute") {
    close(output);
    sleep_for_ever();
  }
  if (mode == "refused") {
    while (true) send("Z");
  }
  if (mode == "stubborn") {
    while (receive()[0] != 'X') send("D");
    while (true) send("A(still here)");
  }
  if (mode == "leave_after") {
    while (receive()[0] != 'X') send("D");
    usleep(static_cast<useconds_t>(atoi(file)) * 1000);
    return write(STDOUT_FILENO, "left", 4) == 4 ? 0 : 16;
  }
  if (mode == "sleeper") sleep_for_ever();
  if (mode == "endless") {
    receive();
    while (true) send("A(drive 100 0 0)(say flood)");
  }
  if (mode == "requests") {
    while (receive()[0] != 'X') {
      for (int i = 0; i < 10000; ++i) send("R" + std::to_string(i));
      send("D");
    }
    return 0;
  }
  if (mode == "done") {
    while (true) send("D");
  }

  std::string message = receive();
  if (mode == "deaf_thinker" || mode == "deaf_done" || mode == "deaf_answer") {
    // Closes its input while it thinks, behind its D (when the next sensation may or may not have come), or in the
    // middle of its next one; goes on talking as if it still heard.
    send("A(heard)");
    if (mode == "deaf_thinker") close(input);
    send("D");
    if (*file) usleep(static_cast<useconds_t>(atol(file)));
    if (mode == "deaf_answer") {
      char piece[6];
      receive_bytes(piece, sizeof piece);
    }
    close(input);
    for (int i = 0; i < 50; ++i) {
      send("A(blind)");
      send("R0");
      send("D");
      if (*file) usleep(200);
    }
    sleep_for_ever();
  }
  if (mode == "last_words") {
    send("A(farewell)");
    send("R" + arrival_of(message));
    send("D");
    return 4;
  }
  if (mode == "long_last_words") {
    // All of it fits into the pipe, so that nobody need read before this process has ended.
    fcntl(output, F_SETPIPE_SZ, 1 << 20);
    for (int i = 0; i < 250; ++i) send("A" + std::to_string(i) + std::string(1000, ' '));
    send("D");
    return 0;
  }
  if (mode == "heir") {
    // A child in a session of its own inherits the pipes and says nothing.
    if (fork() == 0) {
      setsid();
      send("A(heir)");
      sleep_for_ever();
    }
    return 5;
  }
  if (mode.starts_with("eat_")) use_up(mode, file);
  if (mode == "print_lines_with_heir") {
    // A child in a session of its own keeps the log open.
    if (fork() == 0) {
      setsid();
      sleep_for_ever();
    }
  }
  if (mode.starts_with("print_lines")) {
    print_lines(atol(file));
    send("A(printed)");
    send("D");
    message = receive();
  }
  if (mode == "dare") dare_all(argv + 2, message);
  if (mode == "tidy_up") tidy_up();
  if (mode == "hang") sleep_for_ever();
  if (mode == "ask") {
    while (true) send("C");
  }
  if (mode == "flood") {
    for (int i = 0; i < 300; ++i) send("A" + std::string(2000, 'x'));
    send("D");
    message = receive();
  }
  if (mode == "in_place") {
    while (message[0] != 'X') {
      send("R0");
      send("D");
      message = receive();
    }
  }
  if (mode == "burn") burn(message, atol(file));
  behave(message);
}
