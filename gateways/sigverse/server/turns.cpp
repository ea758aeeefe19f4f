// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/server/turns.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "gateways/sigverse/wire/messages.h"
#include "gateways/sigverse/wire/raw.h"
#include "spark/core/log.h"

namespace sigverse {

using namespace spark;
namespace {

/// So much before its time counts as in time: 0.1 s at 0.01 s a step means every tenth step, not now the tenth, now the
/// eleventh.
constexpr double kTolerance = 1e-9;  // s

bool has_come(double time, double now) {
  return !(time > now + kTolerance);  // what is no number has come
}

}  // namespace

bool Turns::holds(const AgentSeat& seat) const {
  return seat.waits && !seat.is_absent && seat.turn == AgentSeat::Turn::open;
}

void Turns::attend(Time now) {
  for (const auto& seat : parts_.seats)
    if (seat->is_attached() && !seat->knows_turns) tell_foreign_state(*seat, now);
  if (current_) look_at_patience(*current_, now);
  if (current_ && !holds(*current_)) current_ = nullptr;
  if (current_) return;
  if (parts_.run.wants_reset()) return settle(now);
  if (!round_ && parts_.run.is_running() && parts_.clock.now() != round_step_) begin_round();
  if (round_) go_on(now);
}

void Turns::begin_round() {
  round_ = true;
  next_ = 0;
  round_step_ = parts_.clock.now();
}

void Turns::go_on(Time now) {
  while (next_ < parts_.seats.size()) {
    AgentSeat& seat = *parts_.seats[next_++];
    if (!seat.is_attached()) continue;
    if (!seat.knows_turns) {
      tell_foreign(seat);
    } else if (begin_turn(seat, now) && holds(seat)) {
      current_ = &seat;
      return;
    }
  }
  round_ = false;
}

/// False if there is nothing that it is to hear now.
bool Turns::begin_turn(AgentSeat& seat, Time now) {
  const double time = parts_.world.time();
  if (seat.turn == AgentSeat::Turn::sleeping) {
    if (has_come(seat.until, time)) {
      seat.turn_began = now;
      wake(seat, time);
      return true;
    }
    note_collisions(seat);
    return false;
  }
  if (seat.turn == AgentSeat::Turn::open) return false;
  octets_.clear();
  const bool begins = !seat.has_begun;
  if (begins)
    wire::append_empty_packet(octets_, wire::PacketType::on_init);
  else
    note_collisions(seat);
  octets_ += seat.mail;
  seat.mail.clear();
  if (!begins && has_come(seat.wish, time)) wire::append_packet(octets_, wire::OnAction{time});
  if (octets_.empty()) return false;
  seat.has_begun = true;
  wire::append_packet(octets_, wire::TurnEnds{++seat.turn_number, time});
  seat.turn = AgentSeat::Turn::open;
  seat.turn_began = now;
  seat.statistics.counts.bytes_to += octets_.size();
  seat.command->out() += octets_;
  seat.command->flush();
  return true;
}

void Turns::wake(AgentSeat& seat, double time) {
  seat.turn = AgentSeat::Turn::open;
  wire::append_packet(seat.command->out(), wire::TurnGoOn{seat.turn_number, time});
  seat.command->flush();
}

/// One event for each step, with one entry for each other object.
void Turns::note_collisions(AgentSeat& seat) {
  const auto& collisions = seat.object().collisions();
  if (collisions.empty()) return;
  if (words_.size() < collisions.size()) words_.resize(collisions.size());
  with_.clear();
  for (std::size_t i = 0; i < collisions.size(); ++i) {
    const auto& [other, other_part, my_part] = collisions[i];
    words_[i].assign(other).append(":").append(other_part).append(":").append(my_part).append(":");
    with_.push_back(words_[i]);
  }
  if (seat.mail.size() > AgentSeat::kMaxMail) return;
  wire::append_packet(seat.mail, wire::OnCollision{parts_.world.time(), with_});
}

/// The events of a step for a client that knows no turns.
void Turns::tell_foreign(AgentSeat& seat) {
  if (!seat.is_foreign) return;
  const double time = parts_.world.time();
  if (parts_.options.foreign_clients == SigOptions::ForeignClients::packets) {
    if (!seat.has_begun)
      wire::append_empty_packet(seat.mail, wire::PacketType::on_init);
    else
      wire::append_packet(seat.mail, wire::OnAction{time});
  }
  if (seat.has_begun) note_collisions(seat);
  seat.has_begun = true;
  seat.command->out() += seat.mail;
  seat.mail.clear();
  seat.command->flush();
}

/// A client that has attached and says nothing of turns does not know them. It is told whether time runs, so that it
/// may call its handlers by its own clock.
void Turns::tell_foreign_state(AgentSeat& seat, Time now) {
  constexpr std::chrono::seconds kTimeForHello{1};
  if (seat.program) return;  // one that was started here knows turns, or is no use
  if (!seat.is_foreign && now - seat.attached_at < kTimeForHello) return;
  seat.is_foreign = true;
  if (!seat.is_ready) events_.foreign(seat);
  if (seat.told_running == parts_.run.is_running()) return;
  seat.told_running = parts_.run.is_running();
  if (parts_.options.foreign_clients != SigOptions::ForeignClients::timer) return;
  if (seat.told_running) {
    wire::RawWriter raw(seat.command->out(), wire::RawToController::start_sim);
    raw.real(parts_.world.time());
    raw.finish();
  } else {
    wire::RawWriter(seat.command->out(), wire::RawToController::stop_sim).finish();
  }
  seat.command->flush();
}

bool Turns::deliver(AgentSeat& seat, std::string_view octets) {
  if (!seat.is_attached()) return false;
  if (!seat.knows_turns && seat.is_foreign) {
    seat.command->out() += octets;
    seat.command->flush();
    return true;
  }
  if (seat.mail.size() + octets.size() > AgentSeat::kMaxMail) return false;
  seat.mail += octets;
  return true;
}

bool Turns::done(AgentSeat& seat, std::uint32_t turn, double wish, Time now) {
  if (seat.turn != AgentSeat::Turn::open || turn != seat.turn_number) return false;
  seat.turn = AgentSeat::Turn::none;
  seat.is_absent = false;
  if (!seat.is_stale) seat.wish = wish;
  seat.is_stale = false;
  seat.statistics.thinking.add(now - seat.turn_began);
  ++seat.statistics.counts.cycles;
  events_.ended(seat);
  return true;
}

void Turns::wake_early(AgentSeat& seat) {
  const double time = parts_.world.time();
  wake(seat, std::isfinite(seat.until) ? std::max(seat.until, time) : time);
}

bool Turns::wait(AgentSeat& seat, std::uint32_t turn, double until) {
  if (seat.turn != AgentSeat::Turn::open || turn != seat.turn_number) return false;
  seat.is_absent = false;
  seat.until = until;
  seat.turn = AgentSeat::Turn::sleeping;
  // Handlers that are to return before a reset do not sleep, whatever they wanted.
  if (settling_ || seat.is_stale) wake_early(seat);
  return true;
}

/// Before everything is as loaded, the handlers of the old run have to return: what they still do would else belong to
/// the new one. Those that sleep are woken one after the other.
void Turns::settle(Time now) {
  settling_ = true;
  for (const auto& seat : parts_.seats) {
    if (!seat->is_attached() || !seat->waits || seat->turn != AgentSeat::Turn::sleeping) continue;
    seat->turn_began = now;
    wake_early(*seat);
    current_ = seat.get();
    return;
  }
  settling_ = false;
  round_ = false;
  round_step_ = -1;  // the new run begins with a round in this very step
  parts_.world.reset();
  for (const auto& seat : parts_.seats) seat->forget_run();
  parts_.run.was_reset();
}

/// Only one for which the world stands; the others take their own time.
void Turns::look_at_patience(AgentSeat& seat, Time now) {
  if (!holds(seat)) return;
  const auto taken = now - seat.turn_began;
  if (seat.program) {
    if (taken < parts_.options.think_limit) return;
    events_.hung(seat, fmt::format("its handlers have not returned within {:g} s",
                                   std::chrono::duration<double>(parts_.options.think_limit).count()));
  } else if (taken >= parts_.options.sync_timeout) {
    parts_.log.complain(seat.command->label(), "its handlers take longer than {:g} s; the world goes on meanwhile",
                        std::chrono::duration<double>(parts_.options.sync_timeout).count());
    seat.is_absent = true;
  }
}

}  // namespace sigverse
