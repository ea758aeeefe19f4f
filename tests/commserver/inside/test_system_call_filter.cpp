// SPDX-License-Identifier: Apache-2.0
//
// These tests interpret the program of the system call filter themselves: agents in a sandbox can only try the calls of
// this machine, while these tests cover the calls of all system call tables.
#include "commserver/inside/system_call_filter.h"

#include <fcntl.h>
#include <linux/audit.h>
#include <linux/futex.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <cerrno>

#include "spark/core/descriptor.h"
#include "tests/support/filter_program.h"

namespace {

std::vector<sock_filter> loaded;
bool is_refused_by_kernel = false;

}  // namespace

/// Replaces the library's function: keeps the program that would have gone to the kernel.
extern "C" int seccomp_load(scmp_filter_ctx filter) {
  if (is_refused_by_kernel) return -ENOSYS;
  const spark::Descriptor file(::memfd_create("filter", MFD_CLOEXEC));
  if (const int error = seccomp_export_bpf(filter, file.get()); error != 0) return error;
  const off_t size = ::lseek(file.get(), 0, SEEK_END);
  loaded.resize(static_cast<std::size_t>(size) / sizeof(sock_filter));
  return ::pread(file.get(), loaded.data(), static_cast<std::size_t>(size), 0) == size ? 0 : -EIO;
}

namespace {

FilterProgram filter(bool memory_is_limited = true) {
  loaded.clear();
  spark::Descriptor questions;
  REQUIRE(commserver::forbid_system_calls(memory_is_limited, questions));
  REQUIRE(loaded.size() > 100);
  return FilterProgram(loaded);
}

/// The filter's answer to a call; the error is 0 if the call is carried out.
struct Outcome {
  std::uint32_t action, error;
  bool operator==(const Outcome&) const = default;
  friend std::ostream& operator<<(std::ostream& out, const Outcome& o) {
    return out << std::hex << o.action << " with " << std::dec << o.error;
  }
};
constexpr Outcome kCarriedOut{SECCOMP_RET_ALLOW, 0};

constexpr Outcome fails(std::uint32_t error) {
  return {SECCOMP_RET_ERRNO, error};
}

using Arguments = std::vector<std::uint64_t>;

Outcome outcome(const FilterProgram& filter, std::uint32_t architecture, int number, const Arguments& arguments = {}) {
  seccomp_data call{number, architecture, 0, {}};
  std::copy(arguments.begin(), arguments.end(), call.args);
  const std::uint32_t answer = filter.answer(call);
  return {answer & SECCOMP_RET_ACTION_FULL, answer & SECCOMP_RET_DATA};
}

/// The number of a call in the table of that architecture.
int number_of(std::string_view call, std::uint32_t architecture) {
  // For these the library knows the numbers behind socketcall; since Linux 4.3 they are calls of their own, too.
  constexpr std::pair<std::string_view, int> kSince43[] = {{"socket", 359},  {"socketpair", 360}, {"bind", 361},
                                                           {"connect", 362}, {"listen", 363},     {"accept4", 364}};
  const auto own = std::ranges::find(kSince43, call, &std::pair<std::string_view, int>::first);
  if (architecture == SCMP_ARCH_X86 && own != std::end(kSince43)) return own->second;
  const int number = seccomp_syscall_resolve_name_arch(architecture, std::string(call).c_str());
  INFO(call);
  REQUIRE(number >= 0);
  return number;
}

constexpr const char* kForbiddenEverywhere[] = {
    "socket",  "connect", "bind",        "listen",     "accept4",         "io_uring_setup",   "keyctl",
    "add_key", "ptrace",  "mount",       "umount2",    "chroot",          "pivot_root",       "setns",
    "unshare", "bpf",     "userfaultfd", "move_mount", "perf_event_open", "process_vm_readv", "process_vm_writev",
    "kcmp",    "fsopen"};
constexpr const char* kNeeded[] = {"read",   "write",      "openat", "close", "mprotect",     "brk", "clone",
                                   "execve", "exit_group", "wait4",  "kill",  "gettimeofday", "dup2"};

#if defined(__x86_64__)
constexpr std::uint32_t kOfX86[] = {AUDIT_ARCH_X86_64, AUDIT_ARCH_I386};

std::uint32_t library_name_of(std::uint32_t architecture) {
  return architecture == AUDIT_ARCH_I386 ? std::uint32_t{SCMP_ARCH_X86} : std::uint32_t{SCMP_ARCH_X86_64};
}
#endif

}  // namespace

#if defined(__x86_64__)
TEST_CASE("system calls for communication or escape are refused, of 64 and of 32 bits, and needed ones are not") {
  const FilterProgram program = filter();
  const std::uint32_t architecture = GENERATE(from_range(std::begin(kOfX86), std::end(kOfX86)));
  const auto result = [&](const char* call, const Arguments& arguments = {}) {
    return outcome(program, architecture, number_of(call, library_name_of(architecture)), arguments);
  };
  for (const char* call : kForbiddenEverywhere) {
    INFO(call);
    CHECK(result(call) == fails(EPERM));
  }
  for (const char* call : kNeeded) {
    INFO(call);
    CHECK(result(call) == kCarriedOut);
  }
  CHECK(result("clone3") == fails(ENOSYS));
  CHECK(result("mincore") == fails(ENOSYS));
  for (const char* call : {"flock", "inotify_init", "inotify_init1", "inotify_add_watch"})
    CHECK(result(call) == fails(ENOSYS));
}

