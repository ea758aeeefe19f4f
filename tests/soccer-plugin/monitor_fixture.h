// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "soccer-plugin/referee/soccer_rule_aspect.h"
#include "spark/monitor/monitor_system.h"
#include "tests/soccer-plugin/soccer_fixture.h"

namespace soccer::test {

/// A match with the monitor system the set-up script registers.
class MonitorFixture : public SoccerFixture {
 public:
  explicit MonitorFixture(const Variables& variables = {}) : SoccerFixture(1, variables) { monitor().prepare(); }

  spark::MonitorSystem& monitor() { return *find<spark::MonitorServer>("/sys/server/monitor").system(); }
  SoccerRuleAspect& referee() { return referee_of(core.root()); }
  PlayMode mode() { return game().play_mode(); }

  std::string header() {
    std::string line;
    monitor().header(line);
    return line;
  }
  std::string frame() {
    std::string line;
    monitor().frame(line);
    return line;
  }
  /// A trainer's command; returns how many lines of complaint it gave.
  std::size_t send(std::string_view text) {
    const std::size_t before = log_lines().size();
    monitor().command(fmt::format("trainer {}", ++trainers_), text);  // a peer of its own: no limit on its lines
    return log_lines().size() - before;
  }

 private:
  int trainers_ = 0;
};

}  // namespace soccer::test
