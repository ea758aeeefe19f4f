// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "spark/core/log.h"

namespace rtm {

struct OrbSettings {
  /// The address on which it listens, in the ORB's own notation; without a port: any free one.
  std::string endpoint = "giop:tcp:127.0.0.1:";
  std::vector<std::string> more_endpoints{};     ///< further addresses on which it listens
  std::chrono::milliseconds call_timeout{1000};  ///< of every outgoing call
  bool listens = true;  ///< false: a pure client (`rtm list`), without a port, until an object is served
};

/// The object request broker (ORB) of this process: the threads that serve calls, and the state for outgoing calls.
/// There is one per process. Its threads access only ports and states of components. This header includes no CORBA
/// headers; code that uses CORBA includes orb_access.h.
class Orb {
 public:
  /// Throws std::runtime_error with one line: a second instance, an end point that cannot be opened. Logs one warning
  /// if other machines can reach it, since there is no password.
  Orb(const OrbSettings& settings, spark::Log& log);
  ~Orb();  ///< calls shut_down

  /// The address on which it listens: "127.0.0.1:40123"; empty for a pure client.
  std::string endpoint() const;
  std::chrono::milliseconds call_timeout() const;
  /// Ends all calls and threads; calls that hang are abandoned after 4 s. Called once, before `exit`.
  void shut_down();

  struct Access;  ///< orb_access.h
  Access& access() { return *access_; }
  spark::Log& log() { return log_; }

 private:
  spark::Log& log_;
  std::unique_ptr<Access> access_;
};

}  // namespace rtm