TEST_CASE("calls that act on the sandbox's first process are refused, those on other processes carried out") {
  const FilterProgram program = filter();
  const std::uint32_t architecture = GENERATE(from_range(std::begin(kOfX86), std::end(kOfX86)));
  const auto result = [&](const char* call, const Arguments& arguments) {
    INFO(call);
    return outcome(program, architecture, number_of(call, library_name_of(architecture)), arguments);
  };
  for (const char* call : {"kill", "tkill", "tgkill", "rt_sigqueueinfo", "rt_tgsigqueueinfo", "pidfd_open", "prlimit64",
                           "sched_setscheduler", "sched_setparam", "sched_setattr"}) {
    CHECK(result(call, {1, 1}) == fails(EPERM));
    for (const std::uint64_t other : {0ULL, 2ULL, 101ULL, 0xffffffffULL})
      CHECK(result(call, {other, 1}) == kCarriedOut);
  }
  for (const char* call : {"setpriority", "ioprio_set"}) {
    CHECK(result(call, {0, 1}) == fails(EPERM));
    CHECK(result(call, {0, 2}) == kCarriedOut);
  }
  CHECK(result("setpriority", {2, 0}) == fails(EPERM));  // all processes of the user
  CHECK(result("ioprio_set", {3, 0}) == fails(EPERM));
}

TEST_CASE("calls on shared futexes are handed over, ignored or refused, those on private ones carried out") {
  const FilterProgram program = filter();
  const std::uint32_t architecture = GENERATE(from_range(std::begin(kOfX86), std::end(kOfX86)));
  constexpr Outcome kHandedOver{SECCOMP_RET_USER_NOTIF, 0};
  const auto result = [&](const char* call, std::uint64_t operation) {
    return outcome(program, architecture, number_of(call, library_name_of(architecture)), {0x1000, operation});
  };
  for (const char* call : {"futex", "futex_time64"}) {
    if (std::string(call) == "futex_time64" && architecture != AUDIT_ARCH_I386) continue;
    for (const int operation : {FUTEX_WAIT, FUTEX_WAIT_BITSET, FUTEX_WAIT_BITSET | FUTEX_CLOCK_REALTIME})
      CHECK(result(call, operation) == kHandedOver);
    for (const int operation : {FUTEX_WAKE, FUTEX_WAKE_BITSET, FUTEX_REQUEUE, FUTEX_CMP_REQUEUE})
      CHECK(result(call, operation) == fails(0));
    for (const int operation : {FUTEX_WAKE_OP, FUTEX_LOCK_PI, FUTEX_UNLOCK_PI, FUTEX_WAIT_REQUEUE_PI})
      CHECK(result(call, operation) == fails(ENOSYS));
    for (int operation = FUTEX_WAIT; operation <= FUTEX_CMP_REQUEUE_PI; ++operation)
      CHECK(result(call, operation | FUTEX_PRIVATE_FLAG) == kCarriedOut);
  }
  CHECK(result("sysinfo", 0) == kHandedOver);
  for (const char* call : {"statfs", "fstatfs"}) CHECK(result(call, 0) == kHandedOver);
  if (architecture == AUDIT_ARCH_I386)
    for (const char* call : {"statfs64", "fstatfs64"}) CHECK(result(call, 0) == kHandedOver);
  CHECK(result("sched_setaffinity", 0) == fails(0));
  for (const int newer : {449, 454, 455, 456}) CHECK(outcome(program, architecture, newer) == fails(ENOSYS));
}

TEST_CASE("calls of the x32 table and of other architectures fail with ENOSYS") {
  const FilterProgram program = filter();
  constexpr int kX32 = 0x40000000;
  // The numbers shared with the 64-bit table, those of x32 alone, and future ones.
  for (int number = 0; number < 1024; ++number) {
    INFO(number);
    REQUIRE(outcome(program, AUDIT_ARCH_X86_64, kX32 | number) == fails(ENOSYS));
  }
  REQUIRE(outcome(program, AUDIT_ARCH_X86_64, std::numeric_limits<int>::max()) == fails(ENOSYS));
  for (const std::uint32_t architecture : std::initializer_list<std::uint32_t>{
           AUDIT_ARCH_AARCH64, AUDIT_ARCH_ARM, AUDIT_ARCH_PPC64LE, AUDIT_ARCH_RISCV64, 0})
    for (const int number : {0, 1, 41, 57, 1000}) {
      INFO(architecture << " " << number);
      CHECK(outcome(program, architecture, number) == fails(ENOSYS));
    }
}

