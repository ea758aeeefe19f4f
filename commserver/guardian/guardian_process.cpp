// SPDX-License-Identifier: Apache-2.0
#include "commserver/guardian/guardian_process.h"

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <iterator>
#include <span>
#include <utility>

#include "commserver/guardian/become_guardian.h"
#include "commserver/guardian/descendants.h"
#include "commserver/guardian/launch.h"

namespace commserver {
void GuardianProcess::run(int socket) {
  const int signals = become_guardian(socket);
  if (signals < 0) ::_exit(1);
  GuardianProcess guardian(kGuardianSocket, signals);
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
    tell_of_logs();
    if ((inputs[0].revents & ~POLLOUT) != 0 && !take_order()) return;
    send_reports();
  }
}

/// False when the server is gone.
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
      end_everything(order.child);
      break;
  }
  for (spark::Descriptor& end : order_.ends) end.close();
  return true;
}

void GuardianProcess::start_agent() {
  const GuardianOrder& order = order_.order;
  const auto& texts = order_.texts;
  auto& [agent_input, agent_output, output_log, error_log] = order_.ends;
  const std::ptrdiff_t first_argument = 3 + order.variables;
  if (order.variables < 0 || std::ssize(texts) <= first_argument) return;
  Launch launch;
  launch.working_folder = texts[1];
  launch.program = texts[2];
  launch.environment.assign(texts.begin() + 3, texts.begin() + first_argument);
  launch.arguments.assign(texts.begin() + first_argument, texts.end());
  GuardedAgent agent;
  agent.kept_in = texts[0];
  agent.limits = order.limits;
  agent.sandboxed = order.sandboxed;
  spark::Descriptor reports;
  if (order.sandboxed) {
    reports = agent.open_news();
    launch.input = {agent_input.get(), kSandboxInput};
    launch.output = {agent_output.get(), kSandboxOutput};
    launch.reports = {reports.get(), kSandboxReports};
    launch.inherited = Inherited::what_is_needed;
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
  GuardianReport failure;
  if (const pid_t pid = launch.start(failure); pid > 0) {
    agent.leader = pid;
    const bool is_agent = !agent.sandboxed;
    agents_.insert_or_assign(order.child, std::move(agent));
    // Before the server is notified: from then on only the agent keeps its pipes open.
    agent_input.close();
    agent_output.close();
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
