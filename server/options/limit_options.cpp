// SPDX-License-Identifier: Apache-2.0
#include "server/options/limit_options.h"

#include <chrono>
#include <cmath>
#include <utility>

#include "spark/command_line/option_table.h"
#include "spark/core/input_limits.h"
#include "spark/monitor/monitor_limits.h"

namespace server {

using namespace spark;
namespace {

using Limits = InputLimits;

OptionValue amount(auto& kept, std::size_t min, std::size_t max, std::string placeholder) {
  return shown_as(whole_number(kept, static_cast<std::int64_t>(min), static_cast<std::int64_t>(max)),
                  std::move(placeholder));
}

OptionValue bytes(auto& kept, std::size_t min, std::size_t max) {
  return amount(kept, min, max, "BYTES");
}

OptionValue seconds(std::chrono::nanoseconds& kept) {
  return shown_as(positive_number(Place<double>{[&kept] { return std::chrono::duration<double>(kept).count(); },
                                                [&kept](double number) {
                                                  kept = std::chrono::nanoseconds(std::llround(1e9 * number));
                                                }},
                                  Limits::kLongestWait),
                  "S");
}

}  // namespace

void add_agent_limits(OptionTable& table, Limits& limits) {
  table.add({.names = {"agent_message_bytes"},
             .value = bytes(limits.message_bytes, Limits::kMinMessage, Limits::kMaxMessage),
             .help = "maximum size of an agent's message; longer ones are skipped",
             .unit = "bytes"});
  table.add({.names = {"nesting"},
             .value = amount(limits.nesting, Limits::kMinNesting, Limits::kMaxNesting, "N"),
             .help = "maximum nesting of lists in acts of agents and commands of trainers"});
  table.add(
      {.names = {"agent_acts"},
       .value = amount(limits.acts, 1, Limits::kMaxActs, "N"),
       .help =
           "maximum number of acts of an agent in one think cycle, or after one sensation; further ones are refused"});
  table.add({.names = {"agent_act_bytes"},
             .value = bytes(limits.act_bytes, 1, Limits::kMaxBytes),
             .help = "maximum total size of these acts",
             .unit = "bytes"});
  table.add({.names = {"agent_requests"},
             .value = amount(limits.requests, 0, Limits::kMaxActs, "N"),
             .help = "maximum number of pending time requests (R) of an agent; further ones are refused"});
  table.add({.names = {"agent_rate"},
             .value = bytes(limits.bytes_per_second, 0, Limits::kMaxBytes),
             .help = "maximum rate at which an agent is read, in real time; the rest waits in its pipe; 0: no limit",
             .unit = "bytes/s"});
  table.add({.names = {"agent_burst"},
             .value = bytes(limits.burst_bytes, 1, Limits::kMaxBytes),
             .help = "how much is read from it at once after a quiet time, regardless of that rate",
             .unit = "bytes"});
  table.add({.names = {"agent_unread"},
             .value = bytes(limits.unread_bytes, 1, Limits::kMaxBytes),
             .help = "how much an agent may leave unread before it is lost",
             .unit = "bytes"});
  table.add({.names = {"agent_ready"},
             .value = seconds(limits.ready),
             .help = "real time within which an agent that was started has to report that it is ready (I)",
             .unit = "s"});
  table.add({.names = {"first_message"},
             .value = seconds(limits.first_message),
             .help = "real time within which an agent that connects has to send its first message",
             .unit = "s"});
  table.add({.names = {"agent_arrivals"},
             .value = shown_as(number(limits.arrivals, 0, Limits::kMaxArrivals), "N"),
             .help = "agents that may join by connecting per second of simulated time, after the first hundred; others "
                     "wait for their turn; 0: no limit"});
}

void add_monitor_limits(OptionTable& table, MonitorLimits& monitors, Limits& limits) {
  table.add({.names = {"monitors"},
             .value = amount(monitors.monitors, 1, MonitorLimits::kMaxMonitors, "N"),
             .help = "maximum number of connections at the same time",
             .guards = true});
  table.add({.names = {"monitors_per_address"},
             .value = amount(monitors.per_address, 1, MonitorLimits::kMaxMonitors, "N"),
             .help = "maximum number of connections from one address",
             .guards = true});
  table.add({.names = {"command_bytes"},
             .value = bytes(limits.command_bytes, 1, Limits::kMaxMessage),
             .help = "maximum size of a trainer's command; longer ones are skipped",
             .unit = "bytes"});
  table.add({.names = {"monitor_unsent"},
             .value = bytes(monitors.unsent_bytes, 1, Limits::kMaxBytes),
             .help = "how much a monitor may leave unread; beyond that it misses frames until it has read the rest, "
                     "and then gets a complete one",
             .unit = "bytes",
             .guards = true});
  table.add({.names = {"monitor_missed"},
             .value = bytes(monitors.missed_bytes, 1, Limits::kMaxBytes),
             .help = "how much it may leave unread and miss in total before it is disconnected",
             .unit = "bytes",
             .guards = true});
  table.add({.names = {"monitor_share"},
             .value = shown_as(number(monitors.serving_share, MonitorLimits::kMinShare, 1.0), "SHARE"),
             .help = "share of a processor's time that sending to more than 8 monitors may take; beyond that all of "
                     "them miss frames; 1: no limit",
             .guards = true});
}

}  // namespace server
