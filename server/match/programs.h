// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "commserver/starter/guarded_programs.h"

namespace commserver {
struct Places;
}

namespace server {

struct Options;

/// Starts programs in this match, for the commserver and for every gateway, as the options require. The sandbox is
/// tried out when the first program is looked up or started, so a match that starts none needs no sandbox.
class Programs {
 public:
  /// All arguments must outlive it.
  Programs(const Options& options, const commserver::Places& places, commserver::Guardian& guardian,
           spark::RealClock& clock, spark::Log& log);
  Programs(const Programs&) = delete;
  Programs& operator=(const Programs&) = delete;

  commserver::GuardedPrograms& starter() { return starter_; }
  /// Logs whether programs run in a sandbox, and if not, why: now, or as soon as it is known.
  void report_sandbox();

 private:
  commserver::StarterOptions options_for(const Options& options, const commserver::Places& places,
                                         commserver::Guardian& guardian);

  spark::Log& log_;
  std::string sandbox_line_;
  bool reports_sandbox_ = false;
  commserver::GuardedPrograms starter_;
};

}  // namespace server
