// SPDX-License-Identifier: Apache-2.0
#include "spark/sim/sim_classes.h"

#include "spark/sim/control_aspect.h"
#include "spark/sim/simulation_server.h"
#include "spark/sim/spades_server.h"
#include "spark/sim/time_limit_aspect.h"

namespace spark {

void register_sim_classes(ClassRegistry& classes) {
  classes.add<ControlAspect>("oxygen/ControlAspect", "oxygen/BaseNode",
                             "A part of the game that acts after every step.");
  classes.add<TimeLimitAspect>("oxygen/TimeLimitAspect", "oxygen/ControlAspect", "Ends the simulation after some time.")
      .method("setSeconds", &TimeLimitAspect::set_seconds, "seconds", "Simulated time; 0: no limit.");
  classes
      .add<GameControlServer>("oxygen/GameControlServer", "zeitgeist/Node",
                              "Holds the control aspects, and the effector with which agents start.")
      .method("initControlAspect", &GameControlServer::init_control_aspect, "class", "Creates a control aspect.")
      .method("initEffector", &GameControlServer::init_effector, "class",
              "Names a class of effector; agents start with the create effector.")
      .method("initParser", &GameControlServer::init_parser, "class", "Accepted for old scripts.");
  classes.add<SpadesServer>("oxygen/SpadesServer", "zeitgeist/Node", "Which agents the server starts.")
      .method("queueAgents", &SpadesServer::queue_agents, "type, count",
              "Starts this many agents of that type in the agent database.");
  register_simulation_server(classes);
}

}  // namespace spark
