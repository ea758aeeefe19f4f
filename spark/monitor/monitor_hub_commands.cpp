// SPDX-License-Identifier: Apache-2.0
// The way of commands through the hub: from the socket thread, where some are refused, to the simulation thread.
#include <exception>
#include <utility>

#include "spark/core/log.h"
#include "spark/core/number_text.h"
#include "spark/monitor/message_parts.h"
#include "spark/monitor/monitor_hub_server.h"
#include "spark/monitor/monitor_system.h"
#include "spark/sim/command_queue.h"
#include "spark/sim/run_control.h"

namespace spark {
namespace {

/// Who pays for the commands of those that know the secret, from wherever they come.
constexpr std::string_view kProven = "proven trainers";

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

/// A monitor, which may have left by the time that its command is carried out.
class MonitorHub::Server::Sender final : public CommandSender {
 public:
  Sender(Server& server, const std::shared_ptr<const std::string>& peer, const std::weak_ptr<MonitorConnection>& from,
         const MonitorConnection::Requested& requested)
      : CommandSender(*peer), server_(server), peer_(peer), from_(from), requested_(requested) {}

  std::string_view subscribe(const Subscription& subscription) const override {
    return server_.subscribers_.add(from_, subscription);
  }
  std::string_view send_full_state() const override {
    return server_.subscribers_.send_full_state(from_, requested_, std::exchange(acknowledges_, false));
  }
  void set_pace(std::optional<double> pace) const override { server_.set_pace(name(), pace); }
  void acknowledge() const override { acknowledges_ = true; }

  const std::shared_ptr<const std::string>& peer() const { return peer_; }
  bool has_left() const {
    const auto from = from_.lock();
    return !from || from->has_ended();
  }
  /// To be called when its text, or a part of it, has been carried out.
  void end() const {
    if (acknowledges_) server_.subscribers_.acknowledge(from_);
  }

 private:
  Server& server_;
  std::shared_ptr<const std::string> peer_;
  std::weak_ptr<MonitorConnection> from_;
  const MonitorConnection::Requested& requested_;
  mutable bool acknowledges_ = false;  ///< no frame of its own has said so
};

/// False if there is more to do.
bool MonitorHub::Server::carry_out(const Sender& sender, Message& message) {
  const std::string_view peer = sender.name();
  header_.reset();  // it may show what this changes
  if (!message.parts.empty()) return carry_out_part(sender, message);
  ++carried_out_;
  if (options_.on_command) options_.on_command(peer, words_of(message.letter, message.text));
  switch (message.letter) {
    case 'W':
      message.parts =
          parts_of_message(std::move(message.text), {.bytes = options_.command_bytes, .depth = options_.nesting});
      return carry_out_part(sender, message);
    case 'P':
      if (!run_control_.paused() && pauses_.next()) log_.normal("{} pauses the simulation", peer);
      run_control_.pause();
      break;
    case 'R':
      if (run_control_.paused() && pauses_.next()) log_.normal("{} resumes the simulation", peer);
      run_control_.run();
      break;
    case 'S':
      make_steps(sender, message.text);
      break;
  }
  return true;
}

bool MonitorHub::Server::carry_out_part(const Sender& sender, Message& message) {
  carry_out_text(sender, message.parts[message.next++]);
  return message.next == message.parts.size();
}

void MonitorHub::Server::make_steps(const Sender& sender, const std::string& text) {
  std::int64_t steps = 1;
  if (!text.empty() && (!whole_integer(text, steps) || steps < 0 || steps > RunControl::kMaxSteps))
    return log_.complain(sender.name(), "cannot make '{}' steps", Printable{text});
  if (sender.has_left() && !run_control_.is_held()) return;
  run_control_.step(steps);
  stepper_ = sender.peer();
}

/// Whoever dies in the middle of its steps does not leave a match that stands.
void MonitorHub::Server::has_left(const std::shared_ptr<const std::string>& peer) {
  if (stepper_ != peer) return;
  stepper_.reset();
  if (run_control_.give_back() && pauses_.next())
    log_.normal("{} has left and makes no more steps, the simulation goes on", *peer);
}

void MonitorHub::Server::set_pace(std::string_view peer, std::optional<double> pace) {
  if (run_control_.pace() != pace && pauses_.next())
    log_.normal("{} sets the speed: {}", peer, pace ? fmt::format("{} × real time", *pace) : "as fast as it goes");
  run_control_.set_pace(pace);
}

void MonitorHub::Server::carry_out_text(const Sender& sender, const std::string& text) {
  const std::string_view peer = sender.name();
  if (inputs_.command) inputs_.command(peer, text);
  try {
    system_.command(sender, text);
    sender.end();
  } catch (const std::exception& error) {
    // A trainer's text must not end the match, whatever it does to the game.
    log_.complain(peer, "command '{}' failed: {}", Printable{text}, error.what());
  }
}

bool MonitorHub::Server::command(MonitorConnection& from, char letter, std::string_view text) {
  return from.lane().post_in_parts(
      [server = weak_from_this(), peer = from.shared_peer(), monitor = from.weak_from_this(),
       requested = from.requested(), message = Message{letter, std::string(text)}]() mutable {
        const auto self = server.lock();
        return !self || self->carry_out(Sender(*self, peer, monitor, requested), message);
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
  from.lane().set_payer(kProven);
  if (from.place() == MonitorConnection::Place::kept) {
    from.take_place(MonitorConnection::Place::deserved);
    take_place(from);
  }
  if (proofs_.next()) log_.normal("{} has proven that it is a trainer", from.peer());
}

}  // namespace spark
