// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "soccer-plugin/effectors/player_effector.h"

namespace soccer {

/// `(say text)`: players within hearing distance hear the text at once (behaviour 3.7, 4.5). Their hear perceptors
/// deliver it with their next sensation.
class SayEffector : public PlayerEffector {
 public:
  std::string_view predicate() const override { return "say"; }
  std::span<const spark::Parameter> parameters() const override;
  std::string_view help() const override {
    return "Broadcasts a message to the players of both teams within hearing. Agents without a team are not heard.";
  }
  std::size_t longest_text(std::size_t) const override { return static_cast<std::size_t>(config().say_message_size); }
  void realise(const spark::Arguments& arguments) override;

 private:
  void deliver(AgentState& listener, std::string_view text) const;
};

/// Whether listeners read the text as one atom: printable ASCII without blanks, brackets and quotes (behaviour 3.7),
/// and without characters that would begin a comment or escape the closing bracket. Agents of 0.5.2 could send the
/// latter only in quotes.
bool is_message(std::string_view text);

}  // namespace soccer
