// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/control/bridge.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "gateways/rtm/control/bridge_ports.h"
#include "gateways/rtm/control/link_data.h"

namespace rtm {
namespace {

/// The type in the file, otherwise the robot's name with a capital.
std::string bridge_type(const BridgeFile& file, std::string robot) {
  if (file.robot_name) return *file.robot_name;
  if (!robot.empty() && robot.front() >= 'a' && robot.front() <= 'z')
    robot.front() = static_cast<char>(robot.front() - 'a' + 'A');
  return robot;
}

/// The interval in control periods.
double interval_of(const BridgeFile::Port& port, double period_seconds) {
  if (!port.seconds) return 1.0;
  constexpr double kRounding = 1e-9;
  const double periods = *port.seconds / period_seconds;
  if (periods < 1.0 - kRounding)
    throw std::runtime_error(
        fmt::format("{}: out-port {}: an interval of {} s is shorter than the control period, {} s", port.place,
                    port.name, *port.seconds, period_seconds));
  if (periods > Interval::kMax)
    throw std::runtime_error(fmt::format("{}: out-port {}: an interval of {} s is longer than {:.0f} control periods",
                                         port.place, port.name, *port.seconds, Interval::kMax));
  return periods;
}

}  // namespace

Value::Time time_of_step(spark::Step step, double step_seconds) {
  // If a step of the world is a whole number of nanoseconds long, so is every time.
  const double nanoseconds = 1e9 * step_seconds;
  const double whole = std::round(nanoseconds);
  constexpr double kRounding = 1e-6;
  if (std::abs(nanoseconds - whole) < kRounding) return Value::Time(step * static_cast<std::int64_t>(whole));
  return Value::Time(std::llround(nanoseconds * static_cast<double>(step)));
}

Bridge::Bridge(BridgeFile file, const Settings& settings)
    : Component(bridge_type(file, settings.robot), Pattern::passive), file_(std::move(file)), settings_(settings) {
  const double period_seconds = settings_.step_seconds * static_cast<double>(settings_.period_steps);
  for (const BridgeFile::Port& port : file_.ports) {
    const PropertyTraits& property = traits(port.property);
    if (!port.is_out) {
      InPort& in = add_in_port(port.name, port_type(port));
      in.watchdog().set(settings_.watchdog, Neutral::zero);
      ins_.push_back(std::make_unique<BridgeIn>(in, port));
      continue;
    }
    if (property.owners == OwnerKind::camera && !settings_.pictures)
      throw std::runtime_error(
          fmt::format("{}: out-port {}: this server draws no pictures of cameras", port.place, port.name));
    outs_.push_back(
        std::make_unique<BridgeOut>(add_out_port(port.name, port_type(port)), port, interval_of(port, period_seconds)));
  }
}

Bridge::~Bridge() = default;

void Bridge::bind(const RobotMap& map, const std::vector<EffectorForm>& effectors,
                  const spark::PerceptArray& percepts) {
  const BridgedRobot robot{settings_.robot, map, effectors, percepts};
  auto reader = std::make_unique<LinkReader>(map, settings_.step_seconds);
  auto writer = std::make_unique<LinkWriter>(map, effectors, *reader,
                                             settings_.step_seconds * static_cast<double>(settings_.period_steps));
  for (const auto& out : outs_) out->bind(robot);
  for (const auto& in : ins_) in->bind(robot, *writer);
  report_rivals(map);
  reader_ = std::move(reader);
  writer_ = std::move(writer);
}

/// Two ports for one thing are allowed, but rarely intended.
void Bridge::report_rivals(const RobotMap& map) const {
  for (std::size_t i = 1; i < ins_.size(); ++i)
    for (std::size_t k = 0; k < i; ++k) {
      const BridgeFile::Port &later = ins_[i]->plan(), &earlier = ins_[k]->plan();
      if (later.property != earlier.property || traits(later.property).owners != OwnerKind::joint) continue;
      const auto both = std::ranges::find_first_of(ins_[i]->owners(), ins_[k]->owners());
      if (both == ins_[i]->owners().end() || !log()) continue;
      log()->warning("{}: in-port {}: {} of {} is also set by {}, {}; if both get a value, this one counts",
                     later.place, later.name, traits(later.property).word, map.joints[*both].name, earlier.name,
                     earlier.place);
    }
}

void Bridge::sense(spark::Step step, const spark::PerceptArray& percepts) {
  if (!reader_) return;
  reader_->look_at(step, percepts);
  if (state() == State::off) return;
  if (!first_step_) first_step_ = step;
  const std::int64_t period = (step - *first_step_) / settings_.period_steps;
  time_ = time_of_step(step, settings_.step_seconds);
  for (const auto& out : outs_) out->read(period, step, *reader_, settings_.pictures);
}

void Bridge::push() {
  if (state() == State::off) return;
  for (const auto& out : outs_) out->push(time_);
}

void Bridge::on_watchdog(InPort& port) {
  for (const auto& in : ins_)
    if (&in->port() == &port) in->note_watchdog();
}

void Bridge::act(Answer& answer, spark::Step step, PortLog* log) {
  if (!writer_) return;
  const bool is_on = state() != State::off;
  if (std::exchange(was_on_, is_on) && !is_on)
    for (const auto& in : ins_) in->stop(*writer_, answer);
  if (is_on) {
    check_watchdogs();
    for (const auto& in : ins_) in->take(*writer_, answer, log, step);
  }
  writer_->make_orders(answer);
}

void Bridge::restart() {
  first_step_.reset();
  for (const auto& out : outs_) out->restart();
  for (const auto& in : ins_) in->port().forget();
  if (reader_) reader_->restart();
  if (writer_) writer_->restart();
}

std::uint64_t Bridge::arrivals(std::string_view in_port) const {
  const auto port = Component::in_port(in_port);
  return port ? port->puts() : 0;
}

const BridgeIn* Bridge::find_in(std::string_view port) const {
  const auto found = std::ranges::find(ins_, port, [](const auto& in) { return std::string_view(in->port().name()); });
  return found == ins_.end() ? nullptr : found->get();
}

std::uint64_t Bridge::refusals(std::string_view in_port) const {
  const BridgeIn* const in = find_in(in_port);
  return in ? in->refusals() : 0;
}

std::uint64_t Bridge::clamped(std::string_view in_port) const {
  const BridgeIn* const in = find_in(in_port);
  return in ? in->clamped() : 0;
}

}  // namespace rtm
