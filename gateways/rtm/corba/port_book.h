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

/// Full names of ports of the OMG's form by their references, for connections, which name their ports by references
/// alone. A port keeps its name as long as it exists, so that what was learned or asked once is not asked again. Any
/// thread.
class PortBook {
 public:
  struct Port {
    std::string name;  ///< "ConsoleIn0.out"; empty where the port does not answer
    std::optional<OmgPort::Kind> kind;
  };

  explicit PortBook(spark::RealClock& clock) : clock_(clock) {}

  /// A component that is known as `component` has this port.
  void learn(const std::string& component, const OmgPort& port);
  /// Nothing where it would have to be asked. No call is made.
  std::optional<Port> find(RTC::PortService_ptr port);
  /// Asks the port itself, which may take as long as a call. One that gives no answer is not asked again for some
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
