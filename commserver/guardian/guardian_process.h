// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <chrono>
#include <deque>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "commserver/guardian/agent_cgroups.h"
#include "commserver/guardian/guarded_agent.h"
#include "commserver/guardian/guardian_messages.h"
#include "commserver/guardian/log_pipes.h"
#include "commserver/guardian/received_order.h"
#include "commserver/guardian/user_numbers.h"

namespace commserver {

/// The guardian itself, in the process that `Guardian::start` forks. It starts agents, reaps all its descendants, keeps
/// the agents' logs within their limits, and reports to the server. It has one thread, and shares nothing with the
/// server but the socket.
class GuardianProcess {
 public:
  /// Serves `server` until the other end of `socket` closes, then kills all descendants. Never returns.
  [[noreturn]] static void run(int socket, pid_t server);

 private:
  GuardianProcess(int socket, int signals, pid_t server)
      : socket_(socket), signals_(signals), cgroups_(own_cgroup(), server) {}
  void serve();
  bool take_order();
  void start_agent();
  std::string make_cgroup();
  std::function<bool()> user_changer(GuardedAgent& agent, std::vector<const char*> enclosed);
  void end_all(int number);
  void keep_files();
  void report_failed_logs();
  void take_reports(int number, GuardedAgent& agent);
  void report_end(int number, GuardedAgent& agent, GuardianReport end);
  void reap();
  void report(const GuardianReport& report);
  void send_reports();
  void watch_processes();

  int socket_;
  int signals_;
  ReceivedOrder order_;  ///< the order that is being carried out
  const bool watches_ = must_watch_processes();
  std::chrono::steady_clock::time_point next_count_{};  ///< time of the next count of processes, if it `watches_`
  std::map<int, GuardedAgent> agents_;                  ///< by the server's number
  UserNumbers users_;
  AgentCgroups cgroups_;
  LogPipes logs_;
  std::vector<GuardedAgent> ended_;     ///< agents whose files are still to be copied
  std::deque<GuardianReport> reports_;  ///< reports that wait for room in the socket
};

}  // namespace commserver
