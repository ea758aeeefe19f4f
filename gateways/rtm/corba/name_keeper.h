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

/// Names that are to stay: at times a thread of its own looks whether they are still there, and binds those again that
/// are not, so that a name server that was started anew fills up by itself. One that cannot be reached
/// costs one warning until it is there again. Any thread.
class NameKeeper {
 public:
  /// All three outlive it. `interval`: real time from one look to the next; 0: it never looks.
  NameKeeper(Names& names, spark::RealClock& clock, spark::Log& log, std::chrono::nanoseconds interval);
  ~NameKeeper();  ///< the names stay
  NameKeeper(const NameKeeper&) = delete;
  NameKeeper& operator=(const NameKeeper&) = delete;

  /// Binds it, in place of what has the name. Throws NamesUnavailable; it is not kept then.
  void add(const std::string& path, CORBA::Object_ptr object);
  /// Whether something was added under that path and not removed.
  bool has(const std::string& path) const;
  /// Unbinds it, unless the name belongs to another process by now.
  void remove(const std::string& path);

 private:
  void look_after_all();
  /// Whether it had to be bound again.
  bool look_after(const std::string& path, CORBA::Object_ptr object);
  bool is_kept(const std::string& path) const;

  Names& names_;
  spark::Log& log_;
  std::mutex calls_;  ///< while one of us talks to the name server, so that nothing is bound behind its end
  mutable std::mutex mutex_;
  std::map<std::string, CORBA::Object_var> kept_;  ///< by their paths
  bool unavailable_ = false;
  RecurringTask looks_;
};

}  // namespace rtm
