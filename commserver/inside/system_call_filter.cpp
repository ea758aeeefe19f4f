// SPDX-License-Identifier: Apache-2.0
#include "commserver/inside/system_call_filter.h"

#include <fcntl.h>
#include <linux/fs.h>
#include <linux/futex.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <initializer_list>

namespace commserver {
namespace {

/// The same number on all architectures since Linux 6.5; older headers do not define it.
constexpr int kCachestat = 451;
constexpr int kFutexWaitv = 449, kFutexWake = 454, kFutexWait = 455, kFutexRequeue = 456;  // Linux 5.16, 6.7
/// F_GET_RW_HINT and its relatives, which the C library's headers do not always define.
constexpr scmp_datum_t kGetRwHint = 1035, kSetRwHint = 1036, kGetFileRwHint = 1037, kSetFileRwHint = 1038;
constexpr int kIoprioOfUser = 3;  // IOPRIO_WHO_USER
constexpr scmp_datum_t kIoctlKind = 0xff00;
constexpr scmp_datum_t kOfXfs = 'X' << 8, kOfBtrfs = 0x94 << 8;
constexpr int kPageOut = 21;
constexpr int kCold = 20;
// Operations of the calls by which 32-bit programs multiplex several others.
constexpr scmp_datum_t kSocketpairOfSocketcall = 8;
constexpr scmp_datum_t kShmgetOfIpc = 23;
constexpr scmp_datum_t kMsggetOfIpc = 13;

/// The rules for the calls of one architecture. libseccomp knows the numbers of the calls there, and applies rules
/// without conditions to the multiplexing calls (socketcall, ipc), too.
class Rules {
 public:
  explicit Rules(uint32_t architecture) : filter_(seccomp_init(SCMP_ACT_ALLOW)) {
    if (!filter_) return;
    if (architecture != seccomp_arch_native()) {
      keep(seccomp_arch_remove(filter_, SCMP_ARCH_NATIVE));
      keep(seccomp_arch_add(filter_, architecture));
    }
    keep(seccomp_attr_set(filter_, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_ERRNO(ENOSYS)));
  }
  ~Rules() {
    if (filter_) seccomp_release(filter_);
  }
  Rules(const Rules&) = delete;
  Rules& operator=(const Rules&) = delete;

  void refuse(int error, std::initializer_list<int> calls) {
    for (const int call : calls) keep(seccomp_rule_add_array(filter_, SCMP_ACT_ERRNO(error), call, 0, nullptr));
  }
  /// Refuses the call if argument `number` has these bits under the mask.
  void refuse_if(int error, int call, unsigned number, scmp_datum_t mask, scmp_datum_t bits) {
    const scmp_arg_cmp condition{number, SCMP_CMP_MASKED_EQ, mask, bits};
    keep(seccomp_rule_add_array(filter_, SCMP_ACT_ERRNO(error), call, 1, &condition));
  }
  /// Hands the call over to `CallAnswers` if the argument has these bits under the mask.
  void hand_over_if(int call, unsigned number, scmp_datum_t mask, scmp_datum_t bits) {
    const scmp_arg_cmp condition{number, SCMP_CMP_MASKED_EQ, mask, bits};
    keep(seccomp_rule_add_array(filter_, SCMP_ACT_NOTIFY, call, 1, &condition));
  }
  void hand_over(int call) { keep(seccomp_rule_add_array(filter_, SCMP_ACT_NOTIFY, call, 0, nullptr)); }
  void refuse_if_equal(int error, int call, unsigned number, std::initializer_list<scmp_datum_t> values) {
    for (const scmp_datum_t value : values) refuse_if(error, call, number, 0xffffffff, value);
  }
  void take_in(Rules& other) {
    keep(other.error_);
    if (error_ == 0) keep(seccomp_merge(filter_, other.filter_));
    if (error_ == 0) other.filter_ = nullptr;  // this object owns it now
  }
  bool load() {
    if (filter_ && error_ == 0) keep(seccomp_load(filter_));
    errno = filter_ ? -error_ : ENOMEM;
    return filter_ && error_ == 0;
  }
  /// Valid after `load`: the descriptor by which calls are handed over; empty if none are.
  spark::Descriptor questions() const { return spark::Descriptor(std::max(-1, seccomp_notify_fd(filter_))); }

