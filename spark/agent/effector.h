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

/// The position of the part that a number of an effector moves, and its stops; infinite if there are none.
struct Travel {
  double now = 0.0;
  double min = -std::numeric_limits<double>::infinity();
  double max = std::numeric_limits<double>::infinity();
};

/// The useful values of a number: beyond them the effector limits or refuses. A missing bound is infinite. `neutral` is
/// the value for a joystick at rest.
struct Range {
  double min = -std::numeric_limits<double>::infinity();
  double max = std::numeric_limits<double>::infinity();
  double neutral = 0.0;
};

/// One parameter of an effector: its name and kind. Used to parse actions and to write the reference page.
///
/// `any`, for the last parameter only, takes the rest of the action: zero or more numbers and texts, as many as
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

/// An ability of an agent. It is a node below its `AgentAspect` and does not know how the agent is connected.
///
/// An effector exists for an action only if it already existed at the time stamped on the action (behaviour 3.0), so
/// `(create)(init …)` in one message does not work, regardless of the world's time when the message arrived.
class Effector : public BaseNode {
 public:
  /// The name at the head of the action, matched exactly.
  virtual std::string_view predicate() const = 0;
  virtual std::span<const Parameter> parameters() const { return {}; }
  /// One sentence for the reference page.
  virtual std::string_view help() const = 0;
  /// Carries out the action, between two steps, at the time it takes effect.
  virtual void realise(const Arguments& arguments) = 0;

  // For gateways that present effectors to people and machines by their description:

  /// The range of parameter number `parameter`, as configured now.
  virtual Range range(std::size_t parameter) const { return parameters()[parameter].range; }
  /// The maximum number of bytes of text parameter number `parameter`.
  virtual std::size_t longest_text([[maybe_unused]] std::size_t parameter) const {
    return std::numeric_limits<std::size_t>::max();
  }
  /// Whether each action is a separate event (a jump). Otherwise it sets a level that holds until the next action (a
  /// motor's speed), so that only the last of several counts.
  virtual bool is_trigger() const { return true; }
  /// Writes the current values of a level, one per parameter; false if there are none.
  virtual bool current([[maybe_unused]] std::span<double> values) const { return false; }
  /// The position of the part that parameter number `parameter` moves: the angle of the camera that it turns, in the
  /// number's unit; the angle or position of the joint whose speed it sets, in radians or metres. `nullopt` if there is
  /// no such part, or not at the moment.
  virtual std::optional<Travel> travel([[maybe_unused]] std::size_t parameter) const { return std::nullopt; }
  /// Stops pushing: forces and motor speeds become zero. Moving bodies keep moving.
  virtual void rest() {}
  /// Comes to rest. Overrides call this, and reset the rest of their state.
  void restart() override { rest(); }

  /// Whether it builds the agent's body; the agent has no other effectors before that.
  virtual bool builds_body() const { return false; }

  /// The step in which this effector was created.
  Step since() const { return since_; }
  AgentAspect& agent() const { return *agent_; }

 protected:
  /// Overrides call this once they have found their other collaborators. Throws `Misplaced` if there is no agent above.
  void linked() override;
  void unlinking() override;
  /// Complains about an action that makes no sense, and counts it for its agent.
  template <typename... Args>
  void complain(fmt::format_string<Args...> format, Args&&... args) const {
    core().log.complain(blamed(), format, std::forward<Args>(args)...);
  }

 private:
  std::string_view blamed() const;

  AgentAspect* agent_ = nullptr;
  Step since_ = 0;
};

/// Reads `(predicate …)` into arguments by the rules of behaviour 3.0: atoms are converted like `atof`, surplus ones
/// are ignored. For a parameter of kind `any`, an atom is a number if all of its characters belong to one, else a text.
/// False for a missing argument, a list where an atom is expected, or more arguments than `Arguments` holds; `problem`
/// then has the error.
bool read_arguments(const sexp::Expression& action, std::span<const Parameter> parameters, Arguments& out,
                    const char*& problem);

/// A human-readable line about a part of `(predicate …)` that makes no sense but is ignored, such as a list whose name
/// is not that of a parameter, or a named value of several words. Empty if there is none, or no parameter has a name.
std::string overlooked(const sexp::Expression& action, std::span<const Parameter> parameters);

/// The same as `read_arguments`, for arguments that came as numbers and texts: converts them to the result that the
/// text form would have given.
bool check_arguments(const Arguments& given, std::span<const Parameter> parameters, Arguments& out,
                     const char*& problem);

}  // namespace spark
