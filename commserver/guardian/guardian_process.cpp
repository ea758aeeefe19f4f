// SPDX-License-Identifier: Apache-2.0
#include "commserver/guardian/guardian_process.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <string>
#include <utility>

#include "commserver/guardian/descendants.h"
#include "commserver/guardian/kept_files.h"
#include "commserver/guardian/launch.h"

namespace commserver {
namespace {

constexpr int kSocket = 3;
/// Of an agent that ends so soon people want to know why.
constexpr std::chrono::seconds kBeginning{1};

/// A process without descriptors, folder and terminal of the server, which no signal from there disturbs.
int become_guardian(int socket) {
  ::setsid();  // a kill of the server's process group must not take its guardian along
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

  if (socket != kSocket) ::dup2(socket, kSocket);
  ::fcntl(kSocket, F_SETFD, FD_CLOEXEC);
  for_all_descriptors_from(kSocket + 1, After::closed);
  const int nothing = ::open("/dev/null", O_RDWR | O_CLOEXEC);
  for (const int standard : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) ::dup2(nothing, standard);
  if (nothing > STDERR_FILENO) ::close(nothing);
  if (::chdir("/") != 0) return -1;
  return ::signalfd(-1, &child, SFD_CLOEXEC | SFD_NONBLOCK);
}

std::vector<const char*> texts_of(const char* first, const char* last) {
  std::vector<const char*> texts;
  while (first < last) {
    texts.push_back(first);
    first += std::strlen(first) + 1;
  }
  return texts;
}

}  // namespace

void GuardianProcess::run(int socket) {
  const int signals = become_guardian(socket);
  if (signals < 0) ::_exit(1);
  GuardianProcess guardian(kSocket, signals);
  guardian.serve();
  end_descendants();
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
    const std::size_t first_news = inputs.size();
    for (const auto& [number, agent] : agents_)
      if (agent.news) inputs.push_back({agent.news.get(), POLLIN, 0});
    if (::poll(inputs.data(), inputs.size(), -1) < 0) continue;
    logs_.read(std::span(inputs).subspan(2, first_news - 2));
    auto news = inputs.begin() + static_cast<std::ptrdiff_t>(first_news);
    for (auto& [number, agent] : agents_)
      if (agent.news && (news++)->revents != 0) take_news(number, agent);
    if (inputs[1].revents != 0) reap();
    if ((inputs[0].revents & ~POLLOUT) != 0 && !take_order()) return;
    send_reports();
  }
}

/// False when the server is gone.
bool GuardianProcess::take_order() {
  alignas(GuardianOrder) static char packet[kMaxOrderSize + 1];
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int) * kOrderDescriptors)];
  iovec part{packet, kMaxOrderSize};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = control;
  message.msg_controllen = sizeof control;
  const ssize_t count = ::recvmsg(socket_, &message, MSG_CMSG_CLOEXEC | MSG_DONTWAIT);
  if (count < 0) return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
  if (count < static_cast<ssize_t>(sizeof(GuardianOrder))) return false;
  packet[count] = '\0';

  int descriptors[kOrderDescriptors] = {-1, -1, -1, -1};
  if (const cmsghdr* head = CMSG_FIRSTHDR(&message); head && head->cmsg_type == SCM_RIGHTS)
    std::memcpy(descriptors, CMSG_DATA(head), std::min(sizeof descriptors, head->cmsg_len - CMSG_LEN(0)));
  GuardianOrder order;
  std::memcpy(&order, packet, sizeof order);
  switch (order.kind) {
    case GuardianOrder::Kind::start:
      start_agent(order, texts_of(packet + sizeof order, packet + count), descriptors);
      break;
    case GuardianOrder::Kind::signal:
      if (const auto agent = agents_.find(order.child); agent != agents_.end()) agent->second.signal(order.signal);
      break;
    case GuardianOrder::Kind::end_all:
      end_everything(order.child);
      break;
  }
  for (const int descriptor : descriptors)
    if (descriptor >= 0) ::close(descriptor);
  return true;
}

