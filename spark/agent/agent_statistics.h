// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "spark/agent/agent_gateway.h"
#include "spark/core/duration_histogram.h"

namespace spark {

/// Statistics of one agent, collected by its gateway.
struct AgentStatistics {
  AgentReport counts;          ///< all but the times
  DurationHistogram thinking;  ///< real time of each cycle, as seen by the gateway

  AgentReport report() const {
    AgentReport report = counts;
    report.thinking_p50 = thinking.quantile(0.5);
    report.thinking_p99 = thinking.quantile(0.99);
    report.thinking_max = thinking.longest();
    return report;
  }
};

}  // namespace spark
