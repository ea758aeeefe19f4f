// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace spark {
class AgentAspect;
class PerceptArray;
}  // namespace spark

namespace rtm {

/// The plan of a component for an agent of another gateway, made from the descriptions of its effectors and from its
/// first full sensation. Plain data.
struct AgentPlan {
  struct In {
    enum class Form : std::uint8_t {
      trigger,  ///< no parameter: the action is sent when the value is true
      numbers,  ///< all of them, in the declared order
      text,     ///< one text
      words     ///< anything else: the arguments, in the notation of an action
    };
    std::string port;
    std::size_t effector = 0;  ///< index among the forms
    Form form = Form::numbers;
    std::size_t count = 0;  ///< the count of numbers
  };
  struct Out {
    std::string port;
    std::string predicate;
    std::string name;         ///< of the percept's `(name N)` item, if it has one
    bool is_numbers = false;  ///< false: its S-expression, or those of all percepts with that predicate
  };
  int number = 0;  ///< of the agent: Agent7
  std::vector<In> ins;
  std::vector<Out> outs;
};

struct EffectorForm;

/// Also sets `effectors` to the forms of its effectors. Called on the simulation thread.
AgentPlan make_agent_plan(int number, const spark::AgentAspect& body, const spark::PerceptArray& percepts,
                          std::vector<EffectorForm>& effectors);

}  // namespace rtm
