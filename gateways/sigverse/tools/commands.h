// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "gateways/sigverse/wire/connect.h"

namespace sigverse::tools {

/// A command to sigctl.
struct Command {
  std::vector<std::string> words;  ///< the command and its arguments
  std::string to;                  ///< the agent of `say`; empty if none is given
  bool json = false;
};

/// The command is impossible in this world: there is no such object, or no controller to receive it. A line for users.
class CommandError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Throws `spark::WrongUsage` if the words are not a command; called before connecting.
void check(const Command& command);

/// Carries out a checked command and returns the text to print. `program` is the name under which it connects, and
/// which controllers see as the sender of messages. Throws `CommandError` and `client::LinkError`.
std::string carry_out(const Command& command, const wire::Address& server, std::chrono::milliseconds timeout,
                      std::string_view program = "sigctl");

}  // namespace sigverse::tools
