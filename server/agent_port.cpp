// SPDX-License-Identifier: Apache-2.0
#include "server/agent_port.h"

#include <fmt/format.h>

#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>

#include "server/options.h"
#include "spark/agent/gateway_node.h"
#include "spark/core/core.h"
#include "spark/core/method_call.h"
#include "spark/script/script_engine.h"

namespace server {

using namespace spark;
namespace {

constexpr const char* kModule = "tcp";
constexpr const char* kClass = "TcpServer";
constexpr const char* kPath = "/sys/server/tcp";

Leaf& node_of(Core& core) {
  for (GatewayNode* node : core.find_all<GatewayNode>())
    if (node->class_info()->name() == kClass) return *node;
  return core.create(kClass, kPath);
}

void call(Leaf& node, const char* method, Value value) {
  const MethodInfo* info = find_method(node, method);
  const std::string problem = info ? try_method(node, *info, {std::move(value)}).problem : no_such_method(node, method);
  if (!problem.empty()) throw std::runtime_error(fmt::format("--agent_port: {}", problem));
}

}  // namespace

void provide_agent_port(const Options& options, ScriptEngine& scripts) {
  if (!options.agent_port) return;
  Core& core = scripts.core();
  scripts.bundles().import(core, kModule);
  Leaf& node = node_of(core);
  call(node, "setPort", static_cast<std::int64_t>(*options.agent_port));
  call(node, "setAddress", options.agent_address);
  call(node, "setSync", options.sync);
  call(node, "setSyncTimeout", options.sync_timeout_s);
}

}  // namespace server
