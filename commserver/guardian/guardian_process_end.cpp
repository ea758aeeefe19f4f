// SPDX-License-Identifier: Apache-2.0
//
// How the agents of a GuardianProcess end: what is told of it, who buries them, and what is kept of their files.
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <utility>

#include "commserver/guardian/descendants.h"
#include "commserver/guardian/guardian_process.h"
#include "commserver/guardian/kept_files.h"

namespace commserver {

void GuardianProcess::end_everything(int number) {
  end_descendants();
  logs_.finish();
  tell_of_logs();
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

void GuardianProcess::tell_of_logs() {
  for (const LogPipes::Failure& failure : logs_.take_failures()) {
    GuardianReport ended;
    ended.kind = GuardianReport::Kind::log_ended;
    ended.value = failure.error;
    ended.set_words(failure.file);
    report(ended);
  }
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
  if (end.words[0] == '\0') end.set_words(logs_.last_words(number));
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

}  // namespace commserver
