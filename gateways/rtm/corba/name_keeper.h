// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <omniORB4/CORBA.h>

#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "gateways/rtm/corba/names.h"
#include "gateways/rtm/corba/recurring_task.h"
#include "spark/core/log.h"

namespace rtm {

/// Keeps names bound: a thread of its own checks them periodically and rebinds those that are missing, so that a
/// restarted name server gets all names again. While the name server cannot be reached, that is logged in one warning.
/// Any thread.
class NameKeeper {
 public:
  /// Names, clock and log outlive it. `interval`: real time between two checks; 0: it never checks.
  NameKeeper(Names& names, spark::RealClock& clock, spark::Log& log, std::chrono::nanoseconds interval);
  ~NameKeeper();  ///< the names stay bound
  NameKeeper(const NameKeeper&) = delete;
  NameKeeper& operator=(const NameKeeper&) = delete;

  /// Binds it, replacing any other object with the name. Throws NamesUnavailable; the name is not watched then.
  void add(const std::string& path, CORBA::Object_ptr object);
  /// Whether an object was added under that path and not removed.
  bool has(const std::string& path) const;
  /// Unbinds it, unless the name belongs to another process by now.
  void remove(const std::string& path);

 private:
  void look_after_all();
  /// Returns whether it had to be rebound.
  bool look_after(const std::string& path, CORBA::Object_ptr object);
  bool is_kept(const std::string& path) const;

  Names& names_;
  spark::Log& log_;
  std::mutex calls_;  ///< held while one of our threads calls the name server, so that nothing is bound after its end
  mutable std::mutex mutex_;
  std::map<std::string, CORBA::Object_var> kept_;  ///< by their paths
  bool unavailable_ = false;
  RecurringTask looks_;
};

}  // namespace rtm
