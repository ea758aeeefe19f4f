// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <RTC.hh>
#include <chrono>
#include <map>
#include <mutex>
#include <optional>
#include <string>

#include "gateways/rtm/corba/omg_profile.h"
#include "spark/core/real_clock.h"

namespace rtm {

/// A cache of the full names of OMG ports by their references, because connections contain only references. A port
/// keeps its name as long as it exists, so each port that answers is queried at most once. Any thread.
class PortBook {
 public:
  struct Port {
    std::string name;  ///< "ConsoleIn0.out"; empty if the port does not answer
    std::optional<OmgPort::Kind> kind;
  };

  explicit PortBook(spark::RealClock& clock) : clock_(clock) {}

  /// Records that the component with the name `component` has this port.
  void learn(const std::string& component, const OmgPort& port);
  /// The port, if it is known; makes no call.
  std::optional<Port> find(RTC::PortService_ptr port);
  /// Calls the port itself, which may take as long as a call. One that does not answer is not called again for some
  /// seconds.
  Port ask(RTC::PortService_ptr port);

 private:
  struct Entry {
    Port port;
    std::optional<spark::RealClock::Time> until;
  };
  void keep(const std::string& identity, Entry entry);

  spark::RealClock& clock_;
  std::mutex mutex_;
  std::map<std::string, Entry> entries_;  ///< by identity_of
};

}  // namespace rtm
