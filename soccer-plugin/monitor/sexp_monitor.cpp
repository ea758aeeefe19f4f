// SPDX-License-Identifier: Apache-2.0
#include "soccer-plugin/monitor/sexp_monitor.h"

#include "soccer-plugin/ball_state.h"
#include "soccer-plugin/game_state.h"
#include "soccer-plugin/monitor/init_line.h"
#include "soccer-plugin/monitor/trainer_command_parser.h"
#include "spark/core/core.h"
#include "spark/sexp/writer.h"

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

void SexpMonitor::frame(std::string& out) {
  append_frame(out, *info_);
}

void SexpMonitor::time_line(std::string& out) {
  spark::sexp::Writer writer(out);
  writer.open("Info").put(' ').open("time").real(game_->time()).close().close();
}

void SexpMonitor::append_frame(std::string& out, InfoLine& info) const {
  if (game_->monitors_leave())
    out += "(Die)";
  else
    info.append_to(out);
}

void SexpMonitor::command(const spark::sexp::Expression& command, spark::CommandReport& report) {
  trainer_->carry_out(command, report);
}

void SexpMonitor::acknowledge() {
  info_->acknowledge();
}

class SexpMonitor::Feed final : public spark::MonitorFeed {
 public:
  Feed(const SexpMonitor& monitor, const spark::FeedContents& contents)
      : monitor_(monitor), info_(*monitor.game_, *monitor.ball_, contents) {}
  void header(std::string& out) override {
    append_init_line(out, monitor_.core().variables);
    info_.repeat_all();
  }
  void frame(std::string& out) override { monitor_.append_frame(out, info_); }
  void acknowledge() override { info_.acknowledge(); }

 private:
  const SexpMonitor& monitor_;
  InfoLine info_;
};

std::unique_ptr<spark::MonitorFeed> SexpMonitor::open_feed(const spark::FeedContents& contents) {
  return std::make_unique<Feed>(*this, contents);
}

}  // namespace soccer
