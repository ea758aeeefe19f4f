// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "spark/core/log.h"
#include "spark/net/connection.h"
#include "spark/net/connector.h"
#include "spark/net/frame_reader.h"
#include "spark/net/loop.h"
#include "spark/sexp/reader.h"

namespace rtm {

/// The connection to an arm that is an agent of another server (`--agent_port`, docs/write/protocol.md, 3.6), which
/// takes the place of the bus to the servos of a real arm. It connects, sends `(create)`, reads the percepts of
/// JointState from each sensation, and sends acts of JointTorque. While there is no server, and after the connection is
/// lost, it retries every half second; each of these changes is logged in one line. It never waits. One thread at a
/// time.
class HardwareLink {
 public:
  using Time = std::chrono::nanoseconds;
  struct Joint {
    std::string name;
    bool slides = false;  ///< m, m/s and N instead of rad, rad/s and N·m
  };
  /// The measured numbers of all joints, in their order.
  struct Measurement {
    Time time{0};  ///< of the hardware's clock; 0: not received yet
    std::vector<double> angles, velocities;
  };

  /// `label` begins every line of the log, which outlives the link.
  HardwareLink(std::string label, std::string host, std::uint16_t port, std::vector<Joint> joints, spark::Log& log);
  ~HardwareLink();

  /// Connects if that is due, and reads the data that has arrived; called often. `now` is the time of any steady clock.
  /// Throws std::runtime_error if the hardware is not the expected one: a joint is missing.
  void attend(Time now);
  bool is_connected() const { return connection_ != nullptr; }
  /// The newest measurement, if one has arrived since the last call; false leaves `into` unchanged.
  bool take(Measurement& into);
  /// Sends a torque for each joint; does nothing while it is not connected. The hardware holds them until the next
  /// ones.
  void send(std::span<const double> torques);
  /// Closes the connection after sending what the system accepts at once.
  void close();

 private:
  void connect(Time now);
  void read();
  void read_sensation(std::string_view text);
  void read_joint(const spark::sexp::Expression& percept);
  void take_time(double now, double step);
  void lose(std::string_view why);
  std::string place() const;

  const std::string label_, host_;
  const std::uint16_t port_;
  const std::vector<Joint> joints_;
  spark::Log& log_;
  spark::net::Loop loop_;
  spark::net::Connector connector_;
  std::shared_ptr<spark::net::Connection> connection_;
  spark::net::FrameReader frames_;
  spark::sexp::Reader sensation_;
  std::string frame_;
  std::optional<Time> next_attempt_;  ///< nothing: at once
  bool is_missed_ = false;            ///< the missing hardware has been logged
  bool is_measured_ = false;          ///< it has sent a measurement since the connection began
  bool is_new_ = false;               ///< `newest_` has not been taken
  Measurement newest_;
  std::size_t found_ = 0;       ///< joints in the sensation that is being parsed
  std::vector<bool> seen_;      ///< by joint: whether it was in that sensation
  std::string other_joints_{};  ///< names of joints in it that are not in `joints_`
  std::string unreadable_{};    ///< name of a joint in it with an invalid position or rate
};

}  // namespace rtm
