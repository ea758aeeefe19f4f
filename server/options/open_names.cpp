// SPDX-License-Identifier: Apache-2.0
#include "server/options/open_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <string_view>

#include "server/options/options.h"
#include "spark/core/variables.h"

namespace server {

using namespace spark;
namespace {

/// Options of the SPADES engine that old start scripts pass and that have no effect here (protocol 9).
constexpr std::string_view kEngineOptions[] = {
    "action_log_fn",
    "action_log_level",
    "agent_check_dist_min",
    "agent_check_dist_max",
    "agent_check_dist_mode",
    "agent_check_threshold_sec",
    "agent_check_use_randomness",
    "agent_intercept_library",
    "agent_packet_size",
    "internal_tcp_packet_size",
    "agent_stderr_log_fpat",
    "agent_stdout_log_fpat",
    "create_agent_logfiles",
    "create_logfile_dir",
    "default_agent_input_fd",
    "default_agent_output_fd",
    "default_process_timer",
    "enable_ipc_message_reception",
    "ipc_force_remove",

    "file",
    "print_random_seed_to_stdout",
    "trace_on_error",
    "limited_rate_default_st_per_sec",
    "limited_rate_rebase_interval",
    "load_send_interval",
    "use_migration",
    "min_responses_before_migration",
    "log_channels",
    "max_agentq_trailing_time",
    "max_timenot_trailing_time",
    "max_at_ref_depth",
    "max_pause_mode_seconds",
    "max_unnatural_lost_agents",
    "monitor_interval",
    "monitor_log_fn",
    "parameters_out_fn",
    "write_parameters",
    "pause_mode_wait_sec",
    "pause_mode_wait_usec",
    "perfctr_max_wait_for_fd",
    "port_bind_retries",
    "port_bind_sleep_sec",
    "use_randomness",
    "think_times_file_pattern",
    "replay_think_buffer_size",
    "secs_for_agent_shutdown",
    "secs_for_socket_shutdown",
    "send_agent_arrive_time",
    "send_agent_send_time",
    "status_update_interval",
    "text_event_log_fn",
    "use_text_event_log",
    "timeout_for_commserver_full_connect",
    "timeout_for_event",
    "wait_sec",
    "wait_usec",
};

bool is_engine_option(std::string_view name) {
  return std::ranges::find(kEngineOptions, name) != std::end(kEngineOptions);
}

/// The option of the table that sets a variable; null if `name` is not such a variable.
const Option* switch_of(const OptionTable& table, std::string_view name) {
  const Option* option = table.find(name);
  return option && !option->variable.empty() ? option : nullptr;
}

}  // namespace

OpenArguments split_open_names(const std::vector<std::string>& arguments, const OptionTable& table) {
  OpenArguments result;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& argument = arguments[i];
    if (argument == "--") continue;  // 0.5.2 passed the following words to the engine; here both read the same options
    const auto equals = argument.find('=');
    const std::string name =
        argument.starts_with("--") ? argument.substr(2, equals == argument.npos ? equals : equals - 2) : "";
    const bool is_variable = Variables::is_name(name);
    if (!is_variable && !switch_of(table, name) && !is_engine_option(name)) {
      result.others.push_back(argument);
      continue;
    }
    const bool has_next = i + 1 < arguments.size();
    const bool next_is_value = has_next && (is_variable || !arguments[i + 1].starts_with("--"));
    if (is_variable && equals == argument.npos && !has_next)
      throw std::runtime_error(fmt::format("--{}: a value is missing", name));
    result.named.emplace_back(name, equals != argument.npos ? argument.substr(equals + 1)
                                    : next_is_value         ? arguments[++i]
                                                            : std::string());
  }
  return result;
}

NamedValues take_open_names(const NamedValues& given, const OptionTable& table, Options& options) {
  NamedValues others;
  for (const auto& [name, value] : given)
    if (const Option* option = switch_of(table, name))
      option->value.read(with_dashes(name), {value});
    else if (Variables::is_name(name))
      options.variables.emplace_back(name, value);
    else if (is_engine_option(name))
      options.ignored.push_back(name);
    else
      others.emplace_back(name, value);
  return others;
}

}  // namespace server
