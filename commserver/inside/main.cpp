// SPDX-License-Identifier: Apache-2.0
//
// The first process in the sandbox of an agent: starts the agent, tells the guardian how it begins and ends, and takes
// everything else in the sandbox along when it goes. bwrap's own would tell of an end by a signal as if it were an exit
// status.
//
//   agent_sandbox INPUT_FD OUTPUT_FD MEMORY CPU_SECONDS FILE_SIZE WORKING_FOLDER PROGRAM ARGUMENTS ...
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>

#include "commserver/inside/system_call_filter.h"
#include "commserver/inside/write_guard.h"
#include "commserver/launch.h"

namespace {

using commserver::GuardianReport;

constexpr int kFixedArguments = 7;

bool tell(const GuardianReport& report) {
  return ::send(commserver::kSandboxReports, &report, sizeof report, MSG_NOSIGNAL) == sizeof report;
}

/// In the process that becomes the agent: its number outside is known from the socket.
bool close_the_room() {
  GuardianReport here;
  here.kind = GuardianReport::Kind::inside;
  if (!tell(here)) return false;
  commserver::forbid_writing_outside();
  return commserver::forbid_system_calls();
}

/// Waits for the agent, and buries whoever dies before it.
GuardianReport end_of(pid_t agent, const commserver::AgentLimits& limits) {
  GuardianReport exited;
  exited.kind = GuardianReport::Kind::exited;
  exited.limits = limits;
  while (true) {
    rusage used{};
    const pid_t dead = ::wait4(-1, &exited.value, 0, &used);
    if (dead < 0 && errno != EINTR) return exited;
    if (dead != agent) continue;
    exited.exceeded = commserver::exceeded(limits, exited.value, used);
    return exited;
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc <= 1 + kFixedArguments) return 2;
  ::prctl(PR_SET_DUMPABLE, 0);  // an agent shall not look into this process
  commserver::Launch launch;
  launch.input = {commserver::kSandboxInput, std::atoi(argv[1])};
  launch.output = {commserver::kSandboxOutput, std::atoi(argv[2])};
  launch.standard_output = STDOUT_FILENO;
  launch.standard_error = STDERR_FILENO;
  launch.limits.memory = std::strtoull(argv[3], nullptr, 10);
  launch.limits.cpu_seconds = std::strtoull(argv[4], nullptr, 10);
  launch.limits.file_size = std::strtoull(argv[5], nullptr, 10);
  launch.working_folder = argv[6];
  launch.program = argv[7];
  launch.arguments.assign(argv + 1 + kFixedArguments, argv + argc);
  launch.last_step = close_the_room;

  GuardianReport report;
  const pid_t agent = launch.start(report);
  report.kind = GuardianReport::Kind::not_started;
  // Nobody but the agent shall keep its pipes open.
  for (const int descriptor : {commserver::kSandboxInput, commserver::kSandboxOutput}) ::close(descriptor);
  const int nothing = ::open("/dev/null", O_RDWR | O_CLOEXEC);
  for (const int descriptor : {STDOUT_FILENO, STDERR_FILENO}) ::dup2(nothing, descriptor);
  if (agent > 0) {
    report = {};
    report.kind = GuardianReport::Kind::started;
    tell(report);
    report = end_of(agent, launch.limits);
  }
  ::_exit(tell(report) ? 0 : 1);
}
