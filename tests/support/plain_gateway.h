// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "spark/agent/agent_gateway.h"

/// A gateway with default behaviour for tests: agents have the timing of the match, no input is held or pending, and
/// there are no reports about agents.
class PlainGateway : public spark::AgentGateway {
 public:
  spark::GatewayTraits traits() override { return {}; }
  void begin() override {}
  Coming start(spark::AgentId, const std::string&) override { return Coming::started; }
  std::optional<spark::AgentTiming> timing(spark::AgentId) const override { return std::nullopt; }
  bool has_pending() const override { return false; }
  bool send_held() override { return false; }
  bool wait_no_longer(spark::AgentId) override { return false; }
  std::optional<spark::AgentReport> report(spark::AgentId) const override { return std::nullopt; }
  void drop(spark::AgentId) override {}
  void shut_down(std::chrono::milliseconds) override {}
};
