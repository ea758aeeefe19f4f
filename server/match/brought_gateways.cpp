// SPDX-License-Identifier: Apache-2.0
#include "server/match/brought_gateways.h"

#include <fmt/format.h>

#include <map>
#include <stdexcept>

#include "spark/core/core.h"
#include "spark/core/variables.h"

namespace server {

using namespace spark;
namespace {

/// Modules have other authors: any exception from one becomes an error of one line.
std::unique_ptr<AgentGateway> gateway_of(GatewayNode& node, GatewayContext& context) {
  std::string problem = "the node provided none";
  try {
    if (auto gateway = node.make_gateway(context)) return gateway;
  } catch (const WrongSetting&) {
    throw;
  } catch (const std::exception& error) {
    problem = error.what();
  } catch (...) {
    problem = "it could not be made";
  }
  const std::string& option = node.option();
  throw std::runtime_error(
      fmt::format("{}: {}", option.empty() ? "the gateway of " + node.full_path() : option, problem));
}

}  // namespace

BroughtGateways::BroughtGateways(GatewayContext& context) {
  std::map<const ClassInfo*, const GatewayNode*> kinds;
  std::map<std::string, const GatewayNode*> bringers;
  for (GatewayNode* node : context.core.find_all<GatewayNode>()) {
    if (const auto [other, first] = kinds.emplace(node->class_info(), node); !first)
      throw std::runtime_error(fmt::format("two gateways of the class {}, {} and {}: only one is allowed",
                                           node->class_info()->name(), other->second->full_path(), node->full_path()));
    AgentGateway& gateway = *gateways_.emplace_back(gateway_of(*node, context));
    const GatewayTraits traits = gateway.traits();
    traits_.add(traits);
    for (const std::string& type : traits.own_types) {
      if (const auto [other, first] = bringers.emplace(type, node); !first)
        throw std::runtime_error(fmt::format("agents of the type '{}' would be started by two gateways, {} and {}",
                                             printable(type), other->second->full_path(), node->full_path()));
      starters_.emplace(type, &gateway);
    }
  }
}

AgentGateway* BroughtGateways::starter_of(const std::string& type) const {
  const auto found = starters_.find(type);
  return found == starters_.end() ? nullptr : found->second;
}

}  // namespace server
