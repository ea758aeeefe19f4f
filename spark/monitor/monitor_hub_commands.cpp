// SPDX-License-Identifier: Apache-2.0
// The way of commands through the hub: from the socket thread, where some are refused, to the simulation thread.
#include <exception>

#include "spark/core/log.h"
#include "spark/core/number_text.h"
#include "spark/monitor/monitor_hub_server.h"
#include "spark/monitor/monitor_system.h"
#include "spark/sim/command_queue.h"
#include "spark/sim/run_control.h"

namespace spark {
namespace {

std::string words_of(char letter, const std::string& text) {
  switch (letter) {
    case 'P':
      return "pause";
    case 'R':
      return "run";
    case 'S':
      return fmt::format("step {}", printable(text));
    default:
      return printable(text, text.size());  // whole: a record leaves nothing out
  }
}

}  // namespace

void MonitorHub::Server::carry_out(const std::string& peer, char letter, const std::string& text) {
  ++carried_out_;
  header_.reset();  // it may show what this changes
  if (options_.on_command) options_.on_command(peer, words_of(letter, text));
  switch (letter) {
    case 'W':
      carry_out_text(peer, text);
      break;
    case 'P':
      if (!run_control_.paused() && pauses_.next()) log_.normal("{} pauses the simulation", peer);
      run_control_.pause();
      break;
    case 'R':
      if (run_control_.paused() && pauses_.next()) log_.normal("{} resumes the simulation", peer);
      run_control_.run();
      break;
    case 'S':
      make_steps(peer, text);
      break;
  }
}

void MonitorHub::Server::make_steps(const std::string& peer, const std::string& text) {
  std::int64_t steps = 1;
  if (!text.empty() && (!whole_integer(text, steps) || steps < 1 || steps > RunControl::kMaxSteps))
    return log_.complain(peer, "cannot make '{}' steps", printable(text));
  run_control_.step(steps);
}

void MonitorHub::Server::carry_out_text(const std::string& peer, const std::string& text) {
  if (inputs_.command) inputs_.command(peer, text);
  try {
    system_.command(peer, text);
  } catch (const std::exception& error) {
    // A trainer's text must not end the match, whatever it does to the game.
    log_.complain(peer, "command '{}' failed: {}", printable(text), error.what());
  }
}

bool MonitorHub::Server::command(MonitorConnection& from, char letter, std::string_view text) {
  return from.lane().post(
      [server = weak_from_this(), peer = from.shared_peer(), letter, text = std::string(text)] {
        if (const auto self = server.lock()) self->carry_out(*peer, letter, text);
      },
      text.size());
}

void MonitorHub::Server::flooded(MonitorConnection& from, std::size_t dropped) {
  dropped += from.lane().clear();
  if (!floods_.next()) return;
  log_.warning("{}: sends more commands than can be carried out in time, {} dropped, disconnected{}", from.peer(),
               dropped, floods_.is_thinned() ? fmt::format(" (monitor {}; not all are shown)", floods_.count()) : "");
}

void MonitorHub::Server::refused(MonitorConnection& from, char letter) {
  ++refused_;
  if (!refusals_.next()) return;
  const std::string which =
      refusals_.is_thinned() ? fmt::format(" (number {}; not all are shown)", refusals_.count()) : "";
  if (letter == 'T')
    log_.warning("{}: its proof to be a trainer is refused{}", from.peer(), which);
  else
    log_.warning("{}: may only watch, its command of kind '{}' is refused{}", from.peer(), letter, which);
}

void MonitorHub::Server::proven(MonitorConnection& from) {
  if (proofs_.next()) log_.normal("{} has proven that it is a trainer", from.peer());
}

}  // namespace spark
