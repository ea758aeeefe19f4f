// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "soccer-plugin/referee/soccer_rule_aspect.h"
#include "spark/monitor/command_sender.h"
#include "spark/monitor/monitor_system.h"
#include "spark/monitor/trainer_commands.h"
#include "tests/soccer-plugin/soccer_fixture.h"

namespace soccer::test {

/// A match with the monitor system the set-up script registers.
class MonitorFixture : public SoccerFixture {
 public:
  explicit MonitorFixture(const Variables& variables = {}, std::uint64_t seed = 1) : SoccerFixture(seed, variables) {
    monitor().prepare();
  }

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
  /// Carries out a message of that trainer, as the monitor port does.
  void command(std::string_view trainer, std::string_view text) {
    spark::RecordedSender sender(trainer);
    trainer_commands_.carry_out(sender, text);
  }
  /// The same from a new trainer, so that no rate limit drops log lines; returns the number of log lines.
  std::size_t send(std::string_view text) {
    const std::size_t before = log_lines().size();
    command(fmt::format("trainer {}", ++trainers_), text);
    return log_lines().size() - before;
  }

 private:
  spark::TrainerCommands trainer_commands_{monitor()};
  int trainers_ = 0;
};

}  // namespace soccer::test
