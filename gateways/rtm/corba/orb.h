// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "spark/core/log.h"

namespace rtm {

struct OrbSettings {
  /// Where it listens, in the ORB's own notation; without port: any free one.
  std::string endpoint = "giop:tcp:127.0.0.1:";
  std::vector<std::string> more_endpoints{};     ///< where it listens, too
  std::chrono::milliseconds call_timeout{1000};  ///< of every call to others
  bool listens = true;  ///< false: a mere client (`rtm list`), without port, until something is served
};

/// The object request broker of this process: threads that serve calls, and everything that calls others. There is one
/// per process. Its threads only touch ports and states of components. This header is free of CORBA's; those who speak
/// it include orb_access.h.
class Orb {
 public:
  /// Throws std::runtime_error with one line: a second one, an end point that cannot be opened. Writes one warning
  /// where others than this machine can reach it: there is no password.
  Orb(const OrbSettings& settings, spark::Log& log);
  ~Orb();  ///< as shut_down

  /// Where it listens: "127.0.0.1:40123"; empty for a mere client.
  std::string endpoint() const;
  std::chrono::milliseconds call_timeout() const;
  /// Ends all calls and threads, within 5 s. Once; before `exit`.
  void shut_down();

  struct Access;  ///< orb_access.h
  Access& access() { return *access_; }
  spark::Log& log() { return log_; }

 private:
  spark::Log& log_;
  std::unique_ptr<Access> access_;
};

}  // namespace rtm
