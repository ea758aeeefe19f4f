// SPDX-License-Identifier: Apache-2.0
#include "commserver/guardian/guardian_process.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <iterator>
#include <span>
#include <utility>

#include "commserver/guardian/descendants.h"
#include "commserver/guardian/kept_files.h"
#include "commserver/guardian/launch.h"
#include "commserver/guardian/own_user.h"

namespace commserver {
namespace {

/// The number of the only descriptor that the guardian keeps from the server, its socket.
constexpr int kGuardianSocket = 3;

/// Interval at which processes are counted if the kernel does not count them: short enough to stop a fork bomb before
/// it harms the match.
constexpr std::chrono::milliseconds kBetweenCounts{100};

/// Makes this process, just forked, independent of the server: it drops the server's descriptors, folder and terminal,
/// is not disturbed by signals, and reaps orphans. Returns a descriptor that polls readable when a child has ended, or
/// a negative number if the system refuses.
int become_guardian(int socket) {
  ::setsid();  // a signal to the server's process group must not reach its guardian
  ::prctl(PR_SET_NAME, "guardian");
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  for (const int signal :
       {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGTSTP, SIGTTIN, SIGTTOU, SIGUSR1, SIGUSR2, SIGALRM})
    ::signal(signal, SIG_IGN);
  ::signal(SIGCHLD, SIG_DFL);
  sigset_t child;
  sigemptyset(&child);
  sigaddset(&child, SIGCHLD);
  ::sigprocmask(SIG_SETMASK, &child, nullptr);

  if (socket != kGuardianSocket) ::dup2(socket, kGuardianSocket);
  ::fcntl(kGuardianSocket, F_SETFD, FD_CLOEXEC);
  for_all_descriptors_from(kGuardianSocket + 1, After::closed);
  const int nothing = ::open("/dev/null", O_RDWR | O_CLOEXEC);
  for (const int standard : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) ::dup2(nothing, standard);
  if (nothing > STDERR_FILENO) ::close(nothing);
  if (::chdir("/") != 0) return -1;
  return ::signalfd(-1, &child, SFD_CLOEXEC | SFD_NONBLOCK);
}

}  // namespace

void GuardianProcess::run(int socket, pid_t server) {
  const int signals = become_guardian(socket);
  if (signals < 0) ::_exit(1);
  GuardianProcess guardian(kGuardianSocket, signals, server);
  guardian.serve();
  end_descendants();
  guardian.cgroups_.end_all();
  guardian.logs_.finish();
  guardian.keep_files();
  ::_exit(0);
}

void GuardianProcess::serve() {
  std::vector<pollfd> inputs;
  while (true) {
    const short wanted = reports_.empty() ? POLLIN : POLLIN | POLLOUT;
    inputs.assign({{socket_, wanted, 0}, {signals_, POLLIN, 0}});
    logs_.add_to(inputs);
    const std::size_t first_agent = inputs.size();
    for (const auto& [number, agent] : agents_)
      if (agent.reports) inputs.push_back({agent.reports.get(), POLLIN, 0});
    const bool watches = watches_ && inputs.size() > first_agent;
    if (::poll(inputs.data(), inputs.size(), watches ? static_cast<int>(kBetweenCounts.count()) : -1) < 0) continue;
    logs_.read(std::span(inputs).subspan(2, first_agent - 2));
    auto input = inputs.begin() + static_cast<std::ptrdiff_t>(first_agent);
    for (auto& [number, agent] : agents_)
      if (agent.reports && (input++)->revents != 0) take_reports(number, agent);
    if (watches) watch_processes();
    if (inputs[1].revents != 0) {
      reap();
      cgroups_.remove_ended();
    }
    report_failed_logs();
    if ((inputs[0].revents & ~POLLOUT) != 0 && !take_order()) return;
    send_reports();
  }
}

/// An agent that ends during the count is reaped later, so its number is not reused before.
void GuardianProcess::watch_processes() {
  // Real time: the guardian has no loop, and no object that could hand it a clock.
  const auto now = std::chrono::steady_clock::now();
  if (now < next_count_) return;
  next_count_ = now + kBetweenCounts;
  for (auto& [number, agent] : agents_) agent.watch_processes();
}

/// Returns false when the server is gone.
bool GuardianProcess::take_order() {
  switch (order_.receive(socket_)) {
    case ReceivedOrder::Result::nothing:
      return true;
    case ReceivedOrder::Result::server_is_gone:
      return false;
    case ReceivedOrder::Result::received:
      break;
  }
  const GuardianOrder& order = order_.order;
  switch (order.kind) {
    case GuardianOrder::Kind::start:
      start_agent();
      break;
    case GuardianOrder::Kind::signal:
      if (const auto agent = agents_.find(order.child); agent != agents_.end()) agent->second.signal(order.signal);
      break;
    case GuardianOrder::Kind::end_all:
      end_all(order.child);
      break;
  }
  for (spark::Descriptor& end : order_.ends) end.close();
  return true;
}

void GuardianProcess::start_agent() {
  const GuardianOrder& order = order_.order;
  const auto& texts = order_.texts;
  auto& [agent_input, agent_output, output_log, error_log] = order_.ends;
  const std::ptrdiff_t first_enclosed = 3 + order.variables;
  const std::ptrdiff_t first_argument = first_enclosed + order.enclosed;
  if (order.variables < 0 || order.enclosed < 0 || std::ssize(texts) <= first_argument) return;
  Launch launch;
  launch.working_folder = texts[1];
  launch.program = texts[2];
  launch.environment.assign(texts.begin() + 3, texts.begin() + first_enclosed);
  launch.arguments.assign(texts.begin() + first_argument, texts.end());
  GuardedAgent agent;
  agent.kept_in = texts[0];
  agent.limits = order.limits;
  agent.sandboxed = order.sandboxed;
  spark::Descriptor reports;
  if (order.sandboxed) {
    reports = agent.open_reports();
    launch.input = {agent_input.get(), kSandboxInput};
    launch.output = {agent_output.get(), kSandboxOutput};
    launch.reports = {reports.get(), kSandboxReports};
    launch.inherited = Inherited::what_is_needed;
    launch.cgroup = make_cgroup();
  } else {
    launch.input = {agent_input.get(), order.input_fd};
    launch.output = {agent_output.get(), order.output_fd};
    launch.limits = order.limits;
  }
  const std::uint64_t log_size = order.limits.log_size;
  const spark::Descriptor output = log_size > 0 ? logs_.open(output_log.get(), log_size) : spark::Descriptor();
  const spark::Descriptor error =
      log_size > 0 ? logs_.open(error_log.get(), log_size, order.child) : spark::Descriptor();
  launch.standard_output = log_size > 0 ? output.get() : output_log.get();
  launch.standard_error = log_size > 0 ? error.get() : error_log.get();
  if (order.own_user && order.sandboxed)
    launch.last_step = user_changer(agent, {texts.begin() + first_enclosed, texts.begin() + first_argument});
  GuardianReport failure;
  if (const pid_t pid = launch.start(failure); pid > 0) {
    agent.leader = pid;
    const bool is_agent = !agent.sandboxed;
    agents_.insert_or_assign(order.child, std::move(agent));
    // Before the server is notified: from that point on only the agent may hold its pipes open.
    agent_input.close();
    agent_output.close();
    if (!is_agent) return;  // agent_sandbox will report the start
    GuardianReport started;
    started.kind = GuardianReport::Kind::started;
    started.child = order.child;
    started.value = pid;
    report(started);
  } else {
    users_.give_back(agent.user);
    cgroups_.end(order.child);
    failure.kind = GuardianReport::Kind::not_started;
    failure.child = order.child;
    report(failure);
  }
}

/// The file through which the agent's sandbox enters a control group of its own; empty if there is none.
std::string GuardianProcess::make_cgroup() {
  GuardianReport none;
  none.kind = GuardianReport::Kind::no_cgroups;
  none.child = order_.order.child;
  std::string why;
  std::string entry = cgroups_.make(none.child, order_.order.limits, why);
  none.set_text(why);
  if (!why.empty()) report(none);
  return entry;
}

/// Returns a function that gives the process that becomes the agent's sandbox a user of its own.
std::function<bool()> GuardianProcess::user_changer(GuardedAgent& agent, std::vector<const char*> enclosed) {
  GuardianReport shares;
  shares.kind = GuardianReport::Kind::shares_user;
  shares.child = order_.order.child;
  std::string why;
  agent.user = users_.take(why);
  if (agent.user == 0) {
    shares.set_text(why);
    report(shares);
    return {};
  }
  OwnUser user{.number = agent.user,
               .programs = std::move(enclosed),
               .folder = order_.texts[1],
               .descriptors = {STDOUT_FILENO, STDERR_FILENO, kSandboxInput, kSandboxOutput}};
  user.programs.push_back(order_.texts[2]);
  return [user = std::move(user), shares]() mutable {
    std::string problem;
    if (!user.become(problem)) return false;
    if (!problem.empty()) {
      shares.set_text(problem);
      ::send(kSandboxReports, &shares, sizeof shares, MSG_NOSIGNAL);
    }
    return ::chdir(user.folder) == 0;
  };
}

void GuardianProcess::report(const GuardianReport& report) {
  reports_.push_back(report);
}

void GuardianProcess::send_reports() {
  while (!reports_.empty()) {
    // `take_order` detects the end of the server.
    if (::send(socket_, &reports_.front(), sizeof(GuardianReport), MSG_DONTWAIT | MSG_NOSIGNAL) < 0) return;
    reports_.pop_front();
  }
}

void GuardianProcess::end_all(int number) {
  end_descendants();
  cgroups_.end_all();
  logs_.finish();
  report_failed_logs();
  keep_files();
  GuardianReport done;
  done.kind = GuardianReport::Kind::all_ended;
  done.child = number;
  report(done);
}

/// Copies the files that agents have written. By now no agent is left that could change them.
void GuardianProcess::keep_files() {
  // The last reports are read first: an agent that was killed at its start may have written something.
  for (auto& [number, agent] : agents_) {
    while (agent.reports && agent.next_report()) {
    }
    users_.give_back(agent.user);
    ended_.push_back(std::move(agent));
  }
  agents_.clear();
  for (const GuardedAgent& agent : ended_) keep_written_files(agent);
  ended_.clear();
}

void GuardianProcess::report_failed_logs() {
  for (const LogPipes::Failure& failure : logs_.take_failures()) {
    GuardianReport ended;
    ended.kind = GuardianReport::Kind::log_ended;
    ended.value = failure.error;
    ended.set_text(failure.file);
    report(ended);
  }
}

void GuardianProcess::take_reports(int number, GuardedAgent& agent) {
  while (auto next = agent.next_report()) {
    next->child = number;
    const bool shares_user = next->kind == GuardianReport::Kind::shares_user;
    if (shares_user) users_.give_back(std::exchange(agent.user, 0));
    if (shares_user || next->kind == GuardianReport::Kind::started || next->kind == GuardianReport::Kind::read_only)
      report(*next);
    else
      report_end(number, agent, *next);
  }
}

void GuardianProcess::report_end(int number, GuardedAgent& agent, GuardianReport end) {
  if (std::exchange(agent.end_reported, true)) return;
  end.child = number;
  end.limits = agent.limits;
  if (const Exceeded limit = cgroups_.exceeded(number); limit != Exceeded::nothing) end.exceeded = limit;
  if (end.text[0] == '\0') end.set_text(logs_.last_output(number));
  logs_.forget(number);
  report(end);
}

/// Reaps dead processes: agents, and orphans that this process has inherited.
void GuardianProcess::reap() {
  signalfd_siginfo ignored;
  while (::read(signals_, &ignored, sizeof ignored) > 0) {
  }
  while (true) {
    // The leader is reaped last: until then no other process can get the number of its process group, so it is safe to
    // kill the rest of the group.
    siginfo_t dead{};
    if (::waitid(P_ALL, 0, &dead, WEXITED | WNOHANG | WNOWAIT) != 0 || dead.si_pid == 0) return;
    const auto agent = std::find_if(agents_.begin(), agents_.end(),
                                    [&](const auto& entry) { return entry.second.leader == dead.si_pid; });
    if (agent != agents_.end()) ::kill(-dead.si_pid, SIGKILL);
    int status = 0;
    rusage used{};
    ::wait4(dead.si_pid, &status, 0, &used);
    if (agent == agents_.end()) continue;
    if (agent->second.reports) take_reports(agent->first, agent->second);
    GuardianReport exited;
    exited.kind = GuardianReport::Kind::exited;
    exited.value = status;
    exited.exceeded = agent->second.has_too_many ? Exceeded::processes : exceeded(agent->second.limits, status, used);
    if (agent->second.sandboxed && WIFEXITED(status)) {
      // agent_sandbox would have reported the end of an agent, so either bwrap could not make the sandbox, or
      // agent_sandbox itself was killed.
      const bool has_run = agent->second.started;
      exited.kind = has_run ? GuardianReport::Kind::sandbox_ended : GuardianReport::Kind::not_started;
      exited.stage = GuardianReport::Stage::sandbox;
      exited.value = has_run ? status : 0;
    }
    report_end(agent->first, agent->second, exited);
    users_.give_back(agent->second.user);
    cgroups_.end(agent->first);
    if (agent->second.written) ended_.push_back(std::move(agent->second));
    agents_.erase(agent);
  }
}

}  // namespace commserver
