// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gateways/rtm/control/bridge_property.h"

namespace rtm {

/// The contents of a bridge file: the ports of a robot for its controllers, and their connections. Plain data.
///
///     server-name = ArmController          # a comment
///     out-port    = angle:JOINT_VALUE
///     in-port     = grip:HAND_L,HAND_R:JOINT_TORQUE
///     out-port    = wrist:wrist:FORCE_SENSOR:0.01
///     connection  = angle:ArmPD0:angle
///
/// `place` is "arm_sim.conf:3", for messages.
struct BridgeFile {
  /// `PORT[:OWNER,OWNER…]:PROPERTY[:SECONDS]`
  struct Port {
    std::string place;
    bool is_out = true;
    std::string name;
    std::vector<std::string> owners;  ///< empty: all
    Property property = Property::joint_value;
    std::optional<double> seconds{};  ///< of OutPorts: the interval at which values are written, > 0
  };
  /// `ROBOTPORT:INSTANCE:PORT`, or `ROBOTPORT:PORT` if there is only one controller.
  struct Connection {
    std::string place;
    std::string robot_port;  ///< one of `ports`
    std::string instance;    ///< of the controller; may be a path in the naming service; empty: the only one
    std::string port;        ///< of the controller
  };
  /// `NAME` or `PATH[:INITFUNCTION]`: a component module that the server loads.
  struct Module {
    std::string place, path;
    std::string init_function;  ///< empty: the usual one
  };
  /// `INSTANCE:R`: the fraction of control periods in which it is ticked, 0 < R ≤ 1.
  struct Rate {
    std::string place, instance;
    double rate = 1.0;
  };
  /// `[INSTANCE:]wait|return`: whether a tick returns after the pass of the controller, or during it.
  struct TickMode {
    std::string place;
    std::string instance;  ///< empty: all that are not named
    bool returns_early = false;
  };

  std::string name;  ///< of the file
  std::optional<std::string> server_name;
  std::optional<std::string> robot_name;  ///< type of the component, which is a valid name
  std::optional<std::string> name_server;
  std::vector<Port> ports;  ///< of both directions, in the order of the file, with distinct names
  std::vector<Connection> connections;
  std::vector<Module> modules;
  std::vector<Rate> rates;           ///< distinct instances
  std::vector<TickMode> tick_modes;  ///< distinct instances

  static constexpr std::size_t kMaxBytes = 1 << 18;
  static constexpr std::size_t kMaxLineBytes = 1 << 14;  ///< after substitution of variables
  static constexpr std::size_t kMaxOwners = 256;         ///< of a port
  static constexpr std::size_t kMaxConnections = 1024;
  static constexpr std::size_t kMaxModules = 64;
};

/// The type of the values of such a port.
ValueType port_type(const BridgeFile::Port& port);

/// The value of an environment variable; nothing if there is none.
using EnvironmentVariables = std::function<std::optional<std::string>(const std::string&)>;
std::optional<std::string> environment_variable(const std::string& name);

/// Parses the text of a bridge file; `name` is the file's name in messages.
///
/// A line is `KEY = VALUE`, with or without blanks, ends with LF or CR LF, and may be empty; `#` begins a comment, also
/// after a value. `$NAME` in a value is replaced by the environment variable of that name, if it exists. out-port,
/// in-port, connection, module, periodic-rate and tick-mode may be repeated, other keys may not.
///
/// Throws std::runtime_error with one line, `NAME:LINE: …`, for the first mistake.
BridgeFile read_bridge_file(std::string_view text, std::string_view name,
                            const EnvironmentVariables& variable = environment_variable);
/// Reads and parses a file; messages have the last component of its path. Throws std::runtime_error also if it cannot
/// be read or is longer than `BridgeFile::kMaxBytes`.
BridgeFile load_bridge_file(const std::filesystem::path& file);

}  // namespace rtm
