// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace spark {
struct InputLimits;
struct MonitorLimits;
class OptionTable;
}  // namespace spark

namespace server {

// Options that limit what peers may send and leave unread. Their targets must outlive `table`.

void add_agent_limits(spark::OptionTable& table, spark::InputLimits& limits);
void add_monitor_limits(spark::OptionTable& table, spark::MonitorLimits& monitors, spark::InputLimits& limits);

}  // namespace server
