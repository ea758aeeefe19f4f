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

/// Finds connectors whose other end has vanished: a process that was killed, possibly in the middle of a chain, or one
/// that no longer knows the connector because it could not be reached when it was disconnected. Every 5 s of real time
/// a thread of its own calls `get_connector_profile` of the other ports of all connectors, which ports of OpenRTM-aist
/// answer at any time. Two consecutive answers without the connector end it; it survives a port that only hangs. Any
/// thread.
class ConnectorWatch {
 public:
  static constexpr std::chrono::seconds kInterval{5};
  static constexpr std::chrono::seconds kDoubtInterval{3};  ///< until the next round, if a connector was missing once

  /// Both outlive it.
  ConnectorWatch(Orb& orb, spark::RealClock& clock);
  ~ConnectorWatch();
  ConnectorWatch(const ConnectorWatch&) = delete;
  ConnectorWatch& operator=(const ConnectorWatch&) = delete;

  /// Watches the connectors of a port as long as the table exists. `name` is for log lines.
  void add(const std::string& name, const std::shared_ptr<ConnectorTable>& table);
  /// Informs the other ports of a connector that has ended here, soon and once, on its own thread, because the caller
  /// that has noticed the end is in the middle of another operation.
  void say_goodbye(const RTC::ConnectorProfile& profile, RTC::PortService_ptr self);
  /// Ends the thread, within two timeouts of a call. Nothing is watched from then on.
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
  /// Resets the timeout of a connector's reference, which still has the long one of the chain that formed it.
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
  std::set<Key> doubts_;          ///< connectors that have been missing once
  std::set<std::string> silent_;  ///< addresses that did not answer in this round
};

}  // namespace rtm
