// SPDX-License-Identifier: Apache-2.0
#include "commserver/host/guard_options.h"

#include <string_view>
#include <utility>

#include "spark/command_line/option_table.h"

namespace commserver {
namespace {

constexpr std::uint64_t kMegabyte = 1024 * 1024;
constexpr std::int64_t kMaxNumber = 1'000'000;
/// No program starts with less.
constexpr std::int64_t kMinMemory = 16;

/// A number in a unit other than the field's: bytes that are given in MB.
spark::OptionValue amount(std::uint64_t& kept, std::int64_t min, std::uint64_t unit = 1) {
  return spark::whole_number({[&kept, unit] { return static_cast<std::int64_t>(kept / unit); },
                              [&kept, unit](std::int64_t number) { kept = static_cast<std::uint64_t>(number) * unit; }},
                             min, kMaxNumber);
}

/// The same, but 0 is accepted, too, with a meaning of its own.
spark::OptionValue amount_or_0(std::uint64_t& kept, std::int64_t min, std::uint64_t unit, std::string_view more) {
  return spark::or_word(amount(kept, min, unit), "0", more,
                        {[&kept] { return kept == 0; },
                         [&kept](bool none) {
                           if (none) kept = 0;
                         }});
}

}  // namespace

void add_guard_options(spark::OptionTable& table, GuardOptions& options, std::vector<std::string> sandbox_with) {
  using spark::shown_as;
  AgentLimits& limits = options.limits;
  table.add({.names = {"sandbox"},
             .value = spark::one_of(options.sandbox, {{"on", GuardOptions::Sandbox::on},
                                                      {"off", GuardOptions::Sandbox::off},
                                                      {"auto", GuardOptions::Sandbox::automatic}}),
             .help =
                 "whether agents run in a sandbox and, if root has started this program, each under a user of its own; "
                 "auto: if this machine can create one",
             .guards = true,
             .with = std::move(sandbox_with)});
  table.add({.names = {"agent_memory"},
             .value = shown_as(amount_or_0(limits.memory, kMinMemory, kMegabyte, ", or 0 for no limit"), "MB"),
             .help = "private memory for each process of an agent; 0: no limit",
             .unit = "MB",
             .guards = true});
  table.add({.names = {"agent_cpu"},
             .value = shown_as(amount_or_0(limits.cpu_seconds, 1, 1, ", or 0 for no limit"), "SECONDS"),
             .help = "CPU time for each process of an agent; 0: no limit",
             .unit = "s",
             .guards = true});
  table.add({.names = {"agent_file_size"},
             .value = shown_as(amount(limits.file_size, 1, kMegabyte), "MB"),
             .help = "maximum size of each file that an agent writes",
             .unit = "MB",
             .guards = true});
  table.add({.names = {"agent_log_limit"},
             .value = shown_as(amount(limits.log_size, 1, kMegabyte), "MB"),
             .help = "maximum size of each agent's log; beginning and end of a longer one are kept",
             .unit = "MB",
             .guards = true});
  table.add({.names = {"agent_files"},
             .value = shown_as(amount_or_0(limits.files, 1, kMegabyte, ", or 0 for a folder that is read-only"), "MB"),
             .help = "how much each agent may write into its working folder in a sandbox; only the agent itself "
                     "sees this, and it is discarded at the end; 0: nothing",
             .unit = "MB",
             .guards = true});
  table.add({.names = {"keep_agent_files"},
             .value = spark::flag(options.keep_files),
             .help = "keep what agents have written there, in agentN-files beside their logs"});
}

}  // namespace commserver
