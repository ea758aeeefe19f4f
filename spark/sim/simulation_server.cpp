// SPDX-License-Identifier: Apache-2.0
#include "spark/sim/simulation_server.h"

#include "spark/core/core.h"
#include "spark/core/source_place.h"
#include "spark/scene/client_nodes.h"

namespace spark {
namespace {

/// A control node of graphical clients.
class InputControl : public SimControlNode {
 public:
  void set_advance_time(bool on) { advances_time_ = on; }
  bool advances_time() const { return advances_time_; }
  Value set_fps_controller(const std::string&) { return without_effect(*this, "this server has no keys"); }

 private:
  bool advances_time_ = false;
};

class RenderControl : public SimControlNode {
 public:
  int frames_rendered() const { return 0; }
};

}  // namespace

void SimulationServer::quit() {
  without_effect(*this, "Spades.EndTime or a TimeLimitAspect ends a simulation");
}

bool SimulationServer::init_control_node(const std::string& class_name, const std::string& name) {
  const ClassInfo* info = core().classes.find(class_name);
  auto made = info && !info->is_abstract() ? core().classes.create(class_name) : nullptr;
  if (!dynamic_cast<SimControlNode*>(made.get())) {
    report(core(), LogLevel::error, "initControlNode",
           fmt::format("initControlNode: there is no control node '{}'", printable(class_name)));
    return false;
  }
  made->set_name(name);
  append(std::move(made));
  return true;
}

double SimulationServer::time() const {
  return core().clock.episode_seconds();
}

bool SimulationServer::set_sim_step(double seconds) {
  if (!(seconds > 0.0 && seconds <= kMaxStep)) return false;
  step_ = seconds;
  without_effect(*this, "the length of a step is Spades.TimePerStep");
  return true;
}

double SimulationServer::sim_step() const {
  return step_ > 0.0 ? step_ : core().clock.step_seconds();
}

void NetControl::set_kind(bool tcp) {
  tcp_ = tcp;
  without_effect(*this, alternative());
}

bool NetControl::set_port(int port) {
  if (port < 0 || port > 65535) return false;
  port_ = port;
  without_effect(*this, alternative());
  return true;
}

bool MonitorControl::set_interval(int steps) {
  if (steps < 1) return false;
  interval_ = steps;
  without_effect(*this, "monitors get a frame every Spades.MonitorInterval steps");
  return true;
}

void register_simulation_server(ClassRegistry& classes) {
  classes
      .add<SimulationServer>("oxygen/SimulationServer", "zeitgeist/Node",
                             "For scripts that put a simulation together; what they set is kept.")
      .method("quit", &SimulationServer::quit, "", "Without effect.")
      .method("initControlNode", &SimulationServer::init_control_node, "class, name",
              "Creates a control node below it.")
      .method("getTime", &SimulationServer::time, "", "Simulated time in s.")
      .method("setSimStep", &SimulationServer::set_sim_step, "seconds",
              "Kept; steps are as long as Spades.TimePerStep.")
      .method("getSimStep", &SimulationServer::sim_step, "", "The value set, or else the length of a step in s.")
      .method("setAutoTimeMode", &SimulationServer::set_auto_time_mode, "on", "Kept.")
      .method("getAutoTimeMode", &SimulationServer::auto_time_mode, "", "The value set.");
  classes.add<SimControlNode>("oxygen/SimControlNode", "zeitgeist/Node",
                              "Part of a simulation's loop; without effect.");
  classes.add<NetControl>("oxygen/NetControl", "oxygen/SimControlNode", "A port; kept as data.")
      .method("setServerTypeTCP", &NetControl::set_tcp, "", "Kept.")
      .method("setServerTypeUDP", &NetControl::set_udp, "", "Kept.")
      .method("setServerPort", &NetControl::set_port, "port (0 to 65535)", "Kept.")
      .method("getServerPort", &NetControl::port, "", "The port.");
  classes.add<AgentControl>("oxygen/AgentControl", "oxygen/NetControl", "The port of agents (3100); kept as data.");
  classes
      .add<MonitorControl>("oxygen/MonitorControl", "oxygen/NetControl", "The port of monitors (3200); kept as data.")
      .method("setMonitorInterval", &MonitorControl::set_interval, "steps", "Kept.")
      .method("getMonitorInterval", &MonitorControl::interval, "", "The interval.");
  classes.add<InputControl>("kerosin/InputControl", "oxygen/SimControlNode", "For graphical clients; without effect.")
      .method("setAdvanceTime", &InputControl::set_advance_time, "on", "Kept.")
      .method("getAdvanceTime", &InputControl::advances_time, "", "The value set.")
      .method("setFPSController", &InputControl::set_fps_controller, "path", "Without effect.");
  classes.add<RenderControl>("kerosin/RenderControl", "oxygen/SimControlNode", "For graphical clients; without effect.")
      .method("getFramesRendered", &RenderControl::frames_rendered, "", "0.");
}

}  // namespace spark
