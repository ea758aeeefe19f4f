// SPDX-License-Identifier: Apache-2.0
#include "server/engine_options.h"

#include <algorithm>

namespace server {
namespace {

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

}  // namespace

bool is_engine_option(std::string_view name) {
  return std::find(std::begin(kEngineOptions), std::end(kEngineOptions), name) != std::end(kEngineOptions);
}

}  // namespace server
