// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gateways/rtm/device/agent_plan.h"
#include "gateways/rtm/device/component_plan.h"
#include "spark/agent/action.h"
#include "spark/agent/percept_array.h"
#include "spark/core/clock.h"

namespace rtm {

// The data that the simulation thread and the thread of the periods exchange. Robots are numbered 0, 1 … in the order
// in which the script declares them. All objects are reused, so that nothing is allocated in steady state.

/// What the thread of the periods needs to know of an effector.
struct EffectorForm {
  struct Parameter {
    std::string name;
    bool is_text = false;
    double most = 0.0;  ///< the maximum of its range
  };
  std::string predicate;
  std::vector<Parameter> parameters;
};

struct RobotMap;

/// A robot that has just got its body, with the components that its scene defines and the effectors that they use.
struct Newcomer {
  std::size_t robot = 0;
  std::string label;    ///< "robot bench", for log lines
  std::string place{};  ///< of the script line that declares it
  bool needs_components = false;
  std::vector<ComponentPlan> components;
  std::vector<EffectorForm> effectors{};
  std::optional<AgentPlan> agent{};       ///< for an agent of another gateway, instead of components
  std::shared_ptr<const RobotMap> map{};  ///< of a robot that has controllers; null for others
};

/// The percepts of one robot, to be answered with actions.
struct Sensed {
  std::size_t robot = 0;
  spark::Step step = 0;   ///< in which it was perceived
  spark::Step begin = 0;  ///< of the episode
  spark::PerceptArray percepts;
};

/// The sensations that were delivered in one step.
struct Period {
  spark::Step step = -1;    ///< < 0: none yet
  bool is_control = false;  ///< driven components of this process are ticked in it
  std::vector<Newcomer> newcomers;
  std::vector<std::size_t> gone;  ///< robots that have left the world
  std::vector<Sensed> sensed;     ///< the first `sensed_count` are valid
  std::size_t sensed_count = 0;

  bool is_empty() const { return newcomers.empty() && gone.empty() && sensed_count == 0; }
  void clear() {
    step = -1;
    is_control = false;
    newcomers.clear();
    gone.clear();
    sensed_count = 0;
  }
  Sensed& add_sensed() {
    if (sensed_count == sensed.size()) sensed.emplace_back();
    return sensed[sensed_count++];
  }
};

/// An action for an effector, possibly without some of its numbers: the simulation thread completes it from the body.
struct Order {
  enum class Kind : std::uint8_t {
    set,   ///< sets the given numbers; the others are unchanged
    rest,  ///< brings it to rest
    words  ///< `text` has its arguments, in the notation of an action
  };
  Kind kind = Kind::set;
  std::size_t effector = 0;  ///< among those of the newcomer
  std::array<std::optional<double>, spark::Arguments::kMaxArguments> numbers;
  std::string text;  ///< for the text parameter
  std::optional<std::size_t> text_parameter;
};

/// The actions for a robot in answer to one sensation.
struct Answer {
  std::size_t robot = 0;
  spark::Step step = 0;       ///< of the sensation
  std::vector<Order> orders;  ///< the first `count`
  std::size_t count = 0;

  Order& add(Order::Kind kind, std::size_t effector) {
    if (count == orders.size()) orders.emplace_back();
    Order& order = orders[count++];
    order.kind = kind;
    order.effector = effector;
    order.numbers.fill(std::nullopt);
    order.text_parameter.reset();
    return order;
  }
  /// Appends the actions of another answer, which is left empty.
  void append(Answer& other) {
    for (std::size_t i = 0; i < other.count; ++i)
      std::swap(add(other.orders[i].kind, other.orders[i].effector), other.orders[i]);
    other.count = 0;
  }
};

struct AnswerList {
  std::vector<Answer> all;  ///< the first `count`
  std::size_t count = 0;

  void clear() { count = 0; }
  Answer& add(std::size_t robot) {
    if (count == all.size()) all.emplace_back();
    all[count].robot = robot;
    all[count].count = 0;
    return all[count++];
  }
};

}  // namespace rtm
