// SPDX-License-Identifier: Apache-2.0
#include "server/limit_options.h"

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

OptionValue amount(auto& kept, std::size_t least, std::size_t most, std::string placeholder) {
  return shown_as(whole_number(kept, static_cast<std::int64_t>(least), static_cast<std::int64_t>(most)),
                  std::move(placeholder));
}

OptionValue bytes(auto& kept, std::size_t least, std::size_t most) {
  return amount(kept, least, most, "BYTES");
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
             .value = bytes(limits.message_bytes, Limits::kLeastMessage, Limits::kMostMessage),
             .help = "longest message of an agent; a longer one is skipped",
             .unit = "bytes"});
  table.add({.names = {"nesting"},
             .value = amount(limits.nesting, Limits::kLeastNesting, Limits::kMostNesting, "N"),
             .help = "how deep lists may be nested in acts of agents and commands of trainers"});
  table.add({.names = {"agent_acts"},
             .value = amount(limits.acts, 1, Limits::kMostActs, "N"),
             .help = "acts of an agent in one think cycle, or after one sensation; further ones are refused"});
  table.add({.names = {"agent_act_bytes"},
             .value = bytes(limits.act_bytes, 1, Limits::kMostBytes),
             .help = "the text of these acts together",
             .unit = "bytes"});
  table.add({.names = {"agent_requests"},
             .value = amount(limits.requests, 0, Limits::kMostActs, "N"),
             .help = "time requests (R) of an agent that wait for their time; further ones are refused"});
  table.add({.names = {"agent_rate"},
             .value = bytes(limits.bytes_per_second, 0, Limits::kMostBytes),
             .help = "what is read from an agent per second of real time; the rest waits in its pipe; 0: any",
             .unit = "bytes/s"});
  table.add({.names = {"agent_burst"},
             .value = bytes(limits.burst_bytes, 1, Limits::kMostBytes),
             .help = "what is read from it at once after a quiet time, all the same",
             .unit = "bytes"});
  table.add({.names = {"agent_unread"},
             .value = bytes(limits.unread_bytes, 1, Limits::kMostBytes),
             .help = "what an agent may leave unread before it is lost",
             .unit = "bytes"});
  table.add({.names = {"agent_ready"},
             .value = seconds(limits.ready),
             .help = "real time in which an agent that was started has to say that it is ready (I)",
             .unit = "s"});
  table.add({.names = {"first_message"},
             .value = seconds(limits.first_message),
             .help = "real time in which an agent that connects has to send its first message",
             .unit = "s"});
  table.add({.names = {"agent_arrivals"},
             .value = shown_as(number(limits.arrivals, 0, Limits::kMostArrivals), "N"),
             .help = "agents that may join by connecting per second of simulated time, once a hundred have joined; "
                     "others wait for their turn; 0: any"});
}

void add_monitor_limits(OptionTable& table, MonitorLimits& monitors, Limits& limits) {
  table.add({.names = {"monitors"},
             .value = amount(monitors.monitors, 1, MonitorLimits::kMostMonitors, "N"),
             .help = "how many may be connected at the same time"});
  table.add({.names = {"monitors_per_address"},
             .value = amount(monitors.per_address, 1, MonitorLimits::kMostMonitors, "N"),
             .help = "how many of them from one address"});
  table.add({.names = {"command_bytes"},
             .value = bytes(limits.command_bytes, 1, Limits::kMostMessage),
             .help = "longest command of a trainer; a longer one is skipped",
             .unit = "bytes"});
  table.add({.names = {"monitor_unsent"},
             .value = bytes(monitors.unsent_bytes, 1, Limits::kMostBytes),
             .help = "what a monitor may leave unread; beyond, it misses frames until it has read the rest, and then "
                     "gets a whole one",
             .unit = "bytes"});
  table.add({.names = {"monitor_missed"},
             .value = bytes(monitors.missed_bytes, 1, Limits::kMostBytes),
             .help = "what it may leave unread and miss together before it is disconnected",
             .unit = "bytes"});
  table.add(
      {.names = {"monitor_share"},
       .value = shown_as(number(monitors.serving_share, MonitorLimits::kLeastShare, 1.0), "SHARE"),
       .help = "of a processor's time that sending to more than 8 monitors may take; beyond, all miss frames; 1: any"});
}

}  // namespace server
