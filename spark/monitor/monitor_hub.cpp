// SPDX-License-Identifier: Apache-2.0
#include "spark/monitor/monitor_hub.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "spark/core/log.h"
#include "spark/core/number_text.h"
#include "spark/monitor/command_sender.h"
#include "spark/monitor/message_parts.h"
#include "spark/monitor/monitor_system.h"
#include "spark/monitor/pause_item.h"
#include "spark/monitor/trainer_drawing.h"
#include "spark/monitor/whole_end.h"
#include "spark/sim/command_queue.h"
#include "spark/sim/run_control.h"

namespace spark {
namespace {

/// Bytes of lines that may be pending for the network thread; beyond that all monitors miss frames.
constexpr std::size_t kMaxQueued = 16u << 20;
/// The limits for all trainers together in `kDrawnWithin` of real time: twice those of an agent in a think cycle, and
/// less than browsers' pages may leave unread.
constexpr std::size_t kMaxDrawings = 32, kMaxDrawnBytes = 32 * 1024;
constexpr std::chrono::milliseconds kDrawnWithin{200};

/// The text in logs for a message about the clock.
std::string words_of(char letter, const std::string& text) {
  switch (letter) {
    case 'P':
      return "pause";
    case 'R':
      return "run";
    default:
      return fmt::format("step {}", printable(text));
  }
}

}  // namespace

/// The monitor that has sent a message.
class MonitorHub::Sender final : public CommandSender {
 public:
  Sender(MonitorHub& hub, const MonitorPort::Source& source) : hub_(hub), source_(source) {}

  std::string_view name() const override { return *source_.peer; }
  std::string_view subscribe(const Subscription& subscription) override {
    return hub_.subscribers_.add(source_.monitor, subscription);
  }
  std::string_view send_full_state(bool acknowledges) override {
    return hub_.subscribers_.send_full_state(source_.monitor, source_.requested, acknowledges);
  }
  void set_pace(std::optional<double> pace) override { hub_.set_pace(name(), pace); }
  std::string_view draw(const TrainerDrawing& drawing) override { return hub_.draw(drawing); }
  void acknowledge() override { hub_.subscribers_.acknowledge(source_.monitor); }

