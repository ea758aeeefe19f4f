// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <catch2/catch.hpp>
#include <deque>

#include "gateways/rctp/translator.h"
#include "tests/support/robot_yard.h"

namespace rctp_test {

/// A robot in a small world. A translator moves it as a gateway does: once per step, with acts that take effect one
/// action latency after the next step.
struct DrivenYard : RobotYard {
  DrivenYard(const std::string& folder, const std::string& file, double height, spark::Step action_latency)
      : RobotYard(folder, file, height), latency(action_latency) {}

  void drive(rctp::Translator& translator, double seconds) {
    for (int i = 0; i < std::lround(seconds / 0.01); ++i) {
      actions.clear();
      translator.act(*agent, core.clock.now(), actions);
      if (!actions.all().empty()) {
        ++acts;
        under_way.push_back({core.clock.now() + 1, actions.all()});
      }
      step();
      while (!under_way.empty() && under_way.front().stamp + latency <= core.clock.now()) {
        agent->act(under_way.front().stamp, under_way.front().actions);
        under_way.pop_front();
      }
    }
  }
  /// Does what an emergency stop does.
  void halt(rctp::Translator& translator) {
    under_way.clear();
    translator.rest();
    agent->rest();
  }
  /// Carries out the translator's actions at once.
  void carry_out(rctp::Translator& translator) {
    actions.clear();
    translator.act(*agent, core.clock.now(), actions);
    agent->act(core.clock.now(), actions.all());
  }

  struct Sent {
    spark::Step stamp;
    std::vector<spark::Action> actions;
  };
  spark::Step latency;
  spark::ActionList actions;
  std::deque<Sent> under_way;
  int acts = 0;
};

}  // namespace rctp_test