TEST_CASE("multiplexed calls (socketcall, ipc) are refused depending on the call in them") {
  const FilterProgram program = filter(), of_unlimited = filter(false);
  const int socketcall = number_of("socketcall", SCMP_ARCH_X86), ipc = number_of("ipc", SCMP_ARCH_X86);
  constexpr std::uint32_t k32 = AUDIT_ARCH_I386;
  for (const std::uint64_t call : {1, 2, 3, 4, 5, 8, 18})  // socket, bind, connect, listen, accept, socketpair, accept4
    CHECK(outcome(program, k32, socketcall, {call}) == fails(EPERM));
  CHECK(outcome(program, k32, socketcall, {9}) == kCarriedOut);  // send
  constexpr std::uint64_t kVersion = 0x10000;
  for (const std::uint64_t call : {13, 23})  // msgget, shmget
    for (const std::uint64_t version : {std::uint64_t{0}, kVersion}) {
      CHECK(outcome(program, k32, ipc, {version | call}) == fails(ENOMEM));
      CHECK(outcome(of_unlimited, k32, ipc, {version | call}) == kCarriedOut);
    }
  CHECK(outcome(program, k32, ipc, {2}) == kCarriedOut);  // semget
  CHECK(outcome(program, k32, number_of("mmap", SCMP_ARCH_X86)) == fails(ENOSYS));
  CHECK(outcome(of_unlimited, k32, number_of("mmap", SCMP_ARCH_X86)) == kCarriedOut);
}

TEST_CASE("calls that are refused by their arguments are refused by those alone") {
  const FilterProgram program = filter(), of_unlimited = filter(false);
  const std::uint32_t architecture = GENERATE(from_range(std::begin(kOfX86), std::end(kOfX86)));
  const std::uint32_t library = library_name_of(architecture);
  const auto result = [&](const FilterProgram& by, const char* call, const Arguments& arguments) {
    return outcome(by, architecture, number_of(call, library), arguments);
  };
  // Of sockets only a pair of streams, whatever its flags.
  for (std::uint64_t type = 0; type <= 0xf; ++type)
    for (const int flags : std::initializer_list<int>{0, SOCK_CLOEXEC, SOCK_NONBLOCK | SOCK_CLOEXEC})
      CHECK(result(program, "socketpair", {AF_UNIX, type | static_cast<std::uint64_t>(flags)}) ==
            (type == SOCK_STREAM ? kCarriedOut : fails(EPERM)));

  for (const std::uint64_t flag :
       {CLONE_NEWUSER, CLONE_NEWNS, CLONE_NEWPID, CLONE_NEWNET, CLONE_NEWIPC, CLONE_NEWUTS, CLONE_NEWCGROUP}) {
    INFO(flag);
    CHECK(result(program, "clone", {flag | CLONE_VM}) == fails(EPERM));
  }
  CHECK(result(program, "clone", {CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_THREAD | CLONE_SIGHAND}) == kCarriedOut);

  for (const std::uint64_t command : {F_GETLK, F_SETLK, F_SETLKW, F_OFD_GETLK, F_OFD_SETLKW})
    CHECK(result(program, "fcntl", {3, command}) == fails(ENOLCK));
  // The last ones are hints about a file, F_GET_RW_HINT and so on.
  for (const std::uint64_t command : {F_SETLEASE, F_NOTIFY, 1035, 1036, 1037, 1038})
    CHECK(result(program, "fcntl", {3, command}) == fails(EINVAL));
  CHECK(result(program, "fcntl", {3, F_SETPIPE_SZ}) == fails(EPERM));
  CHECK(result(of_unlimited, "fcntl", {3, F_SETPIPE_SZ}) == kCarriedOut);
  for (const std::uint64_t command : {F_GETFD, F_SETFL, F_DUPFD_CLOEXEC})
    CHECK(result(program, "fcntl", {3, command}) == kCarriedOut);

  const char* mmap_call = architecture == AUDIT_ARCH_I386 ? "mmap2" : "mmap";
  constexpr std::uint64_t kShared = MAP_SHARED, kNameless = MAP_ANONYMOUS, kPrivate = MAP_PRIVATE;
  CHECK(result(program, mmap_call, {0, 4096, PROT_READ, kShared | kNameless}) == fails(ENOMEM));
  CHECK(result(of_unlimited, mmap_call, {0, 4096, PROT_READ, kShared | kNameless}) == kCarriedOut);
  CHECK(result(program, mmap_call, {0, 4096, PROT_READ, kPrivate | kNameless}) == kCarriedOut);
  CHECK(result(program, mmap_call, {0, 4096, PROT_READ, kShared}) == kCarriedOut);
  CHECK(result(program, "memfd_create", {}) == fails(ENOSYS));
  CHECK(result(of_unlimited, "memfd_create", {}) == kCarriedOut);
}
#endif

TEST_CASE("a filter that the kernel does not take is reported") {
  is_refused_by_kernel = true;
  errno = 0;
  spark::Descriptor questions;
  CHECK_FALSE(commserver::forbid_system_calls(true, questions));
  CHECK(errno == ENOSYS);
  is_refused_by_kernel = false;
}
