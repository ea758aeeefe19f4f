// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/controller/include/Controller.h"

#include <algorithm>

#include "gateways/sigverse/controller/agent.h"

using sigverse::Agent;
namespace wire = sigverse::wire;
using wire::RawCode;

Controller::~Controller() = default;

bool Controller::isProcessing() {
  const Agent* const agent = Agent::current();
  return agent && agent->in_handler;
}
Controller::SimState Controller::getSimState() {
  const Agent* const agent = Agent::current();
  return agent ? agent->sim_state : SIM_READY;
}

const char* Controller::myname() {
  const Agent* const agent = Agent::current();
  return agent ? agent->session.agent().c_str() : "";
}
const char* Controller::server() {
  const Agent* const agent = Agent::current();
  return agent ? agent->host.c_str() : "";
}
int Controller::port() {
  const Agent* const agent = Agent::current();
  return agent ? agent->port : 0;
}
bool Controller::isAttached() {
  const Agent* const agent = Agent::current();
  return agent && !agent->session.is_lost();
}
void Controller::detach() {
  Agent* const agent = Agent::current();
  if (!agent) return;
  agent->session.collect();
  agent->session.flush();
  agent->session.lose("the controller has detached");
}

SimObj* Controller::getObj(const char* name) {
  return getRobotObj(name);
}
RobotObj* Controller::getRobotObj(const char* name) {
  Agent* const agent = Agent::current();
  return agent && name ? agent->objects.get(name) : nullptr;
}

bool Controller::getAllEntities(std::vector<std::string>& names) {
  Agent* const agent = Agent::current();
  if (!agent) return false;
  auto packet = agent->session.ask(wire::GetObjectNames{}, wire::PacketType::get_object_names_result);
  // Of a message of several packets each says how many there are.
  for (;;) {
    wire::GetObjectNamesResult part;
    if (!packet || !wire::read_data(packet->data, part)) return false;
    names.insert(names.end(), part.names.begin(), part.names.end());
    if (packet->head.number + 1 >= packet->head.count) return true;
    packet = agent->session.more(wire::PacketType::get_object_names_result);
  }
}

double Controller::getSimulationTime() {
  Agent* const agent = Agent::current();
  if (!agent) return 0.0;
  if (auto answer = sigverse::ask({.code = RawCode::sim_time}, sigverse::kReal)) agent->now = answer->real();
  return agent->now;
}
void Controller::worldStep(double seconds) {
  sigverse::tell({.code = RawCode::world_step, .first = seconds});
}
void Controller::worldQuickStep(double seconds) {
  sigverse::tell({.code = RawCode::world_quick_step, .first = seconds});
}

double Controller::getRand() {
  Agent* const agent = Agent::current();
  return agent ? agent->random.next() : 0.0;
}
