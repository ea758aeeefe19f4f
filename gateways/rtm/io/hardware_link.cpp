// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/io/hardware_link.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>
#include <utility>

#include "spark/core/number_text.h"
#include "spark/net/frame_writer.h"
#include "spark/net/socket.h"

namespace rtm {
namespace {

using spark::net::FrameReader;
using spark::net::FrameWriter;

constexpr std::chrono::milliseconds kBetweenAttempts{500};
constexpr std::size_t kMaxNames = 200;                // bytes of names in a message
constexpr double kRadian = std::numbers::pi / 180.0;  // percepts are in degrees
constexpr double kMaxMeasured = 1e9;                  // degrees, m, and per s; of a measurement
/// Commands are dropped while this many bytes of earlier ones are unsent: the hardware does not read, and old commands
/// are worthless.
constexpr std::size_t kMaxUnsent = 64 * 1024;
/// Acts have single-precision numbers, in which a torque must not become infinite.
constexpr double kMaxTorque = 1e9;
/// The maximum relative error of a time in a percept, which has six digits.
constexpr double kDigits = 1e-5;

/// The first value of the item with that name, `(pos 12.5)`; an empty text if there is none.
std::string_view value_of(const spark::sexp::Expression& percept, std::string_view name) {
  for (std::size_t i = 1; i < percept.size(); ++i)
    if (percept[i].is_list() && percept[i].name() == name && percept[i].size() > 1 && percept[i][1].is_atom())
      return percept[i][1].text();
  return {};
}

}  // namespace

HardwareLink::HardwareLink(std::string label, std::string host, std::uint16_t port, std::vector<Joint> joints,
                           spark::Log& log)
    : label_(std::move(label)),
      host_(std::move(host)),
      port_(port),
      joints_(std::move(joints)),
      log_(log),
      connector_(loop_) {
  newest_.angles.resize(joints_.size());
  newest_.velocities.resize(joints_.size());
}

HardwareLink::~HardwareLink() {
  close();
}

std::string HardwareLink::place() const {
  return fmt::format("{}:{}", host_, port_);
}

void HardwareLink::attend(Time now) {
  if (!connection_ && !connector_.is_busy() && (!next_attempt_ || now >= *next_attempt_)) connect(now);
  loop_.poll();
  if (connection_) read();
}

void HardwareLink::connect(Time now) {
  next_attempt_ = now + kBetweenAttempts;
  connector_.start(
      host_, port_, spark::net::KeepAlive{},
      [this](spark::net::Socket socket, std::string peer) {
        connection_ = std::make_shared<spark::net::Connection>(std::move(socket), std::move(peer),
                                                               spark::net::Connection::Options{});
        connection_->start();
        frames_ = FrameReader();
        is_measured_ = is_new_ = false;
        newest_.time = Time::zero();
        FrameWriter::begin(frame_);
        frame_ += "(create)";
        FrameWriter::finish_bare(frame_);
        connection_->send(frame_);
      },
      [this](const std::string& problem) {
        if (!std::exchange(is_missed_, true))
          log_.warning("{}: no hardware at {} ({}); it is looked for twice a second", label_, place(), problem);
      });
}

void HardwareLink::read() {
  connection_->read_now();
  const std::string_view input = connection_->input();
  frames_.feed(input);
  for (std::string_view text;;) {
    const FrameReader::Result result = frames_.next(text);
    if (result == FrameReader::Result::none) break;
    if (result == FrameReader::Result::senseless) return lose("the hardware sends " + frames_.described());
    if (result == FrameReader::Result::message)
      read_sensation(text);
    else
      log_.complain(label_, "{} of the hardware is left out", frames_.described());
  }
  connection_->take(input.size());
  if (connection_->has_ended())
    lose(connection_->problem().empty() ? "the hardware closed the connection" : connection_->problem());
}

void HardwareLink::read_sensation(std::string_view text) {
  if (!sensation_.read(text))
    return log_.complain(label_, "a sensation of the hardware is left out: {}", sensation_.error());
  found_ = 0;
  seen_.assign(joints_.size(), false);
  other_joints_.clear();
  unreadable_.clear();
  for (std::size_t i = 0; i < sensation_.size(); ++i) {
    const spark::sexp::Expression percept = sensation_[i];
    if (percept.name() == "time")
      take_time(spark::leading_number(value_of(percept, "now")), spark::leading_number(value_of(percept, "step")));
    else if (percept.name() == "JS")
      read_joint(percept);
  }
  if (found_ == 0 && other_joints_.empty()) return;  // the arm does not exist yet
  if (found_ < joints_.size())
    throw std::runtime_error(fmt::format("the hardware at {} has {} of the {} joints; besides{}", place(), found_,
                                         joints_.size(), other_joints_.empty() ? " none" : other_joints_));
  if (!unreadable_.empty()) {
    is_new_ = false;
    return log_.complain(
        label_, "a sensation of the hardware is left out: position or rate of {} is not a number, or is too large",
        unreadable_);
  }
  is_new_ = true;
  is_missed_ = false;
  if (!std::exchange(is_measured_, true))
    log_.normal("{}: connected to the hardware at {}, {} joints", label_, place(), joints_.size());
}

void HardwareLink::read_joint(const spark::sexp::Expression& percept) {
  const std::string_view name = value_of(percept, "name");
  const auto joint = std::ranges::find(joints_, name, &Joint::name);
  if (joint == joints_.end()) {
    if (!name.empty() && other_joints_.size() < kMaxNames) other_joints_ += ' ' + spark::printable(name);
    return;
  }
  const auto place = static_cast<std::size_t>(joint - joints_.begin());
  const double unit = joint->slides ? 1.0 : kRadian;
  double position = 0.0, rate = 0.0;
  if (!spark::whole_number(value_of(percept, "pos"), position) ||
      !spark::whole_number(value_of(percept, "vel"), rate) ||
      !(std::abs(position) <= kMaxMeasured && std::abs(rate) <= kMaxMeasured))
    unreadable_ = spark::printable(name);
  newest_.angles[place] = unit * position;
  newest_.velocities[place] = unit * rate;
  if (!seen_[place]) ++found_;
  seen_[place] = true;
}

/// Assumes that one step has passed since the last sensation unless the percept's digits contradict that: after 1000 s
/// the digits alone would be too coarse to tell steps apart.
void HardwareLink::take_time(double now, double step) {
  const double next = std::chrono::duration<double>(newest_.time).count() + step;
  const double time = newest_.time > Time::zero() && std::abs(next - now) <= kDigits * now ? next : now;
  if (time >= 0.0 && time < 1e9) newest_.time = Time(std::llround(1e9 * time));
}

bool HardwareLink::take(Measurement& into) {
  if (!is_new_) return false;
  into = newest_;
  is_new_ = false;
  return true;
}

void HardwareLink::send(std::span<const double> torques) {
  if (!connection_ || connection_->unsent() > kMaxUnsent) return;
  FrameWriter::begin(frame_);
  for (std::size_t i = 0; i < std::min(torques.size(), joints_.size()); ++i) {
    frame_ += '(' + joints_[i].name + ' ';
    spark::append_real(frame_, std::clamp(torques[i], -kMaxTorque, kMaxTorque));
    frame_ += ')';
  }
  FrameWriter::finish_bare(frame_);
  connection_->send(frame_);
}

void HardwareLink::lose(std::string_view why) {
  connection_->close();
  connection_.reset();
  is_new_ = false;
  if (!std::exchange(is_missed_, true))
    log_.warning("{}: the connection to the hardware at {} was lost: {}; the hardware is looked for twice a second",
                 label_, place(), why);
}

void HardwareLink::close() {
  connector_.cancel();
  if (!connection_) return;
  connection_->close();
  connection_.reset();
}

}  // namespace rtm
