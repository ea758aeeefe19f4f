// SPDX-License-Identifier: Apache-2.0
#include "spark/sim/control_aspect.h"

#include "spark/agent/effector.h"
#include "spark/core/core.h"

namespace spark {

bool GameControlServer::init_control_aspect(const std::string& class_name) {
  auto made = core().classes.create(class_name);
  auto* aspect = dynamic_cast<ControlAspect*>(made.get());
  if (!aspect) {
    core().log.error("initControlAspect: {} is no control aspect", printable(class_name));
    return false;
  }
  made->set_name(class_name);
  append(std::move(made));
  aspects_.push_back(aspect);
  return true;
}

bool GameControlServer::init_effector(const std::string& class_name) {
  const auto made = core().classes.create(class_name);
  const auto* effector = dynamic_cast<const Effector*>(made.get());
  if (!effector) {
    core().log.error("initEffector: {} is no effector", printable(class_name));
    return false;
  }
  if (effector->predicate() == "create") birth_effector_ = class_name;
  return true;
}

bool GameControlServer::init_parser(const std::string&) {
  return true;
}

}  // namespace spark
