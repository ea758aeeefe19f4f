// SPDX-License-Identifier: Apache-2.0
//
// The first process in the sandbox of an agent. It gives the agent a working folder to write to, starts it, and reports
// its start and its end to the guardian; when it exits, everything else in the sandbox ends. The first process that
// bwrap provides would report an end by a signal as if it were an exit status.
//
//   agent_sandbox NAME=VALUE ... -- PROGRAM ARGUMENTS ...     (commserver/guardian/inside_order.h)
#include <fcntl.h>
#include <linux/capability.h>
#include <linux/landlock.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "commserver/guardian/inside_order.h"
#include "commserver/guardian/launch.h"
#include "commserver/guardian/process_watch.h"
#include "commserver/inside/call_answers.h"
#include "commserver/inside/private_files.h"
#include "commserver/inside/system_call_filter.h"

namespace {

using commserver::GuardianReport;

/// State of the last step before the agent is executed, which is a plain function.
commserver::PrivateFiles files;
commserver::AgentLimits limits;
bool are_files_kept = false;
/// The socket pair through which the process that becomes the agent sends the filter's descriptor.
spark::Descriptor questions_here, questions_there;
/// From this number on, descriptors are not overwritten by the agent's.
constexpr int kAboveAll = 512;
/// LANDLOCK_ACCESS_FS_REFER, which the headers define since Linux 5.19.
constexpr std::uint64_t kMayMove = 1ULL << 13;

void open_question_socket() {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) return;
  const spark::Descriptor first(ends[0]), second(ends[1]);
  questions_here = spark::Descriptor(::fcntl(first.get(), F_DUPFD_CLOEXEC, kAboveAll));
  questions_there = spark::Descriptor(::fcntl(second.get(), F_DUPFD_CLOEXEC, kAboveAll));
}

/// Sends one message, with at most two descriptors.
bool send(int socket, const void* bytes, std::size_t size, std::span<const int> descriptors) {
  iovec part{const_cast<void*>(bytes), size};
  alignas(cmsghdr) char control[CMSG_SPACE(2 * sizeof(int))] = {};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  if (!descriptors.empty()) {
    message.msg_control = control;
    message.msg_controllen = CMSG_SPACE(descriptors.size_bytes());
    cmsghdr* head = CMSG_FIRSTHDR(&message);
    head->cmsg_level = SOL_SOCKET;
    head->cmsg_type = SCM_RIGHTS;
    head->cmsg_len = CMSG_LEN(descriptors.size_bytes());
    std::memcpy(CMSG_DATA(head), descriptors.data(), descriptors.size_bytes());
  }
  return ::sendmsg(socket, &message, MSG_NOSIGNAL) == static_cast<ssize_t>(size);
}

bool send_report(const GuardianReport& report, std::span<const int> descriptors = {}) {
  return send(commserver::kSandboxReports, &report, sizeof report, descriptors);
}

/// The filter's descriptor from the process that becomes the agent; empty if it has sent none.
spark::Descriptor received_questions() {
  char byte = 0;
  iovec part{&byte, 1};
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))] = {};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = control;
  message.msg_controllen = sizeof control;
  if (::recvmsg(questions_here.get(), &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC) <= 0) return {};
  int descriptor = -1;
  if (cmsghdr* head = CMSG_FIRSTHDR(&message)) std::memcpy(&descriptor, CMSG_DATA(head), sizeof descriptor);
  return spark::Descriptor(descriptor);
}

/// Drops all capabilities of this process and its children except `kept` (bits). False, with errno, on failure.
bool keep_capabilities(std::uint32_t kept) {
  __user_cap_header_struct head{_LINUX_CAPABILITY_VERSION_3, 0};
  __user_cap_data_struct now[_LINUX_CAPABILITY_U32S_3] = {};
  if (::syscall(SYS_capget, &head, now) != 0) return false;
  kept &= now[0].permitted;
  const __user_cap_data_struct next[_LINUX_CAPABILITY_U32S_3] = {{kept, kept, 0}, {}};
  return ::syscall(SYS_capset, &head, next) == 0;
}

