// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "soccer-plugin/monitor/info_line.h"
#include "spark/core/held.h"
#include "spark/monitor/monitor_system.h"

namespace soccer {

class BallStateAspect;
class GameStateAspect;
class TrainerCommandParser;

/// The monitor stream of the game as S-expressions (behaviour 8): Init for new monitors, Info as frames, Die at the
/// very end. Its child TrainerCommandParser carries out trainers' commands.
class SexpMonitor : public spark::MonitorSystem {
 public:
  void prepare() override;
  void header(std::string& out) override;
  void frame(std::string& out) override;
  void time_line(std::string& out) override;
  void command(const spark::sexp::Expression& command, spark::CommandReport& report) override;
  void acknowledge() override;
  bool reads_leniently() const override { return true; }  // as in 0.5.2
  std::unique_ptr<spark::MonitorFeed> open_feed(const spark::FeedContents& contents) override;

 protected:
  void linked() override;

 private:
  class Feed;
  void append_frame(std::string& out, InfoLine& info) const;

  spark::Held<GameStateAspect> game_{*this};
  spark::Held<BallStateAspect> ball_{*this};
  spark::Held<TrainerCommandParser> trainer_{*this};
  std::optional<InfoLine> info_;  ///< set by prepare()
};

}  // namespace soccer
