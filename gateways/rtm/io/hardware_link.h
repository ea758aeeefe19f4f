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

/// The connection to an arm that is an agent of another server (`--agent_port`, docs/write/protocol.md, 3.6), in place
/// of the bus to the servos of a real one. It connects, says `(create)`, reads the percepts of JointState out of each
/// sensation, and sends acts of JointTorque. While there is no server, and after it has lost one, it tries again every
/// half second; each of these changes is one line in the log. It never waits. One thread at a time.
class HardwareLink {
 public:
  using Time = std::chrono::nanoseconds;
  struct Joint {
    std::string name;
    bool slides = false;  ///< m, m/s and N instead of rad, rad/s and N·m
  };
  /// It has a number for each joint, in their order.
  struct Measurement {
    Time time{0};  ///< of the hardware's clock; 0: it has not said
    std::vector<double> angles, velocities;
  };

  /// `label` is in front of every line of the log, which outlives this.
  HardwareLink(std::string label, std::string host, std::uint16_t port, std::vector<Joint> joints, spark::Log& log);
  ~HardwareLink();

  /// Connects where that is due, and reads what has come; called often. `now` is the time of any steady clock. Throws
  /// std::runtime_error if the hardware is another one: a joint is missing.
  void attend(Time now);
  bool is_connected() const { return connection_ != nullptr; }
  /// The newest measurement, if one has come since the last call; false leaves `into` as it is.
  bool take(Measurement& into);
  /// Orders a torque for each joint; nothing while it is not connected. The hardware keeps them until the next.
  void send(std::span<const double> torques);
  /// Ends the connection when everything is sent that the system takes at once.
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
  std::optional<Time> next_attempt_;  ///< none: at once
  bool is_missed_ = false;            ///< the log has that there is no hardware
  bool is_measured_ = false;          ///< it has sent a measurement since it was connected
  bool is_new_ = false;               ///< `newest_` was not taken
  Measurement newest_;
  std::size_t found_ = 0;       ///< joints in the sensation that is being read
  std::vector<bool> seen_;      ///< which of them these are
  std::string other_joints_{};  ///< names of joints in it that are not among ours
  std::string unreadable_{};    ///< name of a joint in it whose position or rate is none
};

}  // namespace rtm
