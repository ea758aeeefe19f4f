// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "gateways/rtm/component/component.h"
#include "gateways/rtm/corba/orb.h"
#include "spark/core/log.h"

namespace rtm::python {

/// Shared by the managers and clients of one Python process, because there is one object request broker per process. It
/// is created with the first of them and ends with the process (`end`).
class Broker {
 public:
  /// Returns the existing broker, or a new one. `endpoint` is the address on which components are served; nothing: no
  /// component is served yet. Throws std::runtime_error if the broker has ended or serves on another address, and the
  /// exceptions of Orb.
  static std::shared_ptr<Broker> get(const std::optional<std::string>& endpoint,
                                     std::chrono::milliseconds call_timeout);
  /// Called before the process exits: later use throws.
  static void end();
  /// Sets the minimum level of lines on standard error, which is that of warnings at first. Any thread, at any time.
  static void set_level(spark::LogLevel level);

  explicit Broker(const OrbSettings& settings);

  Orb& orb() { return orb_; }
  spark::Log& log() { return log_; }
  Environment environment();

 private:
  spark::Log log_;
  const OrbSettings settings_;
  Orb orb_;
  const std::function<std::chrono::nanoseconds()> time_;  ///< the clock of all components of this process
};

}  // namespace rtm::python
