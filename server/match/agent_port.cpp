// SPDX-License-Identifier: Apache-2.0
#include "server/match/agent_port.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>

#include "commserver/agent_database.h"
#include "server/options/options.h"
#include "spark/agent/gateway_node.h"
#include "spark/command_line/option_values.h"
#include "spark/core/core.h"
#include "spark/core/method_call.h"
#include "spark/script/script_engine.h"
#include "spark/sim/spades_server.h"

namespace server {

using namespace spark;
namespace {

using commserver::AgentType;

constexpr const char* kModule = "tcp";
constexpr const char* kClass = "TcpServer";
constexpr const char* kPath = "/sys/server/tcp";

GatewayNode* find_node(Core& core) {
  for (GatewayNode* node : core.find_all<GatewayNode>())
    if (node->class_info()->name() == kClass) return node;
  return nullptr;
}

void call(Leaf& node, const char* method, Value value) {
  const MethodInfo* info = find_method(node, method);
  const std::string problem = info ? try_method(node, *info, {std::move(value)}).problem : no_such_method(node, method);
  if (!problem.empty()) throw std::runtime_error(fmt::format("--agent_port: {}", problem));
}

ConnectingType described(const AgentType& known) {
  ConnectingType type;
  type.name = known.name;
  type.port = static_cast<std::uint16_t>(known.port);
  if (known.connects == AgentType::Connects::awaited) return type;
  type.coming = AgentGateway::Coming::connecting;
  type.is_one_program = known.connects == AgentType::Connects::all;
  type.program.program = known.command.front();
  type.program.arguments.assign(known.command.begin() + 1, known.command.end());
  type.program.folder = known.working_folder;
  type.program.reads_from = type.program.writes_to = ProgramOrder::kNone;
  type.program.in_sandbox = false;
  return type;
}

}  // namespace

std::vector<ConnectingType> connecting_types(const Options& options, const commserver::AgentDatabase& database,
                                             const SpadesServer& queue) {
  std::vector<ConnectingType> types;
  for (const auto& batch : queue.queue()) {
    const AgentType* known = database.find(batch.type);
    const bool is_at_agent_port = !known && batch.type == Options::kConnectedType;
    if (batch.count == 0 || (known ? known->connects == AgentType::Connects::no : !is_at_agent_port)) continue;
    if (is_at_agent_port && !options.agent_port) refuse_value("--team", batch.type, "an --agent_port with it");
    auto same = std::ranges::find(types, batch.type, &ConnectingType::name);
    if (same == types.end())
      same = types.insert(same, known ? described(*known) : ConnectingType{.name = Options::kConnectedType});
    same->at_agent_port = is_at_agent_port;
    same->count += batch.count;
  }
  return types;
}

void provide_agent_port(const Options& options, bool types_connect, ScriptEngine& scripts) {
  if (!options.agent_port && !types_connect) return;
  Core& core = scripts.core();
  scripts.bundles().import(core, kModule);
  GatewayNode* const found = find_node(core);
  GatewayNode& node = found ? *found : dynamic_cast<GatewayNode&>(core.create(kClass, kPath));
  if (options.agent_port) {
    call(node, "setPort", static_cast<std::int64_t>(*options.agent_port));
    node.set_option(fmt::format("--agent_port {}", *options.agent_port));
  } else if (!found) {
    call(node, "setOpen", false);
  }
  call(node, "setAddress", options.agent_address);
  call(node, "setSync", options.sync);
  call(node, "setSyncTimeout", options.sync_timeout_s);
}

}  // namespace server
