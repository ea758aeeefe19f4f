// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gateways/rtm/component/component.h"
#include "gateways/rtm/control/bridge_file.h"
#include "gateways/rtm/control/robot_map.h"
#include "gateways/rtm/device/period.h"
#include "spark/agent/percept_array.h"
#include "spark/core/clock.h"

namespace rtm {

class BridgeIn;
class BridgeOut;
class LinkReader;
class LinkWriter;
class PictureSource;
class PortLog;

/// Represents a robot as a component to its controllers, with an OutPort for each kind of sensor data and an InPort for
/// each kind of set point that its bridge file names.
///
/// The ports exist from the start, made from the file alone, so that controllers can be connected before the robot has
/// a body. The first sensation binds the component to the robot. From then on the thread of the robot calls, once per
/// control period:
///
///     sense   reads the percepts for the ports that are due in this period
///     push    puts them into the OutPorts; flush connectors have delivered when this returns
///     act     makes actions from the values that have arrived at InPorts since
///
/// Values are stamped with the exact simulated time of their sensation. While the component is off, it neither reads
/// percepts nor sets anything, and everything that it drives is made safe.
///
/// A value that is shorter than the list of owners sets the first ones and leaves the others unchanged; the surplus of
/// a longer one is ignored. Torques beyond a motor's range are clamped and counted. Each InPort has a watchdog: when
/// its stream of values stops, the owners that it drives are made safe (`LinkWriter::stop`).
class Bridge final : public Component {
 public:
  struct Settings {
    std::string robot;  ///< its name in the script; the component's type is made from it unless the file gives one
    double step_seconds = 0.01;    ///< length of a step of the world
    spark::Step period_steps = 1;  ///< length of a control period
    Watchdog::Time watchdog{0};    ///< of all InPorts; 0: never
    /// Outlives the bridge. Null: image ports are refused.
    PictureSource* pictures = nullptr;
  };
  /// Throws std::runtime_error with one line that begins with file and line: for an interval shorter than the control
  /// period, and for image ports without a picture source.
  Bridge(BridgeFile file, const Settings& settings);
  ~Bridge() override;

  const BridgeFile& file() const { return file_; }
  /// Its thread serves only one robot, so flush connectors may wait for their peers.
  bool may_wait_for_peers() const override { return true; }

  /// Finds the owners of all ports in the robot; `percepts` is its first sensation. Called once, before `sense`. Copies
  /// the data that it needs. Throws std::runtime_error with one line that begins with file and line, and lists the
  /// known names, if there is no such joint, link, sensor, camera, percept or effector.
  void bind(const RobotMap& map, const std::vector<EffectorForm>& effectors, const spark::PerceptArray& percepts);

  void sense(spark::Step step, const spark::PerceptArray& percepts);
  void push();
  /// `log` may be null.
  void act(Answer& answer, spark::Step step, PortLog* log);
  /// Called when another episode begins: drops set points, and restarts intervals.
  void restart();

  // Any thread.

  /// The number of values that the InPort of that name has accepted so far.
  std::uint64_t arrivals(std::string_view in_port) const;
  /// The number of its values that were refused: of another type, not finite, too short for one owner.
  std::uint64_t refusals(std::string_view in_port) const;
  /// The number of its torques that were beyond the range of their motors.
  std::uint64_t clamped(std::string_view in_port) const;

 protected:
  void on_watchdog(InPort& port) override;

 private:
  const BridgeIn* find_in(std::string_view port) const;
  void report_rivals(const RobotMap& map) const;

  const BridgeFile file_;
  const Settings settings_;
  std::vector<std::unique_ptr<BridgeOut>> outs_;
  std::vector<std::unique_ptr<BridgeIn>> ins_;
  std::unique_ptr<LinkReader> reader_;  ///< null before it is bound
  std::unique_ptr<LinkWriter> writer_;
  std::optional<spark::Step> first_step_;  ///< of the first control period
  Value::Time time_{0};                    ///< of the last sensation
  bool was_on_ = false;
};

/// Simulated time of a step; exact where the length of a step is a whole number of nanoseconds.
Value::Time time_of_step(spark::Step step, double step_seconds);

}  // namespace rtm
