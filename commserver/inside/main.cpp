// SPDX-License-Identifier: Apache-2.0
//
// The first process in the sandbox of an agent: gives it a working folder to write to, starts it, tells the guardian
// how it begins and ends, and takes everything else in the sandbox along when it goes. bwrap's own would tell of an end
// by a signal as if it were an exit status.
//
//   agent_sandbox NAME=VALUE ... -- PROGRAM ARGUMENTS ...     (commserver/sandbox/inside_order.h)
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>

#include "commserver/guardian/launch.h"
#include "commserver/inside/private_files.h"
#include "commserver/inside/privileges.h"
#include "commserver/inside/process_watch.h"
#include "commserver/inside/system_call_filter.h"
#include "commserver/inside/write_guard.h"
#include "commserver/sandbox/inside_order.h"

namespace {

using commserver::GuardianReport;

/// State for the last step before the agent, which is a plain function.
commserver::PrivateFiles files;
commserver::AgentLimits limits;
bool are_files_kept = false;
/// How often processes are counted where the kernel does not: before a fork bomb hurts anybody.
constexpr timespec kBetweenCounts{0, 100'000'000};

/// With a descriptor if it is not negative.
bool tell(const GuardianReport& report, int descriptor = -1) {
  iovec part{const_cast<GuardianReport*>(&report), sizeof report};
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof descriptor)] = {};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  if (descriptor >= 0) {
    message.msg_control = control;
    message.msg_controllen = sizeof control;
    cmsghdr* head = CMSG_FIRSTHDR(&message);
    head->cmsg_level = SOL_SOCKET;
    head->cmsg_type = SCM_RIGHTS;
    head->cmsg_len = CMSG_LEN(sizeof descriptor);
    std::memcpy(CMSG_DATA(head), &descriptor, sizeof descriptor);
  }
  return ::sendmsg(commserver::kSandboxReports, &message, MSG_NOSIGNAL) == sizeof report;
}

/// In the process that becomes the agent: its number outside is known from the socket.
bool close_the_room() {
  GuardianReport here;
  here.kind = GuardianReport::Kind::inside;
  here.files_made = files.made;
  if (!tell(here, are_files_kept ? files.written.get() : -1)) return false;
  commserver::limit_processes(limits.processes);
  commserver::forbid_writing_outside(files.writable);
  return commserver::forbid_system_calls(limits.memory > 0);
}

/// Everything of the sandbox that needs privileges.
bool prepare(const commserver::InsideOrder& order) {
  are_files_kept = order.kept;
  if (!commserver::make_files_private(order, files) || !commserver::drop_privileges()) return false;
  if (order.layered && !files.read_only_because.empty()) {
    GuardianReport note;
    note.kind = GuardianReport::Kind::read_only;
    note.value = files.mount_error;
    note.set_words(order.working_folder + ": " + files.read_only_because);
    tell(note);
  }
  return true;
}

/// Waits for the agent, and reaps all processes that die before it.
GuardianReport end_of(pid_t agent) {
  GuardianReport exited;
  exited.kind = GuardianReport::Kind::exited;
  exited.limits = limits;
  const bool watches = limits.processes > 0 && commserver::must_watch_processes();
  sigset_t child;
  sigemptyset(&child);
  sigaddset(&child, SIGCHLD);
  if (watches) ::sigprocmask(SIG_BLOCK, &child, nullptr);
  bool too_many = false;
  while (true) {
    rusage used{};
    const pid_t dead = ::wait4(-1, &exited.value, watches ? WNOHANG : 0, &used);
    if (dead < 0 && errno != EINTR) return exited;
    if (dead == agent) {
      exited.exceeded = too_many ? commserver::Exceeded::processes : commserver::exceeded(limits, exited.value, used);
      return exited;
    }
    if (dead != 0) continue;
    ::sigtimedwait(&child, nullptr, &kBetweenCounts);
    if (too_many || commserver::count_processes() > limits.processes) {
      too_many = true;
      ::kill(-1, SIGKILL);  // all of this PID namespace but its first process
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  const auto order = commserver::InsideOrder::parse({argv + std::min(argc, 1), argv + argc});
  if (!order) return 2;
  ::prctl(PR_SET_DUMPABLE, 0);  // an agent shall not look into this process
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
  launch.last_step = close_the_room;

  GuardianReport report;
  report.stage = GuardianReport::Stage::files;
  const pid_t agent = prepare(*order) ? launch.start(report) : 0;
  if (agent <= 0 && report.stage == GuardianReport::Stage::files) report.value = errno;
  report.kind = GuardianReport::Kind::not_started;
  // Nobody but the agent shall keep its pipes open.
  for (const int descriptor : {commserver::kSandboxInput, commserver::kSandboxOutput}) ::close(descriptor);
  const int nothing = ::open("/dev/null", O_RDWR | O_CLOEXEC);
  for (const int descriptor : {STDOUT_FILENO, STDERR_FILENO}) ::dup2(nothing, descriptor);
  if (agent > 0) {
    report = {};
    report.kind = GuardianReport::Kind::started;
    tell(report);
    report = end_of(agent);
  }
  ::_exit(tell(report) ? 0 : 1);
}
