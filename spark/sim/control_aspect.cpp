// SPDX-License-Identifier: Apache-2.0
#include "spark/sim/control_aspect.h"

#include <fmt/format.h>

#include <exception>

#include "spark/agent/agent_aspect.h"
#include "spark/core/class_name.h"
#include "spark/core/core.h"

namespace spark {

void ControlAspect::unlinking() {
  if (auto* server = dynamic_cast<GameControlServer*>(parent())) std::erase(server->aspects_, this);
}

bool GameControlServer::init_control_aspect(const std::string& class_name) {
  auto made = core().classes.create(class_name);
  auto* aspect = dynamic_cast<ControlAspect*>(made.get());
  if (!aspect) {
    core().log.error("initControlAspect: {} is not a control aspect", printable(class_name));
    return false;
  }
  made->set_name(std::string(without_prefix(class_name)));
  append(std::move(made));
  aspects_.push_back(aspect);
  if (!prepared_) return true;
  try {
    aspect->prepare();
  } catch (const std::exception& error) {
    core().log.error("initControlAspect: {}", error.what());
    remove(*aspect);
    return false;
  }
  return true;
}

void GameControlServer::prepare() {
  prepared_ = true;
  // By index, because preparing one may create another.
  for (std::size_t i = 0; i < aspects_.size(); ++i) aspects_[i]->prepare();
}

bool GameControlServer::init_effector(const std::string& class_name) {
  const auto made = core().classes.create(class_name);
  const auto* effector = dynamic_cast<const Effector*>(made.get());
  if (!effector) {
    core().log.error("initEffector: {} is not an effector", printable(class_name));
    return false;
  }
  if (effector->predicate() == "create") birth_effector_ = class_name;
  return true;
}

AgentAspect& GameControlServer::make_agent(Node& scene, AgentId id, std::string type) {
  auto made = core().classes.create("oxygen/AgentAspect");
  auto& agent = static_cast<AgentAspect&>(*made);
  agent.set_id(id);
  agent.set_type(std::move(type));
  agent.set_name(fmt::format("AgentAspect{}", id));
  scene.append(std::move(made));
  if (!birth_effector_.empty()) {
    auto birth = core().classes.create(birth_effector_);
    birth->set_name("_" + birth_effector_);
    agent.append(std::move(birth));
  }
  return agent;
}

bool GameControlServer::init_parser(const std::string&) {
  return true;
}

}  // namespace spark