 private:
  MonitorHub& hub_;
  const MonitorPort::Source& source_;
};

MonitorHub::MonitorHub(const Options& options, MonitorSystem& system, CommandQueue& commands, RunControl& run_control,
                       RealClock& clock, Log& log)
    : options_(options),
      message_limits_{.bytes = options_.command_bytes, .depth = options_.nesting},
      commands_(commands),
      clock_(clock),
      log_(log),
      run_control_(run_control),
      port_(options_, commands, clock, log),
      subscribers_(system, commands, port_.lines(), log),
      trainer_commands_(system, message_limits_, log) {
  system_ = system;
  run_control_.on_hold([this] { report_pause(); });
  if (run_control_.is_held()) report_pause();
  port_.start(requests_);
}

MonitorHub::~MonitorHub() {
  run_control_.on_hold({});
  port_.end();
  log_file_.reset();  // completed while the port sends what is left
}

void MonitorHub::begin() {
  if (options_.log_file.empty()) return;
  const bool compressed = options_.log_file.extension() == ".zst";
  log_file_.emplace(options_.log_file, log_,
                    compressed ? BackgroundLogFile::Encoding::zst : BackgroundLogFile::Encoding::plain);
  line_.clear();
  system_->header(line_);
  line_ += '\n';
  log_file_->write(line_);
}

void MonitorHub::flush() {
  if (log_file_) log_file_->flush();
}

std::string MonitorHub::end_log() {
  subscribers_.send_last();
  line_.clear();
  if (has_reader()) system_->farewell(line_);
  if (!line_.empty()) line_ += '\n';
  if (is_logged() && !line_.empty()) log_file_->write(line_);
  if (port_.connected() > 0)
    port_.send_last({.farewell = std::make_shared<const std::string>(line_),
                     .whole = std::make_shared<const std::string>(whole_end(*system_, is_paused_))},
                    is_skipping_);
  if (!log_file_) return {};
  log_file_->finish();
  return log_file_->problem();
}

void MonitorHub::frame(Step) {
  if (!has_reader()) return;
  line_.clear();
  system_->frame(line_);
  if (line_.empty()) return;
  line_ += '\n';
  if (is_logged()) log_file_->write(line_);
  if (port_.connected() > 0) send_to_all();
}

/// Monitors miss frames if serving them took too long, or too much is pending for the network thread.
void MonitorHub::send_to_all() {
  if (!is_skipping_) {
    const bool is_too_much = port_.lines().bytes() > kMaxQueued;
    if (!is_too_much && !port_.is_exhausted()) return port_.send_frame(std::make_shared<const std::string>(line_));
    is_skipping_ = true;
    if (is_too_much) port_.ask_to_catch_up();
  }
  // Some of these may have left just now.
  port_.leave_out_frame(std::max(0, port_.connected() - static_cast<int>(subscribers_.size())));
}

/// Sent with the next round of commands, so that a peer that pauses and resumes all the time does not cause a line each
/// time.
void MonitorHub::report_pause() {
  if (std::exchange(is_pause_pending_, true)) return;
  commands_.post([this, alive = std::weak_ptr(requests_)] {
    if (!alive.expired()) send_pause();
  });
}

void MonitorHub::send_pause() {
  is_pause_pending_ = false;
  const bool is_paused = run_control_.is_held();
  if (std::exchange(is_paused_, is_paused) == is_paused) return;
  header_.reset();
  std::string text;
  system_->time_line(text);
  add_pause_item(text, is_paused);
  text += '\n';
  const auto line = std::make_shared<const std::string>(std::move(text));
  subscribers_.send_pause(line, is_paused);
  if (!is_skipping_) port_.send_notice(line);  // else a header will say it
}

/// Monitors that have missed frames resume as if they had just connected.
void MonitorHub::catch_up() {
  is_skipping_ = false;
  port_.resume(print_header());
}

void MonitorHub::admit(const MonitorPort::Monitor& monitor) {
  // A peer that has already left does not cause everything to be sent again.
  if (monitor.expired()) return;
  Line header = subscribers_.header_of(monitor);
  if (!header) {
    if (!header_ || header_round_ != commands_.rounds()) {
      header_ = print_header();
      header_round_ = commands_.rounds();
    }
    header = header_;
  }
  port_.send_header(monitor, std::move(header));
}

/// After a header the next frame is complete for all, and in the log, too, so this is an input of the match.
MonitorHub::Line MonitorHub::print_header() {
  if (inputs_.joined) inputs_.joined();
  line_.clear();
  system_->header(line_);
  add_pause_item(line_, is_paused_);
  line_ += '\n';
  return std::make_shared<const std::string>(line_);
}

bool MonitorHub::carry_out(const MonitorPort::Source& source, MonitorPort::Message& message) {
  header_.reset();  // it may show state that this changes
  if (!message.parts.empty()) return carry_out_part(source, message);
  const std::string_view peer = *source.peer;
  ++carried_out_;
  if (message.letter == 'W') {
    message.parts = parts_of_message(std::move(message.text), message_limits_);
    return carry_out_part(source, message);
  }
  if (options_.on_command) options_.on_command(peer, words_of(message.letter, message.text), CommandKind::clock);
  switch (message.letter) {
    case 'P':
      if (!run_control_.paused() && pauses_.next()) log_.normal("{} pauses the simulation", peer);
      run_control_.pause();
      break;
    case 'R':
      if (run_control_.paused() && pauses_.next()) log_.normal("{} resumes the simulation", peer);
      run_control_.run();
      break;
    case 'S':
      make_steps(source, message.text);
      break;
  }
  return true;
}

bool MonitorHub::carry_out_part(const MonitorPort::Source& source, MonitorPort::Message& message) {
  const std::string& text = message.parts[message.next++];
  // If the sender leaves in the middle of a message, only the parts that have been carried out are logged.
  if (options_.on_command) options_.on_command(*source.peer, printable(text, text.size()), CommandKind::world);
  if (inputs_.command) inputs_.command(*source.peer, text);
  Sender sender(*this, source);
  trainer_commands_.carry_out(sender, text);
  return message.next == message.parts.size();
}

void MonitorHub::make_steps(const MonitorPort::Source& source, const std::string& text) {
  std::int64_t steps = 1;
  if (!text.empty() && (!whole_integer(text, steps) || steps < 0 || steps > RunControl::kMaxSteps))
    return log_.complain(*source.peer, "cannot make '{}' steps", Printable{text});
  const auto monitor = source.monitor.lock();
  const bool has_left = !monitor || monitor->has_ended();
  if (has_left && !run_control_.is_held()) return;
  run_control_.step(steps);
  stepper_ = source.peer;
}

/// If a peer leaves in the middle of its steps, the match does not stay paused.
void MonitorHub::left(const std::shared_ptr<const std::string>& peer) {
  if (stepper_ != peer) return;
  stepper_.reset();
  if (run_control_.give_back() && pauses_.next())
    log_.normal("{} has left while single-stepping; the simulation resumes", *peer);
}

/// Old monitors treat the line as one without changes: they skip items with unknown names.
std::string_view MonitorHub::draw(const TrainerDrawing& drawing) {
  if (!options_.shows_drawings) return "drawings are not shown in a competition";
  if (const auto now = clock_.now(); now - drawn_.since >= kDrawnWithin) drawn_ = {now, 0, 0};
  if (drawn_.count >= kMaxDrawings || drawing.parts.size() > kMaxDrawnBytes - drawn_.bytes)
    return "there were too many drawings in a short time";
  ++drawn_.count;
  drawn_.bytes += drawing.parts.size();
  std::string text;
  system_->time_line(text);
  if (options_.on_drawing) {
    // The part of the line after its name.
    const std::size_t begin = std::min(text.find('(', 1), text.size());
    options_.on_drawing(std::string_view(text).substr(begin, text.rfind(')') - begin), drawing.parts);
  }
  text.insert(text.rfind(')'), fmt::format("(draw {})", drawing.parts));
  text += '\n';
  if (port_.connected() > 0 && !is_skipping_) port_.send_notice(std::make_shared<const std::string>(std::move(text)));
  return {};
}

void MonitorHub::set_pace(std::string_view peer, std::optional<double> pace) {
  if (run_control_.pace() != pace && pauses_.next())
    log_.normal("{} sets the speed: {}", peer, pace ? fmt::format("{} × real time", *pace) : "as fast as possible");
  run_control_.set_pace(pace);
}

}  // namespace spark
