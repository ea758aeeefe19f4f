// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>

#include "spark/core/clock.h"
#include "spark/core/transform.h"
#include "spark/sexp/reader.h"

namespace spark {

class AgentAspect;

/// One parameter of an effector: its name and what it accepts. Used to read actions and to write the reference page.
struct Parameter {
  enum class Kind { real, integer, text };
  std::string_view name;
  Kind kind = Kind::real;
  bool named = false;  ///< optional, given as `(name value)` in any order; otherwise required, by position
  std::string_view unit;
  std::string_view help;
};

/// The arguments of an effector: one entry per declared parameter, in the same order.
struct Arguments {
  struct Argument {
    bool given = false;
    double real = 0.0;      ///< of real and integer parameters; may be NaN or infinite, which the effector checks
    std::string_view text;  ///< of text parameters; valid during the call
  };
  static constexpr std::size_t kMaxArguments = 8;
  std::array<Argument, kMaxArguments> values;

  double real(std::size_t i) const { return values[i].real; }
  const Argument& operator[](std::size_t i) const { return values[i]; }
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

  /// The step in which this effector was created.
  Step since() const { return since_; }
  AgentAspect& agent() const { return *agent_; }

 protected:
  /// Overrides call this first. Throws if there is no agent above.
  void linked() override;
  void unlinking() override;

 private:
  AgentAspect* agent_ = nullptr;
  Step since_ = 0;
};

/// Reads `(predicate …)` into arguments by the rules of behaviour 3.0: atoms convert like `atof`, surplus ones are
/// ignored. False for a missing argument or a list where an atom is expected; `problem` then says what is wrong.
bool read_arguments(const sexp::Expression& action, std::span<const Parameter> parameters, Arguments& out,
                    const char*& problem);

}  // namespace spark
