// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <RtComponent.hh>
#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <string_view>

#include "gateways/rtm/corba/connector_watch.h"
#include "gateways/rtm/corba/goodbyes.h"
#include "gateways/rtm/corba/orb.h"
#include "spark/core/real_clock.h"

namespace rtm {

/// Shared by all servants of one publisher, as long as one of them exists. May be used by any thread.
class ServantContext {
 public:
  /// Both outlive it.
  ServantContext(Orb& orb, spark::RealClock& clock) : orb_(orb), clock_(clock), watch_(orb, clock) {}

  Orb& orb() { return orb_; }
  spark::RealClock& clock() { return clock_; }
  ConnectorWatch& watch() { return watch_; }  ///< of the connectors of all ports; the publisher ends it
  spark::Log& log() { return orb_.log(); }

  /// The InPorts that are served, by their full names, to show the targets of values.
  void add_in_port(const std::string& name, ::InPort_ptr port);
  void remove_in_port(const std::string& name);
  ::InPort_ptr in_port(std::string_view name) const;  ///< to be released; nil if there is none

  /// A unique number, for the keys of connectors' objects.
  std::uint64_t next_number() { return ++numbers_; }
  Goodbyes& goodbyes() { return goodbyes_; }

  /// How many threads may call peers while they serve a call (`Asking`). Later links of a chain may use more places
  /// than its beginning, so that a chain that begins here and returns to this process finds a free one.
  static constexpr int kMaxAsking = 8;
  static constexpr int kMaxAskingInChains = 2 * kMaxAsking;
  std::atomic<std::uint64_t> refused{0};  ///< values that have not even reached a port

 private:
  friend class Asking;
  Orb& orb_;
  spark::RealClock& clock_;
  ConnectorWatch watch_;
  std::atomic<std::uint64_t> numbers_{0};
  Goodbyes goodbyes_;
  std::atomic<int> asking_{0};
  mutable std::mutex mutex_;
  std::map<std::string, ::InPort_var, std::less<>> in_ports_;
};

/// A place among the threads that call peers while they serve a call, held during the lifetime of this object. The
/// caller may have named a peer that hangs: without a limit a few such calls would block all 32 threads of the ORB. A
/// thread that already holds a place needs no second one: ports of one process call each other on the same thread.
class Asking {
 public:
  /// `limit`: the number of places, this one included.
  Asking(ServantContext& context, int limit);
  ~Asking();
  Asking(const Asking&) = delete;
  Asking& operator=(const Asking&) = delete;

  /// False if all places are taken: no peer may be called then.
  bool is_admitted() const { return is_admitted_; }

 private:
  std::atomic<int>& count_;
  const bool is_nested_;
  bool is_admitted_ = true;
};

}  // namespace rtm
