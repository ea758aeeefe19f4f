// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/server/sig_server.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <stdexcept>

#include "gateways/sigverse/server/run_end.h"
#include "gateways/sigverse/server/sig_gateway.h"
#include "gateways/sigverse/server/sig_variables.h"
#include "gateways/sigverse/world/sim_world.h"
#include "gateways/sigverse/world/world_classes.h"
#include "spark/core/class_registry.h"
#include "spark/core/core.h"
#include "spark/core/variables.h"
#include "spark/sim/control_aspect.h"

namespace sigverse::server {

namespace {

SigOptions::ForeignClients foreign_clients_of(const spark::Variables& variables) {
  constexpr const char* kName = "Sig.ForeignClients";
  const std::string word = sig_text(variables, kName);
  if (word == "timer") return SigOptions::ForeignClients::timer;
  if (word == "packets") return SigOptions::ForeignClients::packets;
  variables.refuse_value(kName, fmt::format("{} {}: expected timer or packets", kName, spark::printable(word)));
}

std::chrono::nanoseconds duration_of(const spark::Variables& variables, const char* name) {
  return std::chrono::nanoseconds(std::llround(1e9 * sig_number(variables, name)));
}

RunEnd& run_end(spark::Core& core) {
  if (auto* end = core.find_first<RunEnd>()) return *end;
  auto* control = core.find_first<spark::GameControlServer>();
  if (!control) throw std::runtime_error("the script created no oxygen/GameControlServer");
  control->init_control_aspect("SigEnd");
  return *core.find_first<RunEnd>();
}

}  // namespace

SigOptions options_of(const spark::GatewayContext& context) {
  const spark::Variables& variables = context.core.variables;
  SigOptions options;
  options.address = sig_text(variables, "Sig.Address");
  options.port = static_cast<std::uint16_t>(sig_number(variables, "Sig.Port"));
  options.auto_start = sig_switch(variables, "Sig.AutoStart");
  options.lock_step = sig_switch(variables, "Sig.LockStep");
  options.foreign_clients = foreign_clients_of(variables);
  options.own_objects_only = sig_switch(variables, "Sig.OwnObjectsOnly");
  options.own_eyes = sig_switch(variables, "Sig.OwnEyes");
  options.ends_by_clock = variables.real("Spades.EndTime").value_or(0.0) > 0.0;
  options.forward_timeout = duration_of(variables, "Sig.ForwardTimeout");
  options.ping_timeout = duration_of(variables, "Sig.PingTimeout");
  options.think_limit = context.timeouts.think_limit;
  options.sync = context.timeouts.sync;
  options.sync_timeout = context.timeouts.sync_timeout;
  return options;
}

void SigServer::linked() {
  declare_sig_variables(core().variables);
  spark::GatewayNode::linked();
}

std::unique_ptr<spark::AgentGateway> SigServer::make_gateway(spark::GatewayContext& context) {
  auto* world = context.core.find_first<SimWorld>();
  if (!world) throw std::runtime_error("the script created no SimWorld");
  if (world->objects().empty() && sig_text(context.core.variables, "Sig.World").empty())
    throw std::runtime_error("there is no world: --Sig.World FILE names one");
  return std::make_unique<SigGateway>(options_of(context), *world, run_end(context.core), context);
}

void register_server_classes(spark::ClassRegistry& classes) {
  if (classes.find("SigServer")) return;
  register_world_classes(classes);
  classes.add<RunEnd>("SigEnd", "oxygen/ControlAspect", "Ends a world of SIGVerse when Sig.EndTime has come.");
  classes.add<SigServer>("SigServer", "oxygen/GatewayNode", "Controllers, viewers and tools of a world of SIGVerse.");
}

}  // namespace sigverse::server

/// Called by `importBundle 'sigverse'` after it has loaded this module.
extern "C" void spark_register_bundle(spark::ClassRegistry& classes) {
  sigverse::server::register_server_classes(classes);
}
