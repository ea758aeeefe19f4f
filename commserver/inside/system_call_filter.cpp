// SPDX-License-Identifier: Apache-2.0
#include "commserver/inside/system_call_filter.h"

#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>

#include <cerrno>
#include <cstddef>
#include <vector>

namespace commserver {
namespace {

#if defined(__x86_64__)
constexpr unsigned kThisArchitecture = AUDIT_ARCH_X86_64;
constexpr unsigned kForeignCalls = 0x40000000;  // x32: other numbers for the same calls
#elif defined(__aarch64__)
constexpr unsigned kThisArchitecture = AUDIT_ARCH_AARCH64;
constexpr unsigned kForeignCalls = 0x80000000;  // no call has such a number
#else
constexpr unsigned kThisArchitecture = 0;
constexpr unsigned kForeignCalls = 0;
#endif

/// Calls that nothing but talking to others, or hiding from the guard, needs.
constexpr int kForbidden[] = {
    // Sockets of any family. Also those that could turn a harmless one into a way out: a pair of datagram sockets may
    // be
    // connected to any other socket that has a path.
    SYS_socket,
    SYS_connect,
    SYS_bind,
    SYS_listen,
    SYS_accept,
    SYS_accept4,
    // Opens sockets past this filter.
    SYS_io_uring_setup,
    SYS_io_uring_enter,
    SYS_io_uring_register,
    // Other processes. In its own PID namespace an agent has no others than its own.
    SYS_ptrace,
    SYS_process_vm_readv,
    SYS_process_vm_writev,
    SYS_pidfd_getfd,
    SYS_kcmp,
    // The keyrings of the session are those of the server, and common to all agents.
    SYS_keyctl,
    SYS_add_key,
    SYS_request_key,
    // Locks and news of files that several agents see, such as their common program.
    SYS_flock,
    SYS_inotify_init1,
    SYS_inotify_add_watch,
    SYS_fanotify_init,
    SYS_fanotify_mark,
    // New rooms around this one, and parts of the kernel no agent needs.
    SYS_mount,
    SYS_umount2,
    SYS_pivot_root,
    SYS_move_mount,
    SYS_open_tree,
    SYS_fsopen,
    SYS_unshare,
    SYS_setns,
    SYS_bpf,
    SYS_userfaultfd,
    SYS_perf_event_open,
    SYS_open_by_handle_at,
#if defined(SYS_inotify_init)
    SYS_inotify_init,
#endif
};
constexpr int kForbiddenFileCommands[] = {F_GETLK,     F_SETLK,      F_SETLKW,   F_OFD_GETLK,
                                          F_OFD_SETLK, F_OFD_SETLKW, F_SETLEASE, F_NOTIFY};
constexpr unsigned kNewNamespaces =
    CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWCGROUP;
constexpr unsigned kSocketType = 0xf;

constexpr unsigned argument(unsigned number) {
  return static_cast<unsigned>(offsetof(seccomp_data, args)) + 8 * number;  // the lower half: both are little-endian
}

/// Writes the filter line by line.
class Filter {
 public:
  void load(unsigned place) { add(BPF_LD | BPF_W | BPF_ABS, place); }
  void mask(unsigned bits) { add(BPF_ALU | BPF_AND | BPF_K, bits); }
  void end(unsigned verdict) { add(BPF_RET | BPF_K, verdict); }
  void end_if_equal(unsigned value, unsigned verdict) {
    add(BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1);
    end(verdict);
  }
  void end_unless_equal(unsigned value, unsigned verdict) {
    add(BPF_JMP | BPF_JEQ | BPF_K, value, 1, 0);
    end(verdict);
  }
  void end_if_at_least(unsigned value, unsigned verdict) {
    add(BPF_JMP | BPF_JGE | BPF_K, value, 0, 1);
    end(verdict);
  }
  /// What `rules` adds, which must end, is for this call only.
  template <typename Rules>
  void for_call(int call, Rules rules) {
    add(BPF_JMP | BPF_JEQ | BPF_K, static_cast<unsigned>(call), 0, 0);
    const std::size_t jump = lines_.size() - 1;
    rules();
    lines_[jump].jf = static_cast<unsigned char>(lines_.size() - jump - 1);
  }
  bool install() {
    const sock_fprog program{static_cast<unsigned short>(lines_.size()), lines_.data()};
    return ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
  }

 private:
  void add(unsigned code, unsigned value, unsigned char if_true = 0, unsigned char if_false = 0) {
    lines_.push_back({static_cast<unsigned short>(code), if_true, if_false, value});
  }
  std::vector<sock_filter> lines_;
};

constexpr unsigned failure(unsigned error) {
  return SECCOMP_RET_ERRNO | error;
}

}  // namespace

bool forbid_system_calls() {
  if (kThisArchitecture == 0) {
    errno = ENOTSUP;
    return false;
  }
  Filter filter;
  filter.load(offsetof(seccomp_data, arch));
  filter.end_unless_equal(kThisArchitecture, failure(ENOSYS));
  filter.load(offsetof(seccomp_data, nr));
  filter.end_if_at_least(kForeignCalls, failure(ENOSYS));
  for (const int call : kForbidden) filter.end_if_equal(static_cast<unsigned>(call), failure(EPERM));
  // Runtimes use pairs of stream sockets as pipes; those are connected for ever.
  filter.for_call(SYS_socketpair, [&] {
    filter.load(argument(1));
    filter.mask(kSocketType);
    filter.end_unless_equal(SOCK_STREAM, failure(EPERM));
    filter.end(SECCOMP_RET_ALLOW);
  });
  filter.for_call(SYS_fcntl, [&] {
    filter.load(argument(1));
    for (const int command : kForbiddenFileCommands)
      filter.end_if_equal(static_cast<unsigned>(command), failure(ENOLCK));
    filter.end(SECCOMP_RET_ALLOW);
  });
  // Its flags are in memory, which a filter does not see; the C library then takes clone.
  filter.end_if_equal(SYS_clone3, failure(ENOSYS));
  filter.for_call(SYS_clone, [&] {
    filter.load(argument(0));
    filter.mask(kNewNamespaces);
    filter.end_unless_equal(0, failure(EPERM));
    filter.end(SECCOMP_RET_ALLOW);
  });
  filter.end(SECCOMP_RET_ALLOW);
  return filter.install();
}

}  // namespace commserver