/// Drops, irrevocably and for this process and its children, the privileges that bwrap has left it for building the
/// agent's view of files. It only keeps the right to read the memory of the processes in its sandbox. Returns false,
/// with errno, on failure.
bool drop_privileges() {
  // This includes the bounding set, from which a program could regain capabilities when it is executed.
  for (unsigned long each = 0; ::prctl(PR_CAPBSET_READ, each) >= 0; ++each)
    if (::prctl(PR_CAPBSET_READ, each) == 1 && ::prctl(PR_CAPBSET_DROP, each) != 0) return false;
  ::prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  return keep_capabilities(1U << CAP_SYS_PTRACE) && ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0;
}

/// Lets this process and its children open files for writing only in `folders`, which are private to a sandbox
/// (Landlock). A read-only file system does not prevent writing to a named pipe, through which agents could
/// communicate. Does nothing if the kernel has no Landlock.
void forbid_writing_outside(const std::vector<std::string>& folders) {
  const long version = ::syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
  // Without a rule that allows it, no file can be moved to another folder. The first version has no such rule.
  const std::uint64_t may_move = version >= 2 ? kMayMove : 0;
  landlock_ruleset_attr rules{};
  rules.handled_access_fs = LANDLOCK_ACCESS_FS_WRITE_FILE | may_move;
  const spark::Descriptor guard(static_cast<int>(::syscall(SYS_landlock_create_ruleset, &rules, sizeof rules, 0)));
  if (!guard) return;
  const auto allow = [&](const std::string& folder, std::uint64_t access) {
    const spark::Descriptor place(::open(folder.c_str(), O_PATH | O_CLOEXEC));
    if (!place || access == 0) return;
    landlock_path_beneath_attr own{};
    own.allowed_access = access;
    own.parent_fd = place.get();
    ::syscall(SYS_landlock_add_rule, guard.get(), LANDLOCK_RULE_PATH_BENEATH, &own, 0);
  };
  for (const std::string& folder : folders) allow(folder, LANDLOCK_ACCESS_FS_WRITE_FILE | may_move);
  allow("/", may_move);
  ::syscall(SYS_landlock_restrict_self, guard.get(), 0);
}

/// Runs in the process that becomes the agent. The guardian learns its number outside of the sandbox from the socket.
bool close_sandbox() {
  GuardianReport here;
  here.kind = GuardianReport::Kind::inside;
  here.files_made = files.made;
  const spark::Descriptor processes(::open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  const int descriptors[] = {processes.get(), files.written.get()};
  if (!send_report(here, std::span(descriptors).first(are_files_kept && files.written ? 2 : 1))) return false;
  if (!keep_capabilities(0)) return false;
  commserver::limit_processes(limits.processes);
  forbid_writing_outside(files.writable);
  spark::Descriptor questions;
  if (!commserver::forbid_system_calls(limits.memory > 0, questions)) return false;
  const int sent[] = {questions.get()};
  return !questions || send(questions_there.get(), "q", 1, sent);
}

/// Replaces the machine's /dev/null in the agent's descriptors by that of the sandbox: through a descriptor of the
/// former, an agent could change the mode and times of a file that all agents see.
void take_own_null() {
  struct stat null {};
  struct stat given {};
  const spark::Descriptor own(::open("/dev/null", O_RDWR | O_CLOEXEC));
  if (!own || ::fstat(own.get(), &null) != 0) return;
  for (const int place : {STDOUT_FILENO, STDERR_FILENO, commserver::kSandboxInput, commserver::kSandboxOutput})
    if (::fstat(place, &given) == 0 && S_ISCHR(given.st_mode) && given.st_rdev == null.st_rdev)
      ::dup2(own.get(), place);
}

/// Makes all preparations of the sandbox that need privileges.
bool prepare(const commserver::InsideOrder& order) {
  are_files_kept = order.kept;
  if (!commserver::make_files_private(order, files) || !drop_privileges()) return false;
  take_own_null();
  if (order.layered && !files.read_only_because.empty()) {
    GuardianReport note;
    note.kind = GuardianReport::Kind::read_only;
    note.value = files.mount_error;
    note.set_text(order.working_folder + ": " + files.read_only_because);
    send_report(note);
  }
  return true;
}

/// Waits until a child has ended or a call has to be answered, and answers the calls.
void wait_for_event(commserver::CallAnswers& answers, int children) {
  pollfd inputs[] = {{children, POLLIN, 0}, {answers.descriptor(), POLLIN, 0}};
  const std::optional<std::chrono::nanoseconds> longest = answers.next_in();
  timespec timeout{};
  if (longest) timeout = {longest->count() / 1'000'000'000, longest->count() % 1'000'000'000};
  ::ppoll(inputs, 2, longest ? &timeout : nullptr, nullptr);
  signalfd_siginfo ignored;
  while (::read(children, &ignored, sizeof ignored) > 0) {
  }
  answers.attend((inputs[1].revents & POLLIN) != 0);
  if ((inputs[1].revents & (POLLHUP | POLLERR | POLLNVAL)) != 0) answers.close();
}

/// Waits for the agent, and reaps all processes that end before it.
GuardianReport end_of(pid_t agent, int children) {
  GuardianReport exited;
  exited.kind = GuardianReport::Kind::exited;
  exited.limits = limits;
  commserver::CallAnswers answers(received_questions());
  while (true) {
    rusage used{};
    const pid_t dead = ::wait4(-1, &exited.value, WNOHANG, &used);
    if (dead < 0 && errno != EINTR) return exited;
    if (dead == agent) {
      exited.exceeded = commserver::exceeded(limits, exited.value, used);
      return exited;
    }
    if (dead == 0) wait_for_event(answers, children);
  }
}

/// Erases the arguments of this process, which have been copied: they contain the names of folders of the server, and
/// the agent can read them.
void hide_arguments(int argc, char** argv) {
  const std::string name = std::filesystem::path(argc > 0 ? argv[0] : "").filename();
  for (int i = 0; i < argc; ++i) std::memset(argv[i], 0, std::strlen(argv[i]));
  if (argc > 0) name.copy(argv[0], name.size());
}

}  // namespace

