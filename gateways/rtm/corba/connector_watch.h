// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <RTC.hh>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "gateways/rtm/corba/connector_table.h"
#include "gateways/rtm/corba/orb.h"
#include "spark/core/real_clock.h"

namespace rtm {

/// Connectors whose other end is gone without a word: a process that was killed, in the middle of a chain perhaps, or
/// one that does not know the connector any more because it could not be reached when it was disconnected. Every 5 s of
/// real time a thread of its own asks the other ports of all connectors for them (`get_connector_profile`, which
/// published ports answer at any time). Two answers in a row that say so end a connector; a port that only hangs keeps
/// it. Any thread.
class ConnectorWatch {
 public:
  static constexpr std::chrono::seconds kInterval{5};
  static constexpr std::chrono::seconds kDoubtInterval{3};  ///< to the next round where one was found gone once

  /// Both outlive it.
  ConnectorWatch(Orb& orb, spark::RealClock& clock);
  ~ConnectorWatch();
  ConnectorWatch(const ConnectorWatch&) = delete;
  ConnectorWatch& operator=(const ConnectorWatch&) = delete;

  /// The connectors of a port, as long as the table exists. `name` is for log lines.
  void add(const std::string& name, const std::shared_ptr<ConnectorTable>& table);
  /// Informs the other ports of a connector that has ended here, soon and once, on its own thread: the one that has
  /// noticed the end is in the middle of something else.
  void say_goodbye(const RTC::ConnectorProfile& profile, RTC::PortService_ptr self);
  /// Ends the thread, within two time-outs of a call. Nothing is watched any more.
  void end();

 private:
  struct Watched {
    std::string name;
    std::weak_ptr<ConnectorTable> table;
  };
  struct Goodbye {
    RTC::ConnectorProfile profile;
    RTC::PortService_var self;
  };
  enum class Finding { alive, gone, unsure };
  using Key = std::pair<std::string, std::string>;  ///< of a port and a connector

  void run();
  void start_thread();  ///< with the lock
  void say_goodbyes();
  /// The references of a connector still have the time-out of the chain that has formed it, which is long.
  void wait_as_usual(RTC::PortService_ptr port);
  bool is_ending();
  void look();
  void look_at(const Watched& port, const RTC::ConnectorProfile& connector, std::set<Key>& doubts);
  Finding ask(RTC::PortService_ptr port, const char* id, std::string& why);

  Orb& orb_;
  spark::RealClock& clock_;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::vector<Watched> watched_;
  std::deque<Goodbye> goodbyes_;
  bool is_ending_ = false;
  std::thread thread_;

  // Used by the thread alone:
  std::set<Key> doubts_;          ///< connectors that have been found gone once
  std::set<std::string> silent_;  ///< addresses that have not answered in this round
};

}  // namespace rtm
