// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <omniORB4/CORBA.h>

#include <chrono>
#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>

#include "gateways/rtm/corba/names.h"
#include "spark/core/log.h"

namespace rtm {

/// Names that are to stay: every 10 s of real time a thread of its own looks whether they are still there, and binds
/// those again that are not, so that a name server that was started anew fills up by itself. One that cannot be reached
/// costs one warning until it is there again. Any thread.
class NameKeeper {
 public:
  static constexpr std::chrono::seconds kInterval{10};

  /// All three outlive it.
  NameKeeper(Names& names, spark::RealClock& clock, spark::Log& log);
  ~NameKeeper();  ///< the names stay
  NameKeeper(const NameKeeper&) = delete;
  NameKeeper& operator=(const NameKeeper&) = delete;

  /// Binds it, in place of what has the name. Throws NamesUnavailable; it is not kept then.
  void add(const std::string& id, const char* kind, CORBA::Object_ptr object);
  /// Unbinds it, unless the name belongs to somebody else by now.
  void remove(const std::string& id, const char* kind);

 private:
  using Key = std::pair<std::string, const char*>;  ///< kinds are kComponentKind and kViewKind themselves

  void run();
  void look_after_all();
  /// Whether it had to be bound again.
  bool look_after(const Key& key, CORBA::Object_ptr object);
  bool is_kept(const Key& key);

  Names& names_;
  spark::RealClock& clock_;
  spark::Log& log_;
  std::mutex calls_;  ///< while one of us talks to the name server, so that nothing is bound behind its end
  std::mutex mutex_;
  std::map<Key, CORBA::Object_var> kept_;
  std::condition_variable end_;
  bool ending_ = false, unavailable_ = false;
  std::thread thread_;
};

}  // namespace rtm
