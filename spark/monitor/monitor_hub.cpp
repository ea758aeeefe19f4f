// SPDX-License-Identifier: Apache-2.0
#include "spark/monitor/monitor_hub.h"

#include "spark/monitor/monitor_hub_server.h"
#include "spark/monitor/monitor_system.h"

namespace spark {

MonitorHub::MonitorHub(Options options, MonitorSystem& system, CommandQueue& commands, RunControl& run_control,
                       RealClock& clock, Log& log)
    : server_(std::make_shared<Server>(std::move(options), system, commands, run_control, clock, log)) {
  system_ = system;
  server_->start();
}

MonitorHub::~MonitorHub() {
  server_->stop();
}

std::uint16_t MonitorHub::port() const {
  return server_->port();
}
void MonitorHub::tell(Inputs inputs) {
  server_->tell(std::move(inputs));
}
std::uint16_t MonitorHub::watch_port() const {
  return server_->watch_port();
}
MonitorHub::MonitorCounts MonitorHub::monitor_counts() const {
  return server_->monitor_counts();
}

MonitorHub::CommandCounts MonitorHub::command_counts() const {
  return server_->command_counts();
}
void MonitorHub::begin() {
  server_->begin();
}
void MonitorHub::flush() {
  server_->flush_log();
}

std::string MonitorHub::end_log() {
  return server_->end_log();
}
void MonitorHub::frame(Step) {
  server_->frame();
}

FrameListener& MonitorHub::own_frames() {
  return server_->subscribers();
}

}  // namespace spark
