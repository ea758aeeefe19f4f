// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "spark/agent/action.h"
#include "spark/core/clock.h"
#include "spark/core/core.h"
#include "spark/core/transform.h"
#include "spark/sexp/reader.h"

namespace spark {

class AgentAspect;

/// Where that stands which a number of an effector moves, and the stops between which it moves; infinite if there are
/// none.
struct Travel {
  double now = 0.0;
  double least = -std::numeric_limits<double>::infinity();
  double most = std::numeric_limits<double>::infinity();
};

/// What a number that an effector takes may usefully be: beyond it the effector limits or refuses. Infinite where there
/// is no bound. `neutral` is what a stick at rest should say.
struct Range {
  double least = -std::numeric_limits<double>::infinity();
  double most = std::numeric_limits<double>::infinity();
  double neutral = 0.0;
};

/// One parameter of an effector: its name and what it accepts. Used to read actions and to write the reference page.
///
/// `any`, of the last parameter only, is the rest of the action: none, one or more numbers and texts, as many as
/// `Arguments` holds.
struct Parameter {
  enum class Kind { real, integer, text, any };
  std::string_view name;
  Kind kind = Kind::real;
  bool named = false;  ///< optional, given as `(name value)` in any order; otherwise required, by position
  std::string_view unit;
  std::string_view help;
  Range range{};  ///< of numbers, unless the script configures it (`Effector::range`)
};

/// Something an agent can do. Hangs below its `AgentAspect` and does not know how the agent is reached.
///
/// An effector exists for an action only if it already existed at the time the action is stamped with (behaviour 3.0),
/// so `(create)(init …)` in one message does not work, whatever the time of the world when the message came in.
class Effector : public BaseNode {
 public:
  /// The name at the head of the action, matched exactly.
  virtual std::string_view predicate() const = 0;
  virtual std::span<const Parameter> parameters() const { return {}; }
  /// One sentence for the reference page.
  virtual std::string_view help() const = 0;
  /// Carries out the action, between two steps, at the time it takes effect.
  virtual void realise(const Arguments& arguments) = 0;

  // For gateways, which offer an effector to people and machines by what it says of itself:

  /// The range of the number at that place among the parameters, as configured now.
  virtual Range range(std::size_t parameter) const { return parameters()[parameter].range; }
  /// How many bytes the text with that place among the parameters may have.
  virtual std::size_t longest_text([[maybe_unused]] std::size_t parameter) const {
    return std::numeric_limits<std::size_t>::max();
  }
  /// Whether each action is an event of its own (a jump). Otherwise it sets a level, which holds until the next action
  /// (a motor's speed), so that of several only the last counts.
  virtual bool is_trigger() const { return true; }
  /// Fills in the values in force of a level, one per parameter; false if there are none.
  virtual bool current([[maybe_unused]] std::span<double> values) const { return false; }
  /// For the number at that place among the parameters, if it moves something that stands somewhere: the angle of the
  /// camera that it turns by so much, in the number's unit; the angle or place of the joint whose speed it sets, in
  /// radians or metres. Nothing if there is no such thing, or not at present.
  virtual std::optional<Travel> travel([[maybe_unused]] std::size_t parameter) const { return std::nullopt; }
  /// Nothing of it pushes any more: forces and motors' speeds become zero. What moves goes on moving.
  virtual void rest() {}
  /// Comes to rest. Overrides call this, and forget what else they remember of the episode.
  void restart() override { rest(); }

  /// Whether it builds the agent's body, with other effectors, of which there are none before.
  virtual bool builds_body() const { return false; }

  /// The step in which this effector was created.
  Step since() const { return since_; }
  AgentAspect& agent() const { return *agent_; }

 protected:
  /// Overrides call this once they have found what they need besides. Throws `Misplaced` if there is no agent above.
  void linked() override;
  void unlinking() override;
  /// Says that an action cannot be meant, and counts it with those of its agent.
  template <typename... Args>
  void complain(fmt::format_string<Args...> format, Args&&... args) const {
    core().log.complain(blamed(), format, std::forward<Args>(args)...);
  }

 private:
  std::string_view blamed() const;

  AgentAspect* agent_ = nullptr;
  Step since_ = 0;
};

/// Reads `(predicate …)` into arguments by the rules of behaviour 3.0: atoms convert like `atof`, surplus ones are
/// ignored. For a parameter of the kind `any`, what is a number from its first to its last character is one, else a
/// text. False for a missing argument, a list where an atom is expected, or more than `Arguments` holds; `problem` then
/// says what is wrong.
bool read_arguments(const sexp::Expression& action, std::span<const Parameter> parameters, Arguments& out,
                    const char*& problem);

/// What `(predicate …)` has that cannot be meant and is ignored all the same, for people: a list that no parameter is
/// called like, or a named value of several words. Empty if there is none, or no parameter has a name.
std::string overlooked(const sexp::Expression& action, std::span<const Parameter> parameters);

/// As `read_arguments`, for arguments that came as numbers and texts: makes of them what the text form would have
/// given.
bool check_arguments(const Arguments& given, std::span<const Parameter> parameters, Arguments& out,
                     const char*& problem);

}  // namespace spark
