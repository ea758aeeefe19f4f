// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/strand.hpp>
#include <list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>

#include "spark/core/line_limit.h"
#include "spark/monitor/monitor_connection.h"
#include "spark/monitor/monitor_hub.h"
#include "spark/monitor/monitor_listener.h"
#include "spark/monitor/monitor_log_file.h"

namespace spark {

/// The two sides of the hub. Members belong to one of two threads and the functions say which; from one side to the
/// other things are only posted: to the simulation thread through the command queue, to the other one through
/// `to_sockets_`.
class MonitorHub::Server final : public std::enable_shared_from_this<MonitorHub::Server>,
                                 public MonitorConnection::Owner {
 public:
  Server(Options options, MonitorSystem& system, CommandQueue& commands, RunControl& run_control, Log& log);

  // On the simulation thread.
  void start();
  void stop();
  std::uint16_t port() const { return listener_ ? listener_->port() : 0; }
  void begin();
  std::string end_log();
  void frame();

 private:
  using Line = MonitorConnection::Line;

  // On the simulation thread.
  void log_line();
  void flush_log();
  void admit(const std::weak_ptr<MonitorConnection>& connection);
  void carry_out(const std::string& peer, char letter, const std::string& text);
  void make_steps(const std::string& peer, const std::string& text);
  void carry_out_text(const std::string& peer, const std::string& text);

  // On the socket thread.
  void accepted(MonitorConnection::Socket socket);
  bool command(MonitorConnection& from, char letter, std::string_view text) override;
  void flooded(MonitorConnection& from, std::size_t dropped) override;
  void closed(MonitorConnection& connection) override;
  void distribute(const Line& line);
  void ask_for_flush();
  void finish();

  const Options options_;
  CommandQueue& commands_;
  Log& log_;

  // Of the simulation thread.
  MonitorSystem& system_;
  RunControl& run_control_;
  std::optional<MonitorLogFile> log_file_;
  std::string line_;
  LineLimit pauses_;

  // Of both.
  std::atomic<int> connected_{0};
  std::atomic<bool> unflushed_{false};

  // Of the socket thread.
  boost::asio::io_context io_{1};
  boost::asio::strand<boost::asio::io_context::executor_type> to_sockets_{io_.get_executor()};
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> work_{io_.get_executor()};
  std::optional<MonitorListener> listener_;
  boost::asio::steady_timer flush_timer_{io_};
  boost::asio::steady_timer end_timer_{io_};
  std::list<std::shared_ptr<MonitorConnection>> connections_;
  LineLimit floods_;
  bool finishing_ = false;
  std::thread thread_;
};

}  // namespace spark