void GuardianProcess::start_agent(const GuardianOrder& order, const std::vector<const char*>& texts, int* descriptors) {
  if (texts.size() < 4) return;
  Launch launch;
  launch.working_folder = texts[1];
  launch.program = texts[2];
  launch.arguments.assign(texts.begin() + 3, texts.end());
  GuardedAgent agent;
  agent.began = std::chrono::steady_clock::now();
  agent.kept_in = texts[0];
  agent.limits = order.limits;
  agent.sandboxed = order.sandboxed;
  spark::Descriptor reports;
  if (order.sandboxed) {
    reports = agent.open_news();
    launch.input = {descriptors[0], kSandboxInput};
    launch.output = {descriptors[1], kSandboxOutput};
    launch.reports = {reports.get(), kSandboxReports};
    launch.clean_environment = true;
  } else {
    launch.input = {descriptors[0], order.input_fd};
    launch.output = {descriptors[1], order.output_fd};
    launch.limits = order.limits;
  }
  const std::uint64_t log_size = order.limits.log_size;
  const spark::Descriptor output = log_size > 0 ? logs_.open(descriptors[2], log_size) : spark::Descriptor();
  const spark::Descriptor error =
      log_size > 0 ? logs_.open(descriptors[3], log_size, order.child) : spark::Descriptor();
  launch.standard_output = log_size > 0 ? output.get() : descriptors[2];
  launch.standard_error = log_size > 0 ? error.get() : descriptors[3];
  GuardianReport failure;
  if (const pid_t pid = launch.start(failure); pid > 0) {
    agent.leader = pid;
    const bool is_agent = !agent.sandboxed;
    agents_.insert_or_assign(order.child, std::move(agent));
    // Before the server is notified: from then on only the agent keeps its pipes open.
    for (const int place : {0, 1}) ::close(std::exchange(descriptors[place], -1));
    if (!is_agent) return;  // the sandbox will tell
    GuardianReport started;
    started.kind = GuardianReport::Kind::started;
    started.child = order.child;
    started.value = pid;
    report(started);
  } else {
    failure.kind = GuardianReport::Kind::not_started;
    failure.child = order.child;
    report(failure);
  }
}

void GuardianProcess::end_everything(int number) {
  end_descendants();
  logs_.finish();
  keep_files();
  GuardianReport done;
  done.kind = GuardianReport::Kind::all_ended;
  done.child = number;
  report(done);
}

/// Copies what agents have written. None of them is left that could change it meanwhile.
void GuardianProcess::keep_files() {
  // Their last reports: an agent that was killed at its start may have written something.
  for (auto& [number, agent] : agents_) {
    while (agent.news && agent.next_news()) {
    }
    ended_.push_back(std::move(agent));
  }
  agents_.clear();
  for (const GuardedAgent& agent : ended_) keep_written_files(agent);
  ended_.clear();
}

void GuardianProcess::take_news(int number, GuardedAgent& agent) {
  while (auto news = agent.next_news()) {
    news->child = number;
    if (news->kind == GuardianReport::Kind::started || news->kind == GuardianReport::Kind::read_only)
      report(*news);
    else
      tell_end(number, agent, *news);
  }
}

void GuardianProcess::tell_end(int number, GuardedAgent& agent, GuardianReport end) {
  if (std::exchange(agent.end_told, true)) return;
  end.child = number;
  end.limits = agent.limits;
  if (std::chrono::steady_clock::now() - agent.began < kBeginning) end.set_words(logs_.last_words(number));
  logs_.forget(number);
  report(end);
}

/// Reaps dead processes: agents, and orphans that this process has inherited.
void GuardianProcess::reap() {
  signalfd_siginfo ignored;
  while (::read(signals_, &ignored, sizeof ignored) > 0) {
  }
  while (true) {
    // While the leader is unburied its process group cannot be anybody else's; so first the rest of the group goes.
    siginfo_t dead{};
    if (::waitid(P_ALL, 0, &dead, WEXITED | WNOHANG | WNOWAIT) != 0 || dead.si_pid == 0) return;
    const auto agent = std::find_if(agents_.begin(), agents_.end(),
                                    [&](const auto& entry) { return entry.second.leader == dead.si_pid; });
    if (agent != agents_.end()) ::kill(-dead.si_pid, SIGKILL);
    int status = 0;
    rusage used{};
    ::wait4(dead.si_pid, &status, 0, &used);
    if (agent == agents_.end()) continue;
    if (agent->second.news) take_news(agent->first, agent->second);
    GuardianReport exited;
    exited.kind = GuardianReport::Kind::exited;
    exited.value = status;
    exited.exceeded = exceeded(agent->second.limits, status, used);
    if (agent->second.sandboxed && WIFEXITED(status)) {
      // bwrap could not make the sandbox; of an agent's end we would know.
      exited.kind = GuardianReport::Kind::not_started;
      exited.stage = GuardianReport::Stage::sandbox;
      exited.value = 0;
    }
    tell_end(agent->first, agent->second, exited);
    if (agent->second.written) ended_.push_back(std::move(agent->second));
    agents_.erase(agent);
  }
}

void GuardianProcess::report(const GuardianReport& report) {
  reports_.push_back(report);
}

void GuardianProcess::send_reports() {
  while (!reports_.empty()) {
    // The end of the server is noticed where orders are taken.
    if (::send(socket_, &reports_.front(), sizeof(GuardianReport), MSG_DONTWAIT | MSG_NOSIGNAL) < 0) return;
    reports_.pop_front();
  }
}

}  // namespace commserver
