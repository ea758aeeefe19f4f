// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "gateways/rtm/component/in_port.h"
#include "gateways/rtm/component/out_port.h"
#include "gateways/rtm/control/bridge_file.h"
#include "gateways/rtm/control/interval.h"
#include "gateways/rtm/control/link_data.h"
#include "gateways/rtm/control/picture_source.h"

namespace rtm {

class PortLog;

/// The robot to which the ports of a bridge are bound, at its first sensation.
struct BridgedRobot {
  std::string name;
  const RobotMap& map;
  const std::vector<EffectorForm>& effectors;
  const spark::PerceptArray& percepts;
};

/// The source of the values of an OutPort of a bridge. Used on the thread of the robot.
class BridgeOut {
 public:
  /// `port` and `plan` outlive this. `interval`: in control periods.
  BridgeOut(OutPort& port, const BridgeFile::Port& plan, double interval);

  /// Throws as `Bridge::bind`.
  void bind(const BridgedRobot& robot);
  /// Reads the value if it is due in this period, numbered from 0. `pictures` is null if no port has images.
  void read(std::int64_t period, spark::Step step, LinkReader& links, PictureSource* pictures);
  /// Puts the value that was read, with that time.
  void push(Value::Time time);
  void restart() { interval_.restart(); }

 private:
  bool read_links(LinkReader& links);
  bool read_percept(const PerceptIndex& index);
  bool read_picture(PictureSource& pictures, spark::Step step);

  OutPort& port_;
  const BridgeFile::Port& plan_;
  Interval interval_;
  std::vector<std::size_t> owners_;
  PerceptIndex::Sought percept_;  ///< of PERCEPT
  std::size_t first_ = 0;         ///< of its numbers, counted from the percept's begin
  std::size_t count_ = 0;         ///< of its numbers
  std::vector<double> numbers_;
  Value value_;
  bool is_new_ = false;  ///< read and not put yet
};

/// The sink of the values of an InPort of a bridge. Used on the thread of the robot, except where noted.
class BridgeIn {
 public:
  BridgeIn(InPort& port, const BridgeFile::Port& plan);

  /// Throws as `Bridge::bind`.
  void bind(const BridgedRobot& robot, const LinkWriter& links);
  /// Applies the values that have arrived since the last call.
  void take(LinkWriter& links, Answer& answer, PortLog* log, spark::Step step);
  /// Makes the owners safe, because the source of the values is gone.
  void stop(LinkWriter& links, Answer& answer);

  InPort& port() const { return port_; }
  const BridgeFile::Port& plan() const { return plan_; }
  const std::vector<std::size_t>& owners() const { return owners_; }
  // Any thread.
  void note_watchdog() { has_stopped_ = true; }
  std::uint64_t refusals() const { return port_.refused() + too_short_.load(std::memory_order_relaxed); }
  std::uint64_t clamped() const { return clamped_.load(std::memory_order_relaxed); }

 private:
  void set_links(LinkWriter& links);
  void order_effector(Answer& answer);
  void refuse(std::size_t wanted);

  InPort& port_;
  const BridgeFile::Port& plan_;
  std::vector<std::size_t> owners_;  ///< of EFFECTOR: its place among the forms
  std::size_t parameters_ = 0;       ///< of the effector
  std::vector<double> numbers_;
  Value value_;
  std::atomic<bool> has_stopped_{false};  ///< its watchdog has expired since the last `take`
  std::atomic<std::uint64_t> too_short_{0}, clamped_{0};
};

}  // namespace rtm
