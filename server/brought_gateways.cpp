// SPDX-License-Identifier: Apache-2.0
#include "server/brought_gateways.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <stdexcept>

#include "spark/core/core.h"

namespace server {

using namespace spark;
namespace {

/// Modules are others' work: whatever they throw ends in one line.
std::unique_ptr<AgentGateway> gateway_of(GatewayNode& node, GatewayContext& context) {
  std::string problem = "it brought none";
  try {
    if (auto gateway = node.make_gateway(context)) return gateway;
  } catch (const std::exception& error) {
    problem = error.what();
  } catch (...) {
    problem = "it could not be made";
  }
  throw std::runtime_error(fmt::format("the gateway of {}: {}", node.full_path(), problem));
}

}  // namespace

BroughtGateways::BroughtGateways(GatewayContext& context) {
  std::map<const ClassInfo*, const GatewayNode*> kinds;
  std::map<std::string, const GatewayNode*> starters;
  for (GatewayNode* node : context.core.find_all<GatewayNode>()) {
    if (const auto [other, first] = kinds.emplace(node->class_info(), node); !first)
      throw std::runtime_error(fmt::format("two gateways of the class {}, {} and {}: there can be one",
                                           node->class_info()->name(), other->second->full_path(), node->full_path()));
    gateways_.push_back(gateway_of(*node, context));
    for (const std::string& type : gateways_.back()->own_types())
      if (const auto [other, first] = starters.emplace(type, node); !first)
        throw std::runtime_error(fmt::format("agents of the type '{}' would be started by two gateways, {} and {}",
                                             printable(type), other->second->full_path(), node->full_path()));
  }
}

AgentGateway* BroughtGateways::starter_of(const std::string& type) const {
  for (const auto& gateway : gateways_)
    if (const auto types = gateway->own_types(); std::ranges::find(types, type) != types.end()) return gateway.get();
  return nullptr;
}

std::vector<std::string> BroughtGateways::own_agents() const {
  std::vector<std::string> all;
  for (const auto& gateway : gateways_)
    for (std::string& type : gateway->own_agents()) all.push_back(std::move(type));
  return all;
}

bool BroughtGateways::take_arrivals() const {
  return std::ranges::any_of(gateways_, [](const auto& gateway) { return gateway->takes_arrivals(); });
}

int BroughtGateways::arrive_at_once() const {
  int count = 0;
  for (const auto& gateway : gateways_) count += gateway->arrives_at_once();
  return count;
}

bool BroughtGateways::want_real_time() const {
  return std::ranges::any_of(gateways_, [](const auto& gateway) { return gateway->wants_real_time(); });
}

std::vector<std::string> BroughtGateways::notices() const {
  std::vector<std::string> lines;
  for (const auto& gateway : gateways_)
    if (std::string line = gateway->notice(); !line.empty()) lines.push_back(std::move(line));
  return lines;
}

}  // namespace server
