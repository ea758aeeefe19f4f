// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/io/arm_io.h"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "gateways/rtm/component/manager.h"
#include "spark/core/number_text.h"
#include "spark/core/split.h"

namespace rtm {
namespace {

std::uint16_t port_number(const std::string& text) {
  std::int64_t number = 0;
  if (!spark::whole_integer(text, number) || number < 1 || number > 65'535)
    throw std::runtime_error("port: expected a number from 1 to 65535, not '" + spark::printable(text) + "'");
  return static_cast<std::uint16_t>(number);
}

std::vector<HardwareLink::Joint> joints_of(const std::string& joints, const std::string& sliders) {
  std::vector<HardwareLink::Joint> all;
  for (std::string& name : spark::split_at_blanks(joints)) all.push_back({std::move(name)});
  if (all.empty()) throw std::runtime_error("joints: expected the names of the joints");
  for (const std::string& name : spark::split_at_blanks(sliders)) {
    const auto joint = std::ranges::find(all, name, &HardwareLink::Joint::name);
    if (joint == all.end())
      throw std::runtime_error("sliders: " + spark::printable(name) +
                               " is not among the joints: " + spark::printable(joints, 200));
    joint->slides = true;
  }
  return all;
}

}  // namespace

ArmIo::ArmIo()
    : Component("ArmIo", Pattern::client),
      angle_(add_out_port("angle", ValueType::doubles)),
      velocity_(add_out_port("velocity", ValueType::doubles)),
      torque_(add_in_port("torque", ValueType::doubles, InPortKind::signalling)) {
  set_category("Robot");
  set_rate(1000.0);
  add_parameter("host", "127.0.0.1");
  add_parameter("port", "3100");
  add_parameter("joints", "J1 J2 J3 J4 J5 J6 J7 HAND_L HAND_R");
  add_parameter("sliders", "HAND_L HAND_R");
}

void ArmIo::on_activated() {
  auto joints = joints_of(parameter("joints"), parameter("sliders"));
  torques_.assign(joints.size(), 0.0);
  is_driven_ = false;
  link_ = std::make_unique<HardwareLink>(name(), parameter("host"), port_number(parameter("port")), std::move(joints),
                                         *log());
}

void ArmIo::on_execute() {
  link_->attend(time());
  is_driven_ = is_driven_ && link_->is_connected();
  if (link_->take(measured_)) put_measurement();
  take_command();
}

void ArmIo::put_measurement() {
  velocity_.put(Value(measured_.velocities, measured_.time));
  angle_.put(Value(measured_.angles, measured_.time));
}

void ArmIo::take_command() {
  const auto now = time();
  if (!torque_.take(command_)) {
    if (is_driven_ && now - last_command_ > kLongestHold) {
      release();
      log()->complain(name(), "no torque was received for {} ms: all torques are 0 until the next",
                      kLongestHold / std::chrono::milliseconds(1));
    }
    return;
  }
  const auto& numbers = std::get<Value::Doubles>(command_.content());
  std::ranges::copy_n(numbers.begin(), static_cast<std::ptrdiff_t>(std::min(numbers.size(), torques_.size())),
                      torques_.begin());
  link_->send(torques_);
  is_driven_ = link_->is_connected();
  last_command_ = now;
}

void ArmIo::release() {
  std::ranges::fill(torques_, 0.0);
  link_->send(torques_);
  is_driven_ = false;
}

void ArmIo::on_deactivated() {
  if (!link_) return;
  release();
  link_.reset();
}

}  // namespace rtm

extern "C" void ArmIoInit(rtm::Manager& manager) {
  manager.add_type("ArmIo", [] { return std::make_shared<rtm::ArmIo>(); });
}
