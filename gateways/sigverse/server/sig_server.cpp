// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/server/sig_server.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <optional>
#include <stdexcept>

#include "gateways/sigverse/server/run_end.h"
#include "gateways/sigverse/server/sig_gateway.h"
#include "gateways/sigverse/world/sim_world.h"
#include "gateways/sigverse/world/world_classes.h"
#include "spark/core/class_registry.h"
#include "spark/core/core.h"
#include "spark/core/variables.h"
#include "spark/sim/control_aspect.h"

namespace sigverse {

using namespace spark;
namespace {

struct Range {
  double least;
  double most;
  const char* unit;
};

struct SigVariable {
  const char* name;
  Value usual;
  std::optional<Range> range{};
};

constexpr double kMaxPort = 65535, kLongestTime = 1e9, kLongestTimeout = 60;  // s

const SigVariable kVariables[] = {
    {"Sig.World", std::string()},
    {"Sig.Port", std::int64_t{9000}, Range{0, kMaxPort, ""}},
    {"Sig.Address", std::string("127.0.0.1")},
    {"Sig.AutoStart", false},
    {"Sig.EndTime", 0.0, Range{0, kLongestTime, "s"}},
    {"Sig.LockStep", true},
    {"Sig.ForeignClients", std::string("timer")},
    {"Sig.MissingClass", std::string("error")},
    {"Sig.DataPath", std::string()},
    {"Sig.OwnEyes", true},
    {"Sig.OwnObjectsOnly", false},
    {"Sig.PingTimeout", 0.5, Range{0.01, kLongestTimeout, "s"}},
    {"Sig.ForwardTimeout", 2.0, Range{0.01, kLongestTimeout, "s"}},
};

std::string text(const Variables& variables, const char* name) {
  const Value* value = variables.find(name);
  return value ? as_text(*value).value_or("") : std::string();
}

SigOptions::ForeignClients foreign_clients_of(const std::string& word) {
  if (word == "timer") return SigOptions::ForeignClients::timer;
  if (word == "packets") return SigOptions::ForeignClients::packets;
  throw std::runtime_error(fmt::format("Sig.ForeignClients {}: expected timer or packets", printable(word)));
}

RunEnd& run_end(Core& core) {
  if (auto* end = core.find_first<RunEnd>()) return *end;
  auto* control = core.find_first<GameControlServer>();
  if (!control) throw std::runtime_error("the script created no oxygen/GameControlServer");
  control->init_control_aspect("SigEnd");
  return *core.find_first<RunEnd>();
}

}  // namespace

SigOptions options_of(const GatewayContext& context) {
  const Variables& variables = context.core.variables;
  SigOptions options;
  options.address = text(variables, "Sig.Address");
  options.port = static_cast<std::uint16_t>(variables.real("Sig.Port").value_or(0));
  options.auto_start = variables.boolean("Sig.AutoStart").value_or(false);
  options.lock_step = variables.boolean("Sig.LockStep").value_or(true);
  options.foreign_clients = foreign_clients_of(text(variables, "Sig.ForeignClients"));
  options.own_objects_only = variables.boolean("Sig.OwnObjectsOnly").value_or(false);
  options.forward_timeout =
      std::chrono::nanoseconds(std::llround(1e9 * variables.real("Sig.ForwardTimeout").value_or(2.0)));
  options.think_limit = context.patience.think_limit;
  options.sync = context.patience.sync;
  options.sync_timeout = context.patience.sync_timeout;
  return options;
}

void SigServer::linked() {
  Variables& variables = core().variables;
  for (const auto& [name, usual, range] : kVariables) {
    variables.declare(name, usual);
    if (range) variables.set_range(name, range->least, range->most, range->unit);
  }
  GatewayNode::linked();
}

std::unique_ptr<AgentGateway> SigServer::make_gateway(GatewayContext& context) {
  auto* world = context.core.find_first<SimWorld>();
  if (!world) throw std::runtime_error("the script created no SimWorld");
  if (world->objects().empty() && text(context.core.variables, "Sig.World").empty())
    throw std::runtime_error("there is no world: --Sig.World FILE names one");
  return std::make_unique<SigGateway>(options_of(context), *world, run_end(context.core), context);
}

void register_server_classes(ClassRegistry& classes) {
  if (classes.find("SigServer")) return;
  register_world_classes(classes);
  classes.add<RunEnd>("SigEnd", "oxygen/ControlAspect", "Ends a world of SIGVerse when Sig.EndTime has come.");
  classes.add<SigServer>("SigServer", "oxygen/GatewayNode", "Controllers, viewers and tools of a world of SIGVerse.");
}

}  // namespace sigverse

/// What `importBundle 'sigverse'` calls after it has loaded this module.
extern "C" void spark_register_bundle(spark::ClassRegistry& classes) {
  sigverse::register_server_classes(classes);
}
