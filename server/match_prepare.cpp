// SPDX-License-Identifier: Apache-2.0
// What of a match comes before anything is written or started.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "commserver/database/agent_database.h"
#include "commserver/guardian/guardian.h"
#include "commserver/host/descriptor_limit.h"
#include "server/agent_port.h"
#include "server/brought_gateways.h"
#include "server/gateways.h"
#include "server/match.h"
#include "server/match_record.h"
#include "server/programs.h"
#include "server/search_paths.h"
#include "spark/monitor/monitor_hub.h"
#include "spark/monitor/monitor_system.h"
#include "spark/secret/secret.h"
#include "spark/sim/spades_server.h"

namespace server {

using namespace spark;
namespace {

/// As many as are started here at most; some of them may be started by other commservers.
std::size_t agents_to_start(const SpadesServer& spades) {
  std::size_t count = 0;
  for (const auto& batch : spades.queue()) count += static_cast<std::size_t>(batch.count);
  return count;
}

}  // namespace

void Match::prepare() {
  assembly_.core.input_limits = options_.limits;
  queue_agents();
  need_descriptors(0);
  commserver::LogFolder::check(options_.log_folder);
  const auto database_file =
      commserver::named_file("--agentdb", paths_of(script_folders(places_, home_)), options_.agent_database);
  auto database = commserver::AgentDatabase::load(database_file);
  assembly_.core.files.note("agent database", database_file);
  assembly_.monitor_system().prepare();
  Simulation::Options simulation = simulation_options();
  open_monitors();
  if (hub_->port() != 0) simulation.monitor_place = fmt::format("port {}", hub_->port());
  std::vector<ConnectingType> connecting = connecting_types(options_, database, assembly_.spades());
  provide_agent_port(options_, !connecting.empty(), assembly_.scripts());
  programs_ = std::make_unique<Programs>(options_, places_, guardian_, assembly_.loop.clock(), assembly_.core.log);
  gateways_ = std::make_unique<Gateways>(gateway_context(simulation.timing, std::move(connecting)), options_, places_,
                                         std::move(database), programs_->starter());
  need_descriptors(gateways_->brought().own_agents().size());
  const bool real_time = !options_.speed_chosen && gateways_->brought().want_real_time();
  assembly_.run_control.set_pace(real_time ? 1.0 : options_.chosen_speed);
  simulation.more_may_come = gateways_->brought().take_arrivals();
  const int arrive_at_once = gateways_->brought().arrive_at_once();
  if (simulation.agents_awaited > 0) simulation.agents_awaited += arrive_at_once;
  if (options_.agents.size() == 1 && options_.agents.front().count > 0 && !simulation.more_may_come &&
      arrive_at_once == 0)
    assembly_.core.log.normal("--team {}: has no opponent; a second --team adds one", options_.agents.front().type);
  started_ = assembly_.loop.now();
  simulation_ = assembly_.make_simulation(gateways_->gateway(), std::move(simulation));
  simulation_->add_frame_listener(*hub_);
  simulation_->add_frame_listener(hub_->own_frames(), 1);
}

/// For the agents of the queue and those that gateways start, and for more monitors than usual.
void Match::need_descriptors(std::size_t of_gateways) {
  const std::size_t agents = agents_to_start(assembly_.spades()) + of_gateways;
  const std::size_t monitors =
      static_cast<std::size_t>(std::max(0, options_.monitors.monitors - MonitorLimits{}.monitors));
  commserver::need_descriptors(commserver::descriptors_for(agents) + monitors, guardian_.pid());
}

void Match::queue_agents() {
  SpadesServer& spades = assembly_.spades();
  if (options_.agents.empty() && options_.agents_awaited == 0) return;
  spades.clear();
  for (const auto& batch : options_.agents)
    if (batch.count > 0) spades.queue_agents(batch.type, batch.count);
}

Simulation::Options Match::simulation_options() {
  Simulation::Options result = assembly_.simulation_options();
  const auto seconds = [](double number) { return std::chrono::nanoseconds(std::llround(1e9 * number)); };
  result.pace_chosen = options_.speed_chosen;
  result.ready_limit = std::chrono::duration_cast<std::chrono::milliseconds>(options_.limits.ready);
  result.agents_awaited = options_.agents_awaited;
  result.contestants = options_.contestants();
  result.arrival_limit = seconds(options_.wait_s);
  result.started_may_hold = seconds(options_.agent_wall_s);
  result.arrived_may_hold = seconds(options_.sync_budget_s);
  if (console_.has_live_line()) result.progress = [this] { show_live_line(); };
  return result;
}

void Match::show_live_line() {
  const double simulated = assembly_.simulated_seconds();
  console_.show_live_line(
      fmt::format("{}  simulated {:.1f} s, {}", simulation_->status(), simulated,
                  times_real_time(simulated, std::chrono::duration<double>(assembly_.loop.now() - started_).count())));
}

GatewayContext Match::gateway_context(const AgentTiming& timing, std::vector<ConnectingType> connecting) {
  const auto seconds = [](double number) { return std::chrono::nanoseconds(std::llround(1e9 * number)); };
  return {assembly_.core,
          assembly_.loop,
          assembly_.run_control,
          assembly_.commands,
          programs_->starter(),
          late_mistakes_,
          options_.log_folder,
          timing,
          {seconds(options_.think_limit_s), options_.sync, seconds(options_.sync_timeout_s)},
          std::move(connecting)};
}

void Match::open_monitors() {
  MonitorHub::Options options;
  options.port = options_.monitor_port;
  if (options_.monitor_access == Options::MonitorAccess::watch) options.access = MonitorHub::Access::watch;
  options.watch_port = options_.watch_port;
  if (!options_.trainer_secret_file.empty())
    options.trainer_secret = std::make_shared<const Secret>(Secret::load(options_.trainer_secret_file));
  options.only_proven = options_.competition;
  options.on_command = [this](std::string_view peer, std::string_view command) { note_command(peer, command); };
  options.address = options_.monitor_address;
  options.log_file = options_.monitor_log_file();
  options.limits = options_.monitors;
  options.command_bytes = options_.limits.command_bytes;
  options.nesting = options_.limits.nesting;
  hub_ = std::make_unique<MonitorHub>(options, assembly_.monitor_system(), assembly_.commands, assembly_.run_control,
                                      assembly_.loop.clock(), assembly_.core.log);
}

}  // namespace server
