// SPDX-License-Identifier: Apache-2.0
#include "server/match/gateways.h"

#include <fmt/format.h>
#include <cmath>
#include <stdexcept>

#include "commserver/comm_server.h"
#include "commserver/guardian/program_search.h"
#include "commserver/host/places.h"
#include "commserver/link/comm_server_port.h"
#include "commserver/link/placement.h"
#include "commserver/starter/guarded_programs.h"
#include "server/match/brought_gateways.h"
#include "server/options/options.h"
#include "spark/agent/gateway_switch.h"
#include "spark/command_line/option_values.h"
#include "spark/core/core.h"
#include "spark/net/loop.h"
#include "spark/sim/command_queue.h"
#include "spark/sim/run_control.h"
#include "spark/sim/spades_server.h"

namespace server {

using namespace spark;
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::milliseconds kNap{50};
constexpr const char* kIntegrated = "integrated";

commserver::AgentDialogue::Rules rules_of(const Core& core, const Options& options) {
  commserver::AgentDialogue::Rules rules;
  rules.max_thinking = options.max_thinking;
  rules.limits = options.limits;
  rules.reports_think_times = core.variables.boolean_or_default("Spades.SendAgentThinkTimes");
  return rules;
}

std::chrono::milliseconds think_limit_of(const Options& options) {
  return std::chrono::milliseconds(std::llround(options.think_limit_s * 1000));
}

std::optional<commserver::Timer> timer_of(const Options& options) {
  if (options.timers == "as_written") return std::nullopt;
  return commserver::Timer::parse(options.timers);
}

commserver::CommServer::Options comm_server_options(const Core& core, const Options& options) {
  commserver::CommServer::Options result;
  result.holds_sensations = true;
  result.think_limit = think_limit_of(options);
  result.rules = rules_of(core, options);
  result.timer = timer_of(options);
  if (options.record_think_times) result.record_think_times = options.log_folder;
  result.replay_think_times = options.replay_think_times;
  if (std::error_code none; !result.replay_think_times.empty() && !fs::is_directory(result.replay_think_times, none))
    throw std::runtime_error(
        fmt::format("--replay_think_times {}: there is no such folder", result.replay_think_times.string()));
  return result;
}

std::vector<std::string> names_of(const std::vector<commserver::AgentType>& types) {
  std::vector<std::string> names;
  names.reserve(types.size());
  for (const commserver::AgentType& type : types) names.push_back(type.name);
  return names;
}

}  // namespace

Gateways::Gateways(GatewayContext context, const Options& options, const commserver::Places& places,
                   commserver::AgentDatabase database, commserver::GuardedPrograms& programs)
    : context_(std::move(context)),
      core_(context_.core),
      database_(std::move(database)),
      programs_folder_(places.programs) {
  const bool integrated = core_.variables.boolean_or_default("Spades.RunIntegratedCommserver");
  const double all = core_.variables.real_or_default("Spades.CommServersWanted");
  wanted_ = static_cast<std::size_t>(all) - (integrated ? 1 : 0);
  brought_ = std::make_unique<BroughtGateways>(context_);
  if (options.agents_awaited > 0 && !brought_->traits().takes_arrivals)
    refuse_value("--agents_awaited", std::to_string(options.agents_awaited), "an --agent_port with it");
  if (wanted_ == 0) demand_programs(options.absent_types == Options::AbsentTypes::lose);
  if (wanted_ > 0) open_engine_port(options);
  if (integrated) {
    programs.choose_sandbox();
    integrated_ = std::make_unique<commserver::CommServer>(database_, programs, context_.loop.clock(), core_.log,
                                                           comm_server_options(core_, options));
  }
  if (wanted_ == 0 && brought_->is_empty()) return;
  switch_ = std::make_unique<GatewaySwitch>(
      core_.log, [this](AgentId, const std::string& type) -> AgentGateway& { return choose(type); });
  if (integrated_)
    switch_->add(*integrated_);  // it receives the reports about all programs and passes them on
  else
    switch_->attend(programs.poll_descriptor(), [&programs] { programs.receive(); });
  if (wanted_ == 0) add_brought();
}

Gateways::~Gateways() = default;

void Gateways::open_engine_port(const Options& options) {
  if (!options.replay_think_times.empty())
    throw std::runtime_error("--replay_think_times needs all agents on the integrated commserver");
  secret_ = std::make_unique<spark::Secret>(options.secret_file.empty() ? spark::Secret()
                                                                        : spark::Secret::load(options.secret_file));
  link_settings_ = std::make_unique<commserver::LinkSettings>();
  link_settings_->rules = rules_of(core_, options);
  link_settings_->think_limit = think_limit_of(options);
  link_settings_->timer = timer_of(options);
  link_settings_->record_think_times = options.record_think_times;
  port_ = std::make_unique<commserver::CommServerPort>(context_.loop, options.engine_address, options.engine_port,
                                                       *secret_, *link_settings_, core_.log);
}

std::string Gateways::missing_program(const std::string& type) const {
  const commserver::AgentType* found = database_.find(type);
  const bool connects = found && found->connects != commserver::AgentType::Connects::no;
  if (!connects && (wanted_ > 0 || brought_->starter_of(type))) return {};
  const commserver::AgentType& known = database_.get(type);
  if (known.command.empty()) return {};
  try {
    commserver::find_program(known.command.front(), known.working_folder, {programs_folder_});
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return {};
}

/// Called before any file is touched: a missing program must not cost the user the logs of the last match.
void Gateways::demand_programs(bool may_miss) const {
  for (const auto& batch : core_.find_first<SpadesServer>()->queue())
    if (!missing_program(batch.type).empty() && !may_miss)
      commserver::find_program(database_.get(batch.type), {programs_folder_});  // throws an error that names the type
}

void Gateways::add_brought() {
  for (const auto& gateway : brought_->all()) switch_->add(*gateway);
}

AgentGateway& Gateways::gateway() const {
  return switch_ ? static_cast<AgentGateway&>(*switch_) : *integrated_;
}

AgentGateway& Gateways::choose(const std::string& type) const {
  if (AgentGateway* starter = brought_->starter_of(type)) return *starter;
  if (!placement_) return *integrated_;
  const commserver::AgentType* known = database_.find(type);
  const std::size_t place = placement_->next(type, known ? known->commserver : std::string());
  if (integrated_) return place == 0 ? *integrated_ : static_cast<AgentGateway&>(*remote_.at(place - 1));
  return *remote_.at(place);
}

void Gateways::begin() {
  if (port_) wait_for_commservers();
  gateway().begin();
}

void Gateways::wait_for_commservers() {
  core_.log.normal("waiting for {} commserver{} on port {}", wanted_, wanted_ == 1 ? "" : "s", port_->port());
  auto watch = context_.loop.watch(context_.commands.poll_descriptor());
  while (port_->connected() < wanted_ && !context_.run_control.stop_requested()) {
    context_.loop.wait(kNap);
    port_->attend();
    context_.commands.run_all();
  }
  remote_ = port_->close();
  std::vector<commserver::Placement::Place> places;
  if (integrated_) places.push_back({kIntegrated, names_of(database_.types())});
  for (const auto& server : remote_) {
    switch_->add(*server);
    places.push_back({server->name(), server->types()});
  }
  add_brought();
  placement_ = std::make_unique<commserver::Placement>(std::move(places));
}

}  // namespace server
