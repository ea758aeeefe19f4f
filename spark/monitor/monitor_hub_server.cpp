// SPDX-License-Identifier: Apache-2.0
#include "spark/monitor/monitor_hub_server.h"

#include <pthread.h>
#include <signal.h>

#include <algorithm>
#include <boost/asio/post.hpp>
#include <chrono>
#include <exception>
#include <sstream>

#include "spark/core/log.h"
#include "spark/core/number_text.h"
#include "spark/monitor/monitor_system.h"
#include "spark/sim/command_queue.h"
#include "spark/sim/run_control.h"

namespace spark {

namespace asio = boost::asio;
using boost::system::error_code;

namespace {
constexpr std::chrono::seconds kFlushInterval{1};
constexpr std::chrono::seconds kMayDrain{1};
}  // namespace

MonitorHub::Server::Server(Options options, MonitorSystem& system, CommandQueue& commands, RunControl& run_control,
                           Log& log)
    : options_(std::move(options)), commands_(commands), log_(log), system_(system), run_control_(run_control) {
  if (options_.port) listener_.emplace(io_, options_.address, *options_.port, log_);
}

void MonitorHub::Server::start() {
  if (!listener_ && options_.log_file.empty()) return;
  if (listener_) listener_->start([this](MonitorConnection::Socket socket) { accepted(std::move(socket)); });
  if (!options_.log_file.empty()) ask_for_flush();
  // Signals are for the thread that runs the simulation.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  thread_ = std::thread([this] { io_.run(); });
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

void MonitorHub::Server::stop() {
  if (!thread_.joinable()) return;
  asio::post(to_sockets_, [this] { finish(); });
  log_file_.reset();
  thread_.join();
}

void MonitorHub::Server::begin() {
  if (options_.log_file.empty()) return;
  const bool compressed = options_.log_file.extension() == ".zst";
  log_file_.emplace(options_.log_file, log_,
                    compressed ? MonitorLogFile::Encoding::zst : MonitorLogFile::Encoding::plain);
  line_.clear();
  system_.header(line_);
  line_ += '\n';
  log_line();
}

std::string MonitorHub::Server::end_log() {
  if (!log_file_) return {};
  log_file_->finish();
  return log_file_->problem();
}

void MonitorHub::Server::frame() {
  const bool logged = log_file_ && log_file_->is_open();
  const bool watched = connected_ > 0;
  if (!logged && !watched) return;
  line_.clear();
  system_.frame(line_);
  line_ += '\n';
  if (logged) log_line();
  if (watched) asio::post(to_sockets_, [this, line = std::make_shared<const std::string>(line_)] { distribute(line); });
}

void MonitorHub::Server::log_line() {
  log_file_->write(line_);
  unflushed_ = true;
}

void MonitorHub::Server::flush_log() {
  if (log_file_) log_file_->flush();
}

void MonitorHub::Server::admit(const std::weak_ptr<MonitorConnection>& connection) {
  // Whoever only knocked must not make everything be sent anew.
  if (connection.expired()) return;
  line_.clear();
  system_.header(line_);
  line_ += '\n';
  asio::post(to_sockets_, [connection, header = std::make_shared<const std::string>(line_)] {
    if (const auto monitor = connection.lock()) monitor->begin(header);
  });
}

void MonitorHub::Server::carry_out(const std::string& peer, char letter, const std::string& text) {
  switch (letter) {
    case 'W':
      carry_out_text(peer, text);
      break;
    case 'P':
      if (!run_control_.paused()) log_.normal("{} pauses the simulation", peer);
      run_control_.pause();
      break;
    case 'R':
      if (run_control_.paused()) log_.normal("{} lets the simulation run", peer);
      run_control_.run();
      break;
    case 'S':
      make_steps(peer, text);
      break;
  }
}

void MonitorHub::Server::make_steps(const std::string& peer, const std::string& text) {
  std::int64_t steps = 1;
  if (!text.empty() && (!whole_integer(text, steps) || steps < 1 || steps > RunControl::kMostSteps))
    return log_.complain(peer, "cannot make '{}' steps", printable(text));
  run_control_.step(steps);
}

void MonitorHub::Server::carry_out_text(const std::string& peer, const std::string& text) {
  try {
    system_.command(peer, text);
  } catch (const std::exception& error) {
    // A trainer's text must not end the match, whatever it does to the game.
    log_.complain(peer, "command '{}' failed: {}", printable(text), error.what());
  }
}

void MonitorHub::Server::accepted(MonitorConnection::Socket socket) {
  error_code error;
  const auto remote = socket.remote_endpoint(error);
  if (error) return;  // gone already
  if (connected_ >= options_.most_monitors) {
    log_.complain("monitor port", "{} refused, {} monitors are connected", remote.address().to_string(),
                  options_.most_monitors);
    return;
  }
  std::ostringstream peer;
  peer << "monitor " << remote;
  log_.debug("{} has connected", peer.str());
  const auto connection = std::make_shared<MonitorConnection>(
      std::move(socket), peer.str(),
      MonitorConnection::Limits{options_.monitor_backlog, std::max(1, options_.commands_in_flight)}, *this, log_);
  connections_.push_back(connection);
  ++connected_;
  commands_.post([server = weak_from_this(), monitor = std::weak_ptr(connection)] {
    if (const auto self = server.lock()) self->admit(monitor);
  });
  connection->start();
}

void MonitorHub::Server::command(MonitorConnection& from, char letter, std::string_view text) {
  commands_.post([server = weak_from_this(), monitor = from.weak_from_this(), peer = from.peer(), letter,
                  text = std::string(text)] {
    const auto self = server.lock();
    if (!self) return;
    self->carry_out(peer, letter, text);
    asio::post(self->to_sockets_, [monitor] {
      if (const auto connection = monitor.lock()) connection->command_done();
    });
  });
}

void MonitorHub::Server::closed(MonitorConnection& connection) {
  --connected_;
  connections_.remove(connection.shared_from_this());
  if (finishing_ && connections_.empty()) end_timer_.cancel();
}

void MonitorHub::Server::distribute(const Line& line) {
  for (auto at = connections_.begin(); at != connections_.end();) {
    const auto connection = *at++;  // first on to the next: this one may drop out of the list
    connection->frame(line);
  }
}

void MonitorHub::Server::ask_for_flush() {
  flush_timer_.expires_after(kFlushInterval);
  flush_timer_.async_wait([this](const error_code& error) {
    if (error || finishing_) return;
    // Through the queue, because it is carried out while the simulation is paused, too.
    if (unflushed_.exchange(false))
      commands_.post([server = weak_from_this()] {
        if (const auto self = server.lock()) self->flush_log();
      });
    ask_for_flush();
  });
}

void MonitorHub::Server::finish() {
  finishing_ = true;
  work_.reset();
  if (listener_) listener_->close();
  flush_timer_.cancel();
  end_timer_.expires_after(kMayDrain);
  end_timer_.async_wait([this](const error_code& error) {
    if (error) return;
    while (!connections_.empty()) connections_.front()->close();
  });
  for (auto at = connections_.begin(); at != connections_.end();) {
    const auto connection = *at++;
    connection->close_when_sent();
  }
  if (connections_.empty()) end_timer_.cancel();
}

}  // namespace spark
