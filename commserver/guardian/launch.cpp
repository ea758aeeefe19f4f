// SPDX-License-Identifier: Apache-2.0
#include "commserver/guardian/launch.h"

#include <fcntl.h>
#include <linux/close_range.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>

#include "commserver/guardian/executable_check.h"
#include "commserver/guardian/pseudo_files.h"
#include "spark/core/descriptor.h"

namespace commserver {
namespace {

/// Above every descriptor that an agent may request.
constexpr int kFirstFree = 256;

void reset_signals() {
  struct sigaction action {};
  action.sa_handler = SIG_DFL;
  for (int signal = 1; signal < NSIG; ++signal) ::sigaction(signal, &action, nullptr);
  sigset_t none;
  sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
}

void die_with(pid_t parent) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(127);  // the parent died before the line above
}

}  // namespace

void for_all_descriptors_from(int first, After after) {
  const unsigned flags = after == After::closed ? 0 : CLOSE_RANGE_CLOEXEC;
  if (::syscall(SYS_close_range, static_cast<unsigned>(first), ~0U, flags) == 0) return;
  // Kernels before 5.11.
  rlimit limit{};
  const bool known = ::getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
  for (int i = first; i < (known ? static_cast<int>(limit.rlim_cur) : 65536); ++i) {
    if (after == After::closed)
      ::close(i);
    else if (const int old = ::fcntl(i, F_GETFD); old >= 0)
      ::fcntl(i, F_SETFD, old | FD_CLOEXEC);
  }
}

pid_t Launch::start(GuardianReport& failure) const {
  failure.stage = GuardianReport::Stage::fork;
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) {
    failure.value = errno;
    return 0;
  }
  const spark::Descriptor failures(ends[0]);
  spark::Descriptor status(ends[1]);
  const pid_t guardian = ::getpid();
  const pid_t pid = ::fork();
  if (pid == 0) become_program(status.get(), guardian);
  if (pid < 0) {
    failure.value = errno;
    return 0;
  }
  // The other end closes when the program is executed; on failure it first reports the reason.
  status.close();
  GuardianReport reported;
  ssize_t count;
  do {
    count = ::read(failures.get(), &reported, sizeof reported);
  } while (count < 0 && errno == EINTR);
  if (count != sizeof reported) return pid;
  failure = reported;
  if (failure.stage == GuardianReport::Stage::program) failure.set_text(why_not_executable(program, failure.value));
  ::waitpid(pid, nullptr, 0);
  return 0;
}

void Launch::become_program(int status, pid_t guardian) const {
  GuardianReport problem;
  reset_signals();
  ::setsid();
  die_with(guardian);
  // Before anything uses resources. If the process may not enter the group, it is limited as if there were none.
  if (!cgroup.empty()) write_pseudo_file(cgroup, "0");
  limits.apply();

  if (!place_descriptors(status)) {
    problem.stage = GuardianReport::Stage::descriptors;
  } else if (::chdir(working_folder) != 0) {
    problem.stage = GuardianReport::Stage::working_folder;
  } else if (last_step && !last_step()) {
    problem.stage = GuardianReport::Stage::sandbox;
  } else {
    if (last_step) die_with(guardian);  // a change of the user clears this setting
    problem.stage = GuardianReport::Stage::program;
    std::vector<char*> argv;
    for (const char* argument : arguments) argv.push_back(const_cast<char*>(argument));
    argv.push_back(nullptr);
    ::execve(program, argv.data(), agent_environment(inherited, environment).data());
  }
  problem.value = errno;
  if (::write(status, &problem, sizeof problem) < 0) ::_exit(126);
  ::_exit(127);
}

/// Moves all descriptors to the numbers that the program wants, and `status` out of their way.
bool Launch::place_descriptors(int& status) const {
  // First, all are moved above these numbers, so that no move overwrites one that has yet to be moved.
  const int nothing = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  const Place places[] = {{nothing, STDIN_FILENO},
                          {standard_output, STDOUT_FILENO},
                          {standard_error, STDERR_FILENO},
                          input,
                          output,
                          reports};
  constexpr std::size_t kPlaces = sizeof places / sizeof *places;
  int staged[kPlaces] = {};
  for (std::size_t i = 0; i < kPlaces; ++i)
    if (places[i].to >= 0 && (staged[i] = ::fcntl(places[i].from, F_DUPFD_CLOEXEC, kFirstFree)) < 0) return false;
  const int moved_status = ::fcntl(status, F_DUPFD_CLOEXEC, kFirstFree);
  if (moved_status < 0) return false;
  status = moved_status;
  for_all_descriptors_from(0, After::closed_on_exec);
  for (std::size_t i = 0; i < kPlaces; ++i)
    if (places[i].to >= 0 && ::dup2(staged[i], places[i].to) < 0) return false;
  return true;
}

}  // namespace commserver