int main(int argc, char** argv) {
  const auto order = commserver::InsideOrder::parse({argv + std::min(argc, 1), argv + argc});
  if (!order) return 2;
  ::prctl(PR_SET_DUMPABLE, 0);  // the agent must not read this process
  hide_arguments(argc, argv);
  sigset_t child;
  sigemptyset(&child);
  sigaddset(&child, SIGCHLD);
  ::sigprocmask(SIG_BLOCK, &child, nullptr);  // the agent has no signal blocked
  const spark::Descriptor children(::signalfd(-1, &child, SFD_CLOEXEC | SFD_NONBLOCK));
  open_question_socket();
  commserver::Launch launch;
  launch.input = {commserver::kSandboxInput, order->input_fd};
  launch.output = {commserver::kSandboxOutput, order->output_fd};
  launch.standard_output = STDOUT_FILENO;
  launch.standard_error = STDERR_FILENO;
  for (const std::string& variable : order->environment) launch.environment.push_back(variable.c_str());
  limits = order->limits;
  launch.limits = limits;
  launch.working_folder = order->working_folder.c_str();
  launch.program = order->program.front().c_str();
  for (std::size_t i = 1; i < order->program.size(); ++i) launch.arguments.push_back(order->program[i].c_str());
  launch.last_step = close_sandbox;

  GuardianReport report;
  report.stage = GuardianReport::Stage::files;
  const pid_t agent = prepare(*order) ? launch.start(report) : 0;
  if (agent <= 0 && report.stage == GuardianReport::Stage::files) report.value = errno;
  report.kind = GuardianReport::Kind::not_started;
  // Only the agent may keep its pipes open: otherwise their end would not show that it is gone.
  for (const int descriptor : {commserver::kSandboxInput, commserver::kSandboxOutput}) ::close(descriptor);
  const int nothing = ::open("/dev/null", O_RDWR | O_CLOEXEC);
  for (const int descriptor : {STDOUT_FILENO, STDERR_FILENO}) ::dup2(nothing, descriptor);
  if (agent > 0) {
    report = {};
    report.kind = GuardianReport::Kind::started;
    send_report(report);
    report = end_of(agent, children.get());
  }
  ::_exit(send_report(report) ? 0 : 1);
}
