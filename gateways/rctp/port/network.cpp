// SPDX-License-Identifier: Apache-2.0
#include "gateways/rctp/port/network.h"

#include <algorithm>
#include <thread>

#include "gateways/rctp/port/port.h"
#include "spark/core/quiet_thread.h"
#include "spark/net/alarm.h"
#include "spark/net/loop.h"

namespace rctp {

using namespace spark;
namespace {

using std::chrono::milliseconds;
constexpr milliseconds kFarewell{500};

}  // namespace

class Network::Thread {
 public:
  Thread(const Options& options, const std::vector<RobotLink*>& robots, WorldLink& world, ModelLink& model, Log& log)
      : port_(options, robots, world, model, loop_, log), alarm_(loop_, [this] { port_.look_at_links(); }) {}
  ~Thread() { end(milliseconds(0)); }

  void begin() {
    thread_ = start_quiet_thread([this] {
      port_.begin();
      loop_.run();
    });
  }

  void end(milliseconds patience) {
    if (!thread_.joinable()) return;
    loop_.post([this, patience] {
      port_.end(std::min(patience, kFarewell), [this] {
        alarm_.close();
        loop_.end();
      });
    });
    thread_.join();
  }

  Port& port() { return port_; }
  net::Alarm& alarm() { return alarm_; }

 private:
  net::Loop loop_;
  Port port_;
  net::Alarm alarm_;
  std::thread thread_;
};

Network::Network(const Options& options, const std::vector<RobotLink*>& robots, WorldLink& world, ModelLink& model,
                 Log& log)
    : thread_(std::make_unique<Thread>(options, robots, world, model, log)) {}

Network::~Network() = default;

std::uint16_t Network::port() const {
  return thread_->port().number();
}

void Network::begin() {
  thread_->begin();
}

void Network::wake() noexcept {
  thread_->alarm().raise();
}

void Network::end(milliseconds patience) {
  thread_->end(patience);
}

}  // namespace rctp