 private:
  void keep(int result) {
    if (error_ == 0) error_ = result;
  }
  scmp_filter_ctx filter_;
  int error_ = 0;
};

void forbid_talking(Rules& rules) {
  // Sockets of any family.
  rules.refuse(EPERM, {SCMP_SYS(socket), SCMP_SYS(connect), SCMP_SYS(bind), SCMP_SYS(listen), SCMP_SYS(accept),
                       SCMP_SYS(accept4)});
  // Runtimes use pairs of stream sockets as pipes; those stay connected to each other. A pair of datagram sockets could
  // be connected to any other socket that has a path.
  // The conditions test bits, because each further rule makes the library slower at the start of each agent.
  static_assert(SOCK_STREAM == 1);
  rules.refuse_if(EPERM, SCMP_SYS(socketpair), 1, SOCK_STREAM, 0);
  for (const scmp_datum_t other : {2, 4, 8}) rules.refuse_if(EPERM, SCMP_SYS(socketpair), 1, other, other);
  // These calls would open sockets without passing the filter.
  rules.refuse(EPERM, {SCMP_SYS(io_uring_setup), SCMP_SYS(io_uring_enter), SCMP_SYS(io_uring_register)});
  // The session's keyrings are the server's, and all agents share them.
  rules.refuse(EPERM, {SCMP_SYS(keyctl), SCMP_SYS(add_key), SCMP_SYS(request_key)});
  // Free space, which older calls report, too, and requests of two file systems (`hand_over_counters`).
  rules.refuse(ENOSYS, {SCMP_SYS(ustat)});
  rules.refuse(EPERM, {SCMP_SYS(quotactl)});
  for (const scmp_datum_t kind : {kOfXfs, kOfBtrfs}) rules.refuse_if(ENOTTY, SCMP_SYS(ioctl), 1, kIoctlKind, kind);
  // An agent that chooses its processor slows down any other that chooses the same one, and the other one can measure
  // that. The choice is only advice, so the call succeeds without effect.
  rules.refuse(0, {SCMP_SYS(sched_setaffinity)});
  // Locks on files that several agents see, such as their common program, and notifications about such files. Libraries
  // have fallbacks for kernels or file systems without these, for ENOSYS or, with the locks of fcntl, ENOLCK.
  rules.refuse(ENOSYS, {SCMP_SYS(flock), SCMP_SYS(inotify_init), SCMP_SYS(inotify_init1), SCMP_SYS(inotify_add_watch)});
  rules.refuse(EPERM, {SCMP_SYS(fanotify_init), SCMP_SYS(fanotify_mark)});
  for (const int call : {SCMP_SYS(fcntl), SCMP_SYS(fcntl64)}) {
    // The numbers of 32-bit programs, too: F_GETLK64, F_SETLK64, F_SETLKW64.
    rules.refuse_if_equal(ENOLCK, call, 1, {F_GETLK, F_SETLK, F_SETLKW, 12, 13, 14});
    rules.refuse_if_equal(ENOLCK, call, 1, {F_OFD_GETLK, F_OFD_SETLK, F_OFD_SETLKW});
    rules.refuse_if_equal(EINVAL, call, 1, {F_SETLEASE, F_NOTIFY});
    // Hints about a file, which the kernel stores for everyone who has the file open. Kernels before 4.13 do not know
    // these commands.
    rules.refuse_if_equal(EINVAL, call, 1, {kGetRwHint, kSetRwHint, kGetFileRwHint, kSetFileRwHint});
  }
  // Whether a page of a shared file is in memory reveals that someone has read it. The kernel's own asynchronous I/O
  // has flags for that, in memory that a filter cannot read.
  rules.refuse(ENOSYS, {SCMP_SYS(mincore), kCachestat, SCMP_SYS(io_setup)});
  for (const int call : {SCMP_SYS(preadv2), SCMP_SYS(pwritev2)})
    rules.refuse_if(EOPNOTSUPP, call, 5, RWF_NOWAIT, RWF_NOWAIT);
  // Advice to load or drop such pages: accepted without effect, as the kernel may do, too.
  rules.refuse(0, {SCMP_SYS(fadvise64), SCMP_SYS(fadvise64_64), SCMP_SYS(arm_fadvise64_64), SCMP_SYS(readahead)});
  rules.refuse_if_equal(EINVAL, SCMP_SYS(madvise), 2, {kPageOut, kCold});
}

void forbid_leaving(Rules& rules) {
  // Calls on other processes. An agent has only its own in its PID namespace.
  rules.refuse(EPERM, {SCMP_SYS(ptrace), SCMP_SYS(process_vm_readv), SCMP_SYS(process_vm_writev), SCMP_SYS(pidfd_getfd),
                       SCMP_SYS(process_madvise), SCMP_SYS(kcmp)});
  // Namespaces, mounts, and parts of the kernel that no agent needs.
  rules.refuse(EPERM, {SCMP_SYS(mount), SCMP_SYS(umount), SCMP_SYS(umount2), SCMP_SYS(pivot_root), SCMP_SYS(chroot),
                       SCMP_SYS(move_mount), SCMP_SYS(open_tree), SCMP_SYS(fsopen), SCMP_SYS(fsmount),
                       SCMP_SYS(fsconfig), SCMP_SYS(mount_setattr), SCMP_SYS(unshare), SCMP_SYS(setns), SCMP_SYS(bpf),
                       SCMP_SYS(userfaultfd), SCMP_SYS(perf_event_open), SCMP_SYS(open_by_handle_at)});
  // The flags of clone3 are in memory, which a filter cannot read; the C library then uses clone.
  rules.refuse(ENOSYS, {SCMP_SYS(clone3)});
  for (const scmp_datum_t flag :
       {CLONE_NEWUSER, CLONE_NEWNS, CLONE_NEWPID, CLONE_NEWNET, CLONE_NEWIPC, CLONE_NEWUTS, CLONE_NEWCGROUP})
    rules.refuse_if(EPERM, SCMP_SYS(clone), 0, flag, flag);
}

/// The first process of the sandbox has the same user as the agent, which must not change its limits or priority. The
/// kernel itself refuses calls that require the right to trace.
void protect_first_process(Rules& rules) {
  constexpr scmp_datum_t kFirst = 1;
  for (const int call : {SCMP_SYS(kill), SCMP_SYS(tkill), SCMP_SYS(tgkill), SCMP_SYS(rt_sigqueueinfo),
                         SCMP_SYS(rt_tgsigqueueinfo), SCMP_SYS(pidfd_open), SCMP_SYS(prlimit64),
                         SCMP_SYS(sched_setscheduler), SCMP_SYS(sched_setparam), SCMP_SYS(sched_setattr)})
    rules.refuse_if_equal(EPERM, call, 0, {kFirst});
  for (const int call : {SCMP_SYS(setpriority), SCMP_SYS(ioprio_set)}) rules.refuse_if_equal(EPERM, call, 1, {kFirst});
  // PRIO_USER means all processes of the user, including the first one.
  rules.refuse_if_equal(EPERM, SCMP_SYS(setpriority), 0, {PRIO_USER});
  rules.refuse_if_equal(EPERM, SCMP_SYS(ioprio_set), 0, {kIoprioOfUser});
}

/// RLIMIT_DATA counts neither memory shared between processes nor memory held by the kernel. `mmap_call` is the call
/// that takes its arguments in registers.
void forbid_uncounted_memory(Rules& rules, int mmap_call) {
  rules.refuse(ENOSYS, {SCMP_SYS(memfd_create), SCMP_SYS(memfd_secret)});
  rules.refuse(ENOMEM, {SCMP_SYS(shmget), SCMP_SYS(msgget)});
  constexpr scmp_datum_t kNameless = MAP_SHARED | MAP_ANONYMOUS;
  rules.refuse_if(ENOMEM, mmap_call, 3, kNameless, kNameless);
  for (const int call : {SCMP_SYS(fcntl), SCMP_SYS(fcntl64)}) rules.refuse_if_equal(EPERM, call, 1, {F_SETPIPE_SZ});
}

/// A futex that is not private to its process wakes every thread that waits on the same page, even one of a file that
/// all agents can read. Here no thread waits in the kernel, because `CallAnswers` answers all such waits, so none can
/// be woken. The futexes that the C library uses between threads of one process are private.
void forbid_waking_others(Rules& rules) {
  constexpr scmp_datum_t kCommand = ~static_cast<scmp_datum_t>(FUTEX_CLOCK_REALTIME) & 0xffffffff;  // and not private
  for (const int call : {SCMP_SYS(futex), SCMP_SYS(futex_time64)}) {
    for (const int command : {FUTEX_WAIT, FUTEX_WAIT_BITSET})
      rules.hand_over_if(call, 1, kCommand, static_cast<scmp_datum_t>(command));
    for (const int command : {FUTEX_WAKE, FUTEX_WAKE_BITSET, FUTEX_REQUEUE, FUTEX_CMP_REQUEUE})
      rules.refuse_if(0, call, 1, kCommand, static_cast<scmp_datum_t>(command));
    for (const int command : {FUTEX_FD, FUTEX_WAKE_OP, FUTEX_LOCK_PI, FUTEX_UNLOCK_PI, FUTEX_TRYLOCK_PI,
                              FUTEX_WAIT_REQUEUE_PI, FUTEX_CMP_REQUEUE_PI, 13 /* FUTEX_LOCK_PI2 */})
      rules.refuse_if(ENOSYS, call, 1, kCommand, static_cast<scmp_datum_t>(command));
  }
}

/// Counters of the whole machine, which others can change: processes and memory, and the free space of a disk, which
/// changes mainly by output to logs. `CallAnswers` answers with constants.
void hand_over_counters(Rules& rules) {
  for (const int call :
       {SCMP_SYS(sysinfo), SCMP_SYS(statfs), SCMP_SYS(fstatfs), SCMP_SYS(statfs64), SCMP_SYS(fstatfs64)})
    rules.hand_over(call);
}

void add_all(Rules& rules, bool memory_is_limited, bool hands_over, int mmap_call) {
  forbid_talking(rules);
  // Newer futex calls, whose flags are in other places; programs work without them.
  rules.refuse(ENOSYS, {kFutexWaitv, kFutexWake, kFutexWait, kFutexRequeue});
  if (hands_over) {
    forbid_waking_others(rules);
    hand_over_counters(rules);
  } else {
    rules.refuse(ENOSYS, {SCMP_SYS(statfs), SCMP_SYS(statfs64), SCMP_SYS(fstatfs), SCMP_SYS(fstatfs64)});
  }
  forbid_leaving(rules);
  protect_first_process(rules);
  if (memory_is_limited) forbid_uncounted_memory(rules, mmap_call);
}

bool load_filter(bool memory_is_limited, bool hands_over, spark::Descriptor& questions) {
  Rules rules(seccomp_arch_native());
  add_all(rules, memory_is_limited, hands_over, SCMP_SYS(mmap));
#if defined(__x86_64__)
  // Most programs of 2007 are 32-bit. In their multiplexing calls, all but the first argument are in memory.
  Rules of_32_bits(SCMP_ARCH_X86);
  add_all(of_32_bits, memory_is_limited, hands_over, SCMP_SYS(mmap2));
  of_32_bits.refuse_if_equal(EPERM, SCMP_SYS(socketcall), 0, {kSocketpairOfSocketcall});
  if (memory_is_limited) {
    // The upper half of the number may have a version.
    for (const scmp_datum_t call : {kShmgetOfIpc, kMsggetOfIpc})
      of_32_bits.refuse_if(ENOMEM, SCMP_SYS(ipc), 0, 0xffff, call);
    // The older mmap has its arguments in memory; the C library has used mmap2 since the nineties.
    of_32_bits.refuse(ENOSYS, {SCMP_SYS(mmap)});
  }
  rules.take_in(of_32_bits);
#endif
  if (!rules.load()) return false;
  if (hands_over) questions = rules.questions();
  return true;
}

}  // namespace

bool forbid_system_calls(bool memory_is_limited, spark::Descriptor& questions) {
  return load_filter(memory_is_limited, true, questions) || load_filter(memory_is_limited, false, questions);
}

}  // namespace commserver
