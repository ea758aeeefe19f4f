// SPDX-License-Identifier: Apache-2.0
#include "commserver/inside/call_answers.h"

#include <fcntl.h>
#include <linux/audit.h>
#include <linux/futex.h>
#include <seccomp.h>
#include <sys/ioctl.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <optional>
#include <string>

namespace commserver {
namespace {

using Clock = std::chrono::steady_clock;
using Nanoseconds = std::chrono::nanoseconds;

constexpr Nanoseconds kFirstPoll = std::chrono::microseconds(100);
constexpr Nanoseconds kMaxPollInterval = std::chrono::milliseconds(20);
constexpr Nanoseconds kBlindWait = std::chrono::milliseconds(2);
/// A thread that has waited for some time may wait a fraction of that time longer.
constexpr int kPartOfWait = 8;
constexpr auto kForEver = Clock::time_point::max();
/// A wait of a year counts as endless, and fits into every clock.
constexpr std::int64_t kMaxSeconds = 365 * 24 * 3600;

/// An address in the memory of another process.
void* address(std::uint64_t place) {
  return reinterpret_cast<void*>(place);  // NOLINT(performance-no-int-to-ptr): the kernel reports it as a number
}

template <typename Part>
bool read_memory(std::uint32_t thread, std::uint64_t place, Part& part) {
  iovec here{&part, sizeof part};
  iovec there{address(place), sizeof part};
  return ::process_vm_readv(static_cast<pid_t>(thread), &here, 1, &there, 1, 0) == sizeof part;
}

template <typename Part>
bool write_memory(std::uint32_t thread, std::uint64_t place, const Part& part) {
  iovec here{const_cast<Part*>(&part), sizeof part};
  iovec there{address(place), sizeof part};
  return ::process_vm_writev(static_cast<pid_t>(thread), &here, 1, &there, 1, 0) == sizeof part;
}

/// The structure of 32-bit programs.
struct SystemOf32Bits {
  std::int32_t uptime;
  std::uint32_t loads[3], totalram, freeram, sharedram, bufferram, totalswap, freeswap;
  std::uint16_t procs, pad;
  std::uint32_t totalhigh, freehigh, mem_unit;
  char rest[8];
};
static_assert(sizeof(SystemOf32Bits) == 64);

/// Reports the size of the machine, half of it free, and no uptime, load or processes.
template <typename System>
System constant_system() {
  struct sysinfo real {};
  ::sysinfo(&real);
  const std::uint64_t bytes = static_cast<std::uint64_t>(real.totalram) * real.mem_unit;
  System system{};
  system.uptime = 1;
  system.procs = 1;
  system.mem_unit = sizeof system.totalram == 8 ? 1 : 4096;
  system.totalram = static_cast<decltype(system.totalram)>(bytes / system.mem_unit);
  system.freeram = system.totalram / 2;
  return system;
}

/// `statfs`, whose numbers have 32 bits (`Number`), or `statfs64`, as 32-bit programs know them.
template <typename Number>
struct [[gnu::packed]] FileSystemOf32Bits {
  std::uint32_t f_type, f_bsize;
  Number f_blocks, f_bfree, f_bavail, f_files, f_ffree;
  std::uint32_t f_fsid[2], f_namelen, f_frsize, f_flags, f_spare[4];
};
static_assert(sizeof(FileSystemOf32Bits<std::uint32_t>) == 64 && sizeof(FileSystemOf32Bits<std::uint64_t>) == 84);

/// Only the constant properties of the file system, with as much space as an agent may write, half of it free.
template <typename FileSystem>
FileSystem constant_file_system(const struct statfs& real) {
  constexpr unsigned kBlock = 4096, kBlocks = 64 * 1024 * 1024 / kBlock;
  FileSystem system{};
  system.f_type = static_cast<decltype(system.f_type)>(real.f_type);
  system.f_flags = static_cast<decltype(system.f_flags)>(real.f_flags);
  system.f_namelen = static_cast<decltype(system.f_namelen)>(real.f_namelen);
  system.f_bsize = system.f_frsize = kBlock;
  system.f_blocks = system.f_files = kBlocks;
  system.f_bfree = system.f_bavail = system.f_ffree = kBlocks / 2;
  return system;
}

/// A text of at most PATH_MAX bytes in the memory of another process; nothing, with errno, on failure.
std::optional<std::string> path_at(std::uint32_t thread, std::uint64_t place) {
  constexpr std::uint64_t kPage = 4096;  // pages may be larger
  char page[kPage];
  for (std::string path; path.size() < PATH_MAX;) {
    iovec here{page, kPage - place % kPage};
    iovec there{address(place), here.iov_len};
    const ssize_t count = ::process_vm_readv(static_cast<pid_t>(thread), &here, 1, &there, 1, 0);
    if (count <= 0) {
      errno = EFAULT;
      return std::nullopt;
    }
    const auto size = static_cast<std::size_t>(count);
    const std::size_t length = ::strnlen(page, size);
    path.append(page, length);
    if (length < size) return path;
    place += size;
  }
  errno = ENAMETOOLONG;
  return std::nullopt;
}

/// Opens an agent's path, relative to the working folder of its thread; empty, with errno, on failure.
spark::Descriptor opened(std::uint32_t thread, const std::string& path) {
  const std::string own = "/proc/" + std::to_string(thread) + "/cwd";
  const spark::Descriptor folder(::open(own.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  return spark::Descriptor(::openat(folder.get(), path.c_str(), O_PATH | O_CLOEXEC));
}

/// The process of a thread; 0 if it is gone.
pid_t process_of(std::uint32_t thread) {
  const std::string own = "/proc/" + std::to_string(thread) + "/status";
  const spark::Descriptor file(::open(own.c_str(), O_RDONLY | O_CLOEXEC));
  char text[512] = {};
  if (!file || ::read(file.get(), text, sizeof text - 1) <= 0) return 0;
  const char* line = std::strstr(text, "\nTgid:");
  return line ? static_cast<pid_t>(std::atoi(line + std::strlen("\nTgid:"))) : 0;
}

/// Opens the file behind one of its descriptors; empty, with errno, on failure.
spark::Descriptor opened(std::uint32_t thread, int number) {
  const std::string own = "/proc/" + std::to_string(thread) + "/fd/" + std::to_string(number);
  spark::Descriptor file(::open(own.c_str(), O_PATH | O_CLOEXEC));
  if (file || errno != EACCES) {
    if (!file && errno == ENOENT) errno = EBADF;
    return file;
  }
  // /proc/PID/fd of a process that is not dumpable belongs to root; since Linux 5.6 there are calls for this.
  const spark::Descriptor process(static_cast<int>(::syscall(SYS_pidfd_open, process_of(thread), 0)));
  return spark::Descriptor(static_cast<int>(::syscall(SYS_pidfd_getfd, process.get(), number, 0)));
}

bool has_32_bits(std::uint32_t architecture) {
  return (architecture & __AUDIT_ARCH_64BIT) == 0;
}

/// Whether this is the second of the two calls that wait for a futex: its times have 64 bits in 32-bit programs, too.
bool is_time64(const seccomp_data& call) {
  constexpr int kFutexTime64 = 422;
  return call.nr == kFutexTime64;
}

template <typename Number>
std::optional<Nanoseconds> time_at(std::uint32_t thread, std::uint64_t place) {
  Number time[2] = {};
  if (!read_memory(thread, place, time) || time[0] < 0 || time[1] < 0 || time[1] >= 1'000'000'000) return std::nullopt;
  return std::chrono::seconds(std::min<std::int64_t>(time[0], kMaxSeconds + ::time(nullptr))) + Nanoseconds(time[1]);
}

Nanoseconds now_of(clockid_t clock) {
  timespec now{};
  // Real time: an agent that waits until a certain time means the system's time.
  ::clock_gettime(clock, &now);
  return std::chrono::seconds(now.tv_sec) + Nanoseconds(now.tv_nsec);
}

}  // namespace

CallAnswers::CallAnswers(spark::Descriptor questions) : questions_(std::move(questions)) {
  if (questions_ && seccomp_notify_alloc(&question_, &reply_) != 0) questions_.close();
}

CallAnswers::~CallAnswers() {
  if (question_) seccomp_notify_free(question_, reply_);
}

std::optional<Nanoseconds> CallAnswers::next_in() const {
  const auto first = std::ranges::min_element(waiting_, {}, &Waiting::next);
  if (first == waiting_.end()) return std::nullopt;
  return std::max(Nanoseconds(0), Nanoseconds(first->next - Clock::now()));
}

void CallAnswers::attend(bool is_ready) {
  if (is_ready) take();
  const Time now = Clock::now();
  std::erase_if(waiting_, [&](Waiting& waiting) { return waiting.next <= now && poll(waiting, now); });
}

void CallAnswers::take() {
  // The kernel requires it to be zero.
  std::memset(question_, 0, sizeof *question_);
  if (seccomp_notify_receive(questions_.get(), question_) != 0) return;
  const seccomp_data& call = question_->data;
  const auto is = [&](const char* name) { return call.nr == seccomp_syscall_resolve_name_arch(call.arch, name); };
  if (is("sysinfo"))
    answer(question_->id, 0, answer_sysinfo() ? 0 : EFAULT);
  else if (is("statfs") || is("statfs64"))
    answer_statfs(is("statfs64"), true);
  else if (is("fstatfs") || is("fstatfs64"))
    answer_statfs(is("fstatfs64"), false);
  else
    begin_wait();
}

bool CallAnswers::answer_sysinfo() {
  const std::uint64_t place = question_->data.args[0];
  if (has_32_bits(question_->data.arch)) return write_memory(question_->pid, place, constant_system<SystemOf32Bits>());
  return write_memory(question_->pid, place, constant_system<struct sysinfo>());
}

/// Fails like the kernel for paths that do not exist or are closed to the agent.
void CallAnswers::answer_statfs(bool is_64, bool is_by_path) {
  const seccomp_data& call = question_->data;
  const std::uint32_t thread = question_->pid;
  spark::Descriptor file;
  errno = EFAULT;
  if (!is_by_path)
    file = opened(thread, static_cast<int>(call.args[0]));
  else if (const auto path = path_at(thread, call.args[0]))
    file = opened(thread, *path);
  struct statfs real {};
  if (!file || ::fstatfs(file.get(), &real) != 0) return answer(question_->id, 0, errno);
  using Of32Bits = FileSystemOf32Bits<std::uint32_t>;
  using Of64Bits = FileSystemOf32Bits<std::uint64_t>;
  bool is_written = false;
  if (is_64 && call.args[1] != sizeof(Of64Bits)) return answer(question_->id, 0, EINVAL);
  if (is_64)
    is_written = write_memory(thread, call.args[2], constant_file_system<Of64Bits>(real));
  else if (has_32_bits(call.arch))
    is_written = write_memory(thread, call.args[1], constant_file_system<Of32Bits>(real));
  else
    is_written = write_memory(thread, call.args[1], constant_file_system<struct statfs>(real));
  answer(question_->id, 0, is_written ? 0 : EFAULT);
}

/// FUTEX_WAIT takes a duration, FUTEX_WAIT_BITSET a point in time.
void CallAnswers::begin_wait() {
  const seccomp_data& call = question_->data;
  const bool is_short = has_32_bits(call.arch);
  const std::uint64_t mask = is_short ? 0xffffffff : ~std::uint64_t{0};
  const std::uint64_t timeout = call.args[3] & mask;
  const Time now = Clock::now();
  Waiting waiting{question_->id,    question_->pid, call.args[0] & mask, static_cast<std::uint32_t>(call.args[2]), now,
                  now + kFirstPoll, kForEver};
  std::uint32_t value = 0;
  const bool is_readable = read_memory(waiting.thread, waiting.place, value);
  if (is_readable && timeout != 0) {
    const auto time = is_short && !is_time64(call) ? time_at<std::int32_t>(question_->pid, timeout)
                                                   : time_at<std::int64_t>(question_->pid, timeout);
    if (!time) return answer(waiting.call, 0, EINVAL);
    const bool is_until = (call.args[1] & FUTEX_CMD_MASK) == FUTEX_WAIT_BITSET;
    const bool is_real = (call.args[1] & FUTEX_CLOCK_REALTIME) != 0;
    // Read before our own clock: if this thread loses its processor in between, the wait ends late, but never early.
    const Nanoseconds passed = is_until ? now_of(is_real ? CLOCK_REALTIME : CLOCK_MONOTONIC) : Nanoseconds(0);
    waiting.end = Clock::now() + (*time - passed);
  }
  if (is_readable && value != waiting.value) return answer(waiting.call, 0, EAGAIN);
  // Memory that cannot be read is not polled: the thread gets a spurious wake-up, as futexes allow, and checks the
  // number itself. Its timeout cannot be read either. The kernel must not take over, because an agent could wake the
  // thread there.
  if (!is_readable) waiting.next = now + kBlindWait;
  if (!is_readable && timeout != 0) waiting.end = waiting.next;
  waiting.next = std::min(waiting.next, waiting.end);
  waiting_.push_back(waiting);
}

/// True if the wait has been answered, or its thread no longer exists.
bool CallAnswers::poll(Waiting& waiting, Time now) {
  std::uint32_t value = 0;
  if (seccomp_notify_id_valid(questions_.get(), waiting.call) != 0) return true;
  const bool is_readable = read_memory(waiting.thread, waiting.place, value);
  if (is_readable ? value != waiting.value : now < waiting.end) {
    answer(waiting.call, 0, 0);
    return true;
  }
  if (now >= waiting.end) {
    answer(waiting.call, 0, ETIMEDOUT);
    return true;
  }
  const auto pause = std::clamp<Nanoseconds>((now - waiting.since) / kPartOfWait, kFirstPoll, kMaxPollInterval);
  waiting.next = std::min(now + pause, waiting.end);
  return false;
}

void CallAnswers::answer(std::uint64_t call, std::int64_t value, int error) {
  std::memset(reply_, 0, sizeof *reply_);
  reply_->id = call;
  reply_->val = value;
  reply_->error = -error;
  seccomp_notify_respond(questions_.get(), reply_);  // the calling process may be gone
}

}  // namespace commserver
