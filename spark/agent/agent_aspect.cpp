// SPDX-License-Identifier: Apache-2.0
#include "spark/agent/agent_aspect.h"

#include <fmt/format.h>

#include <limits>

#include "spark/agent/gateway_node.h"
#include "spark/agent/perceptor.h"
#include "spark/core/core.h"

namespace spark {

AgentAspect* agent_of(const Leaf& part) {
  auto* agent = part.ancestor<AgentAspect>();
  while (auto* outer = agent ? agent->ancestor<AgentAspect>() : nullptr) agent = outer;
  return agent;
}

void AgentAspect::set_id(AgentId id) {
  id_ = id;
  label_ = fmt::format("agent {}", id);
}

AgentAspect::~AgentAspect() {
  for (const auto& [name, stream] : random_streams_) core().random.give_back(name);
}

RandomStream& AgentAspect::random_stream(std::string_view purpose) {
  const std::string name = fmt::format("{} {}", purpose, id_);
  auto it = random_streams_.find(name);
  if (it == random_streams_.end()) it = random_streams_.emplace(name, &core().random.borrow(name)).first;
  return *it->second;
}

void AgentAspect::sense(PerceptWriter& writer) {
  for (Perceptor* perceptor : perceptors_) perceptor->perceive(writer);
}

Effector* AgentAspect::find_effector(std::string_view predicate, Step stamp) const {
  for (Effector* effector : effectors_)
    if (effector->since() <= stamp && effector->predicate() == predicate) return effector;
  return nullptr;
}

const Effector* AgentAspect::effector(std::string_view predicate) const {
  return find_effector(predicate, std::numeric_limits<Step>::max());
}

Effector* AgentAspect::demand_effector(std::string_view predicate, Step stamp) {
  Effector* effector = find_effector(predicate, stamp);
  if (effector) return effector;
  // The usual cause: (create)(init …) in one message.
  if (effectors_.size() == 1 && effectors_.front()->builds_body() && predicate != effectors_.front()->predicate())
    complain("no effector '{}' before ({}) has taken effect; use it in the answer to the next sensation",
             Printable{predicate}, effectors_.front()->predicate());
  else
    complain("no effector '{}'", Printable{predicate});
  return nullptr;
}

void AgentAspect::remove_effector(Effector& effector) {
  ++changes_;
  std::erase(effectors_, &effector);
  for (Chosen& chosen : chosen_)
    if (chosen.effector == &effector) chosen.effector = nullptr;
}

void AgentAspect::act(Step stamp, std::string_view text) {
  const InputLimits& limits = core().input_limits;
  reader_.set_limits({.bytes = limits.message_bytes, .depth = limits.nesting});
  if (!reader_.read(text)) {
    complain("action refused, {}: {}", reader_.error(), Printable{text});
    return;
  }
  chosen_.clear();
  for (std::size_t i = 0; i < reader_.size(); ++i) {
    const sexp::Expression expression = reader_[i];
    if (expression.name().empty()) continue;  // behaviour 5.4: lists of lists and empty lists are ignored
    Effector* effector = demand_effector(expression.name(), stamp);
    if (!effector) continue;
    Chosen chosen{effector, {}, false};
    const char* problem = nullptr;
    if (!read_arguments(expression, effector->parameters(), chosen.arguments, problem)) {
      complain("({} ...): {}", effector->predicate(), problem);
      continue;
    }
    chosen_.push_back(chosen);
    // Logged but not counted: 0.5.2 accepted the rest of the action.
    if (const std::string ignored = overlooked(expression, effector->parameters()); !ignored.empty())
      core().log.complain(label_, "({} ...): {}", effector->predicate(), ignored);
  }
  if (reader_.is_cut()) complain("unbalanced brackets: {}", Printable{text});
  carry_out();
}

void AgentAspect::act(Step stamp, std::span<const Action> actions) {
  chosen_.clear();
  for (const Action& action : actions) {
    Effector* effector = demand_effector(action.effector, stamp);
    if (!effector) continue;
    Chosen chosen{effector, {}, action.rest};
    const char* problem = nullptr;
    if (action.rest || check_arguments(action.arguments, effector->parameters(), chosen.arguments, problem))
      chosen_.push_back(chosen);
    else
      complain("({} ...): {}", effector->predicate(), problem);
  }
  carry_out();
}

/// An effector may run a script, and a script may delete effectors.
void AgentAspect::carry_out() {
  for (const Chosen& chosen : chosen_) {
    if (!chosen.effector) continue;
    acting_ = *chosen.effector;
    if (chosen.rest)
      acting_->rest();
    else
      acting_->realise(chosen.arguments);
  }
  acting_.reset();
}

void AgentAspect::rest() {
  for (Effector* effector : effectors_) effector->rest();
}

void register_agent_classes(ClassRegistry& classes) {
  classes.add<AgentAspect>("oxygen/AgentAspect", "oxygen/Transform", "An agent: the node that its body moves.");
  classes.add<GatewayNode>("oxygen/GatewayNode", "zeitgeist/Node",
                           "Provides a gateway to agents; there is one per class.");
  classes.add<Effector>("oxygen/Effector", "oxygen/BaseNode", "Something an agent can do.");
  classes.add<Perceptor>("oxygen/Perceptor", "oxygen/BaseNode", "A sense of an agent.")
      .method("setPredicateName", &Perceptor::set_predicate, "name", "Changes the name at the head of the percept.");
}

}  // namespace spark
