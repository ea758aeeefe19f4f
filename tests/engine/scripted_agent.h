// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "spark/agent/agent_gateway.h"
#include "spark/core/clock.h"

namespace engine_test {

using spark::AgentId;
using spark::Step;
using Lines = std::vector<std::string>;

/// A message of an agent, sent `times` times.
struct Move {
  enum class Kind {
    note,     ///< A(note …): the world writes it down
    notes,    ///< two of them in one message
    grow,     ///< A(grow): gives the body the effector `leaf`
    leaf,     ///< A(leaf …): works if the body had that effector when the message was sent
    empty,    ///< A
    broken,   ///< acts with a mistake; `number` chooses which
    request,  ///< R, `number` steps after the time of the cycle's opener
    ask,      ///< C
    garbage,  ///< no message of the protocol, or one that is invalid here; `number` chooses
    done,     ///< D, for use outside of a cycle
  };
  Kind kind = Kind::note;
  int number = 0;
  int times = 1;
};

/// The messages from S or T to D, and those sent together with D, when the cycle is already over.
struct CycleScript {
  std::vector<Move> moves;
  std::vector<Move> afterwards;
};

/// One agent. The scripts are used one after another, repeatedly.
struct AgentScript {
  static constexpr std::size_t kMaxPace = 8;
  enum class Start { at_once, slow, never, dies };
  Start start = Start::at_once;
  bool rude = false;                         ///< sends messages that need a cycle before it is ready
  Step least = 0;                            ///< steps every cycle costs
  std::optional<spark::AgentTiming> timing;  ///< instead of that of the match
  /// Additional steps that messages cost, one after another, repeatedly; without any the meter is fixed.
  std::vector<int> charges;
  std::vector<CycleScript> on_sensation;
  std::vector<CycleScript> on_notify;
  int dies_in_cycle = -1;           ///< counted from 0; never if negative
  int dies_after_said = 0;          ///< messages of that cycle, its D included
  int closes_input_in_cycle = -1;   ///< closes its input in that cycle and continues to send; never if negative
  int closes_input_after_said = 0;  ///< messages of that cycle, its D included
  // The way in which the agent is served, which must not matter:
  std::vector<int> pace{1};    ///< messages handed over in each call of `receive`, repeatedly; not all 0
  bool served_at_once = true;  ///< a cycle is opened as soon as there is a sensation, not in the next `receive`
};

struct Match {
  spark::AgentTiming timing;  ///< of agents without their own
  Step last_step = 100;
  int max_notes = 1000;  ///< the game ends in the step after this many notes
  Step max_thinking = 1000;
  bool tells_think_times = false;
  unsigned service = 0;  ///< the order in which agents are served, which must not matter
  std::vector<AgentScript> agents;

  /// If an agent never reports ready, it is dropped at once, and so are slow ones.
  bool is_patient() const;
  bool gets_ready(std::size_t agent) const;
};

std::ostream& operator<<(std::ostream& out, const Match& match);

/// Follows a script.
class Actor {
 public:
  /// Stands for the agent's death among its messages.
  static constexpr const char* kDeath = "!";
  /// Stands for the moment in which it closes its input.
  static constexpr const char* kCloseInput = "?";

  explicit Actor(const AgentScript& script) : script_(script) {}
  /// The messages of the agent at its start.
  Lines introduction() const;
  /// All its messages when a sensation, or a notify, of this time opens a cycle.
  Lines answer(bool sensation, Step time);

 private:
  void say(const std::vector<Move>& moves, Step time, Lines& out);
  std::string say(const Move& move, Step time);

  const AgentScript& script_;
  int cycles_ = 0;
  std::size_t sensations_ = 0;
  std::size_t notifies_ = 0;
  int words_ = 0;
};

}  // namespace engine_test
