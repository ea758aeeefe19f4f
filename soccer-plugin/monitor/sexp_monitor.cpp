// SPDX-License-Identifier: Apache-2.0
#include "soccer-plugin/monitor/sexp_monitor.h"

#include "soccer-plugin/ball_state.h"
#include "soccer-plugin/game_state.h"
#include "soccer-plugin/monitor/init_line.h"
#include "soccer-plugin/monitor/trainer_command_parser.h"
#include "spark/core/core.h"

namespace soccer {

void SexpMonitor::linked() {
  if (trainer_) return;
  auto parser = core().classes.create("TrainerCommandParser");
  parser->set_name("TrainerCommandParser");
  trainer_ = dynamic_cast<TrainerCommandParser&>(append(std::move(parser)));
}

void SexpMonitor::prepare() {
  game_ = game_of(*this);
  ball_ = ball_state_of(*this);
  info_.emplace(*game_, *ball_);
  trainer_->prepare();
}

void SexpMonitor::header(std::string& out) {
  append_init_line(out, core().variables);
  info_->repeat_all();
}

void SexpMonitor::restart() {
  if (info_) info_->restart();
}

void SexpMonitor::frame(std::string& out) {
  if (game_->monitors_leave())
    out += "(Die)";
  else
    info_->append_to(out);
}

void SexpMonitor::command(std::string_view peer, std::string_view text) {
  if (trainer_->execute(peer, text)) info_->acknowledge();
}

}  // namespace soccer
