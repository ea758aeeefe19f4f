// SPDX-License-Identifier: Apache-2.0
#include "gateways/rctp/port/network.h"

#include <algorithm>
#include <thread>

#include "gateways/rctp/port/port.h"
#include "spark/core/quiet_thread.h"
#include "spark/net/alarm.h"
#include "spark/net/loop.h"

namespace rctp {
namespace {

using std::chrono::milliseconds;
/// A longer goodbye would delay the end of the match.
constexpr milliseconds kMaxFarewell{500};

}  // namespace

class Network::Thread {
 public:
  Thread(const Options& options, const std::vector<RobotLink*>& robots, WorldLink& world, ModelLink& model,
         spark::Log& log)
      : port_(options, robots, world, model, loop_, log), alarm_(loop_, [this] { port_.check_links(); }) {}
  ~Thread() { end(milliseconds(0)); }

  void begin() {
    thread_ = spark::start_quiet_thread([this] {
      port_.begin();
      loop_.run();
    });
  }

  void end(milliseconds timeout) {
    if (!thread_.joinable()) return;
    loop_.post([this, timeout] {
      port_.end(std::min(timeout, kMaxFarewell), [this] {
        alarm_.close();
        loop_.end();
      });
    });
    thread_.join();
  }

  Port& port() { return port_; }
  spark::net::Alarm& alarm() { return alarm_; }

 private:
  spark::net::Loop loop_;
  Port port_;
  spark::net::Alarm alarm_;
  std::thread thread_;
};

Network::Network(const Options& options, const std::vector<RobotLink*>& robots, WorldLink& world, ModelLink& model,
                 spark::Log& log)
    : thread_(std::make_unique<Thread>(options, robots, world, model, log)) {}

Network::~Network() = default;

std::uint16_t Network::port() const {
  return thread_->port().number();
}

bool Network::is_loopback() const {
  return thread_->port().is_loopback();
}

void Network::begin() {
  thread_->begin();
}

void Network::wake() noexcept {
  thread_->alarm().raise();
}

void Network::end(milliseconds timeout) {
  thread_->end(timeout);
}

}  // namespace rctp
