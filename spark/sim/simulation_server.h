// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "spark/core/class_registry.h"
#include "spark/core/node.h"

namespace spark {

/// A part of the loop that scripts of the simspark program assemble; the server has its own loop.
class SimControlNode : public Node {};

/// Provides the methods by which scripts assemble a simulation from control nodes. Their settings are stored; the loop
/// is `Simulation`, and steps, agents and monitors are configured by variables and options.
class SimulationServer : public Node {
 public:
  static constexpr double kMaxStep = 10.0;  ///< s

  void quit();
  /// Creates a control node of that class below. False, with a line in the log, if there is no such class.
  bool init_control_node(const std::string& class_name, const std::string& name);
  double time() const;  ///< simulated, s
  bool set_sim_step(double seconds);
  double sim_step() const;
  void set_auto_time_mode(bool on) { auto_time_ = on; }
  bool auto_time_mode() const { return auto_time_; }

 private:
  double step_ = 0.0;  ///< 0: that of the simulation
  bool auto_time_ = false;
};

/// A port for agents or monitors; stores its settings only.
class NetControl : public SimControlNode {
 public:
  NetControl() = default;
  explicit NetControl(int port) : port_(port) {}
  void set_tcp() { set_kind(true); }
  void set_udp() { set_kind(false); }
  bool is_tcp() const { return tcp_; }
  bool set_port(int port);
  int port() const { return port_; }

 protected:
  virtual const char* alternative() const { return "ports are opened by options"; }

 private:
  void set_kind(bool tcp);
  int port_ = 0;
  bool tcp_ = true;
};

class AgentControl : public NetControl {
 public:
  AgentControl() : NetControl(3100) {}

 protected:
  const char* alternative() const override { return "agents connect to --agent_port"; }
};

class MonitorControl : public NetControl {
 public:
  MonitorControl() : NetControl(3200) {}
  bool set_interval(int steps);
  int interval() const { return interval_; }

 protected:
  const char* alternative() const override { return "monitors connect to --port"; }

 private:
  int interval_ = 30;
};

void register_simulation_server(ClassRegistry& classes);

}  // namespace spark
