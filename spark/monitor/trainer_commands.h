// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "spark/sexp/reader.h"

namespace spark {

class CommandSender;
class Log;
class MonitorSystem;

/// Parses trainers' messages, carries out the server's own commands, and passes all others to the game, in the order of
/// the message. The server's commands are the same in every game (docs/write/protocol.md, 8.6 to 8.8):
///
/// | command | effect |
/// |---|---|
/// | `(reset)`, `(reset (seed N))` | begins another episode (`Simulation::restart`); N from 0 to 2^63 - 1 |
/// | `(subscribe (interval N)(velocities true))` | gives the sender frames of its own (see below) |
/// | `(fullState)` | sends one complete frame at once, also while the clock is stopped |
/// | `(speed X)`, `(speed max)` | sets the pace: X simulated seconds per real second, 0.001 to a million |
/// | `(draw (by SIDE N)(for S)(line …)…)` | shows a drawing to monitors; it does not affect the match |
///
/// The sender's own frames are sent every N-th step, 1 to 1000, with velocities or not; parameters left out are those
/// of all other monitors: every 15 steps and without velocities.
///
/// A refused command has no effect. Errors are written to the log (`MonitorSystem::reads_leniently`). Used on the
/// simulation thread.
class TrainerCommands {
 public:
  /// Borrows the system and the log. A message that exceeds `limits` is refused as a whole.
  TrainerCommands(MonitorSystem& system, const sexp::Limits& limits, Log& log);
  /// Uses the limits and the log of the system's tree.
  explicit TrainerCommands(MonitorSystem& system);

  /// Carries out the commands in `text`. An exception from one of them ends the message with a line in the log.
  void carry_out(CommandSender& sender, std::string_view text);

 private:
  struct Message;
  struct ServerCommand;
  static const ServerCommand kServerCommands[];

  void carry_out(Message& message, std::string_view text);
  void carry_out(Message& message, const sexp::Expression& expression);
  void carry_out_one(Message& message, const sexp::Expression& command);
  /// Writes the errors that were reported since the last call, as one line.
  void complain(Message& message);

  MonitorSystem& system_;
  Log& log_;
  sexp::Reader reader_;
};

}  // namespace spark
