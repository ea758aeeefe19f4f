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

/// An agent of another gateway as a component, made of what its effectors and its first full sensation say of
/// themselves. Plain data.
struct AgentPlan {
  struct In {
    enum class Form : std::uint8_t {
      trigger,  ///< no parameter: acts when the value is true
      numbers,  ///< all of them, in the declared order
      text,     ///< one text
      words     ///< anything else: the arguments as they stand in an action
    };
    std::string port;
    std::size_t effector = 0;  ///< among the forms
    Form form = Form::numbers;
    std::size_t count = 0;  ///< of numbers
  };
  struct Out {
    std::string port;
    std::string predicate;
    std::string name;         ///< of the percept's `(name N)`, if it has one
    bool is_numbers = false;  ///< else its S-expression, or those of all of that predicate
  };
  int number = 0;  ///< of the agent: Agent7
  std::vector<In> ins;
  std::vector<Out> outs;
};

struct EffectorForm;

/// Fills in the forms of its effectors. For the simulation thread.
AgentPlan make_agent_plan(int number, const spark::AgentAspect& body, const spark::PerceptArray& percepts,
                          std::vector<EffectorForm>& effectors);

}  // namespace rtm
