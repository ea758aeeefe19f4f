// SPDX-License-Identifier: Apache-2.0
// What goes from the simulation thread to the log and the monitors.
#include "spark/core/log.h"
#include "spark/monitor/monitor_hub_server.h"
#include "spark/monitor/monitor_system.h"
#include "spark/sim/command_queue.h"

namespace spark {
namespace {
/// Bytes of lines that wait for the sockets' thread.
constexpr std::size_t kMostQueued = 16u << 20;
}  // namespace

void MonitorHub::Server::begin() {
  if (options_.log_file.empty()) return;
  const bool compressed = options_.log_file.extension() == ".zst";
  log_file_.emplace(options_.log_file, log_,
                    compressed ? BackgroundLogFile::Encoding::zst : BackgroundLogFile::Encoding::plain);
  line_.clear();
  system_.header(line_);
  line_ += '\n';
  log_line();
}

std::string MonitorHub::Server::end_log() {
  subscribers_.say_farewell();
  line_.clear();
  if (has_reader()) system_.farewell(line_);
  if (!line_.empty()) {
    line_ += '\n';
    if (is_logged()) log_line();
    // All get the end.
    loop_.post([this, line = std::make_shared<const std::string>(line_)] { distribute(line); });
  }
  if (!log_file_) return {};
  log_file_->finish();
  return log_file_->problem();
}

/// Brings what is new to the log and all monitors; if there is nothing, nothing.
void MonitorHub::Server::frame() {
  if (!has_reader()) return;
  line_.clear();
  system_.frame(line_);
  if (line_.empty()) return;
  line_ += '\n';
  if (is_logged()) log_line();
  if (connected_ > 0) hand_out();
}

bool MonitorHub::Server::is_logged() const {
  return log_file_ && log_file_->is_open();
}

/// Monitors miss frames if they were served too long, or too much waits for the sockets' thread.
void MonitorHub::Server::hand_out() {
  if (!skipping_) {
    const bool is_too_much = queued_bytes_ > kMostQueued;
    if (!is_too_much && !is_tired_) return post_line();
    skipping_ = true;
    log_.complain("monitor port", "{} monitors cannot be served as fast as the match goes; they miss frames",
                  static_cast<int>(connected_));
    // Behind all that waits.
    if (is_too_much)
      loop_.post([this] {
        if (!resting_) ask_for_headers();
      });
  }
  missed_frames_ += static_cast<std::uint64_t>(connected_) - subscribers_.size();
}

void MonitorHub::Server::post_line() {
  queued_bytes_ += line_.size();
  loop_.post([this, line = std::make_shared<const std::string>(line_)] {
    queued_bytes_ -= line->size();
    if (resting_)
      missed_frames_ += connections_.size();
    else
      distribute(line);
  });
}

/// Those who have missed frames go on as if they had just connected.
void MonitorHub::Server::catch_up() {
  skipping_ = false;
  is_tired_ = false;
  loop_.post([this, header = print_header()] {
    resting_ = false;
    for_each_monitor([&](MonitorConnection& monitor) {
      if (!monitor.has_own_frames()) monitor.begin_again(header);
    });
  });
}

void MonitorHub::Server::log_line() {
  log_file_->write(line_);
}

void MonitorHub::Server::flush_log() {
  if (log_file_) log_file_->flush();
}

void MonitorHub::Server::admit(const std::weak_ptr<MonitorConnection>& connection) {
  // Whoever only knocked must not make everything be sent anew.
  if (connection.expired()) return;
  Line header = subscribers_.header_of(connection);
  if (!header) {
    if (!header_ || header_round_ != commands_.rounds()) {
      header_ = print_header();
      header_round_ = commands_.rounds();
    }
    header = header_;
  }
  loop_.post([connection, header] {
    if (const auto monitor = connection.lock()) monitor->begin(header);
  });
}

/// Of which all get the next frame whole, the log too: an input of the match.
MonitorConnection::Line MonitorHub::Server::print_header() {
  if (inputs_.joined) inputs_.joined();
  line_.clear();
  system_.header(line_);
  line_ += '\n';
  return std::make_shared<const std::string>(line_);
}

void MonitorHub::Server::distribute(const Line& line) {
  const RealClock::Time begin = loop_.now();
  for_each_monitor([&](MonitorConnection& monitor) {
    if (!monitor.has_own_frames()) monitor.frame(line);
  });
  if (share_.serve(begin, loop_.now()) || finishing_ || connections_.size() <= options_.limits.few) return;
  resting_ = true;
  is_tired_ = true;
  rest_timer_.start(share_.rest(), [this] { ask_for_headers(); });
}

void MonitorHub::Server::ask_for_headers() {
  if (finishing_) return;
  commands_.post([server = weak_from_this()] {
    if (const auto self = server.lock()) self->catch_up();
  });
}

}  // namespace spark
