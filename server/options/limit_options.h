// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace spark {
struct InputLimits;
struct MonitorLimits;
class OptionTable;
}  // namespace spark

namespace server {

// How much those outside may say and leave unread. What is given must live as long as `table` does.

void add_agent_limits(spark::OptionTable& table, spark::InputLimits& limits);
void add_monitor_limits(spark::OptionTable& table, spark::MonitorLimits& monitors, spark::InputLimits& limits);

}  // namespace server
