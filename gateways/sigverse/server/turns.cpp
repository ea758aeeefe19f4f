// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/server/turns.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "gateways/sigverse/server/reused_buffer.h"
#include "gateways/sigverse/wire/messages.h"
#include "gateways/sigverse/wire/raw.h"
#include "spark/core/log.h"

namespace sigverse::server {

namespace {

/// An action counts as due this long before its time, so that 0.1 s at 0.01 s per step means every tenth step, and not
/// sometimes the eleventh.
constexpr double kTolerance = 1e-9;  // s

bool has_come(double time, double now) {
  return !(time > now + kTolerance);  // true also for NaN
}

}  // namespace

void Turns::attend(Time now) {
  for (const auto& slot : parts_.slots)
    if (slot->is_attached() && !slot->knows_turns) report_run_state(*slot, now);
  if (current_) check_timeout(*current_, now);
  if (current_ && !current_->holds_world()) current_ = nullptr;
  if (current_) return;
  if (parts_.run.wants_reset()) return settle(now);
  if (!round_ && parts_.run.is_running() && parts_.clock.now() != round_step_) begin_round();
  if (stands_ && !parts_.run.is_running()) return;
  if (round_) continue_round(now);
}

void Turns::begin_round() {
  round_ = true;
  next_ = 0;
  round_step_ = parts_.clock.now();
  has_had_turns_ = stands_ = false;
}

bool Turns::has_nothing_to_come() const {
  return !parts_.world.is_autostep() && !has_had_turns_ && !parts_.options.ends_by_clock &&
         std::ranges::any_of(parts_.slots, [](const auto& slot) { return slot->is_attached() && slot->waits; });
}

void Turns::continue_round(Time now) {
  while (next_ < parts_.slots.size()) {
    ControllerSlot& slot = *parts_.slots[next_++];
    if (!slot.is_attached()) continue;
    if (!slot.knows_turns) {
      if (!stands_) send_step_events(slot);
    } else if (begin_turn(slot, now)) {
      has_had_turns_ = true;
      if (!slot.holds_world()) continue;
      current_ = &slot;
      return;
    }
  }
  stands_ = round_ = has_nothing_to_come();
  next_ = 0;
  if (stands_ && !std::exchange(has_reported_standing_, true))
    parts_.log.normal("sigverse: no controller steps this world now; it stands still until something arrives");
}

/// Returns false if the controller has nothing to do in this step.
bool Turns::begin_turn(ControllerSlot& slot, Time now) {
  const double time = parts_.world.time();
  if (slot.turn == ControllerSlot::Turn::sleeping) {
    if (has_come(slot.until, time)) {
      slot.turn_began = now;
      wake(slot, time);
      return true;
    }
    if (!stands_) note_collisions(slot);
    return false;
  }
  if (slot.turn == ControllerSlot::Turn::open) return false;
  empty_buffer(octets_);
  const bool begins = !slot.has_begun;
  if (begins)
    wire::append_empty_packet(octets_, wire::PacketType::on_init);
  else if (!stands_)
    note_collisions(slot);
  octets_ += slot.pending;
  empty_buffer(slot.pending);
  if (!begins && has_come(slot.next_action, time)) wire::append_packet(octets_, wire::OnAction{time});
  if (octets_.empty()) return false;
  slot.has_begun = true;
  wire::append_packet(octets_, wire::TurnEnds{++slot.turn_number, time});
  slot.turn = ControllerSlot::Turn::open;
  slot.turn_began = now;
  slot.statistics.counts.bytes_to += octets_.size();
  slot.command->out() += octets_;
  slot.command->flush();
  return true;
}

void Turns::wake(ControllerSlot& slot, double time) {
  slot.turn = ControllerSlot::Turn::open;
  wire::append_packet(slot.command->out(), wire::TurnGoOn{slot.turn_number, time});
  slot.command->flush();
}

/// Adds one collision event for the step, with one entry for each object that is touched.
void Turns::note_collisions(ControllerSlot& slot) {
  const auto& collisions = slot.object().collisions();
  if (collisions.empty()) return;
  if (words_.size() < collisions.size()) words_.resize(collisions.size());
  with_.clear();
  for (std::size_t i = 0; i < collisions.size(); ++i) {
    const auto& [other, other_part, my_part] = collisions[i];
    words_[i].assign(other).append(":").append(other_part).append(":").append(my_part).append(":");
    with_.push_back(words_[i]);
  }
  if (slot.pending.size() > ControllerSlot::kMaxPending) return;
  wire::append_packet(slot.pending, wire::OnCollision{parts_.world.time(), with_});
}

/// Sends the events of a step to a client that does not support turns.
void Turns::send_step_events(ControllerSlot& slot) {
  if (!slot.is_foreign) return;
  const double time = parts_.world.time();
  if (parts_.options.foreign_clients == SigOptions::ForeignClients::packets) {
    if (!slot.has_begun)
      wire::append_empty_packet(slot.pending, wire::PacketType::on_init);
    else
      wire::append_packet(slot.pending, wire::OnAction{time});
  }
  if (slot.has_begun) note_collisions(slot);
  slot.has_begun = true;
  slot.command->out() += slot.pending;
  empty_buffer(slot.pending);
  slot.command->flush();
}

/// A client that has attached and sends nothing about turns for a second does not support them. With
/// `ForeignClients::timer`, the server then sends it every start and stop of the simulation, so that it can call its
/// handlers by its own clock.
void Turns::report_run_state(ControllerSlot& slot, Time now) {
  constexpr std::chrono::seconds kTimeForHello{1};
  if (slot.program) return;  // a controller started here supports turns, or has failed
  if (!slot.is_foreign && now - slot.attached_at < kTimeForHello) return;
  slot.is_foreign = true;
  if (!slot.is_ready) events_.foreign(slot);
  if (slot.reported_running == parts_.run.is_running()) return;
  slot.reported_running = parts_.run.is_running();
  if (parts_.options.foreign_clients != SigOptions::ForeignClients::timer) return;
  if (slot.reported_running) {
    wire::RawWriter raw(slot.command->out(), wire::RawToController::start_sim);
    raw.real(parts_.world.time());
    raw.finish();
  } else {
    wire::RawWriter(slot.command->out(), wire::RawToController::stop_sim).finish();
  }
  slot.command->flush();
}

bool Turns::deliver(ControllerSlot& slot, std::string_view octets, bool is_of_run) {
  if (!slot.is_attached()) return false;
  if (!slot.knows_turns && slot.is_foreign) {
    slot.command->out() += octets;
    slot.command->flush();
    return true;
  }
  std::string& pending = parts_.run.wants_reset() && !is_of_run ? slot.pending_after_reset : slot.pending;
  if (pending.size() + octets.size() > ControllerSlot::kMaxPending) return false;
  pending += octets;
  return true;
}

bool Turns::done(ControllerSlot& slot, std::uint32_t turn, double next_action, Time now) {
  if (slot.turn != ControllerSlot::Turn::open || turn != slot.turn_number) return false;
  slot.turn = ControllerSlot::Turn::none;
  slot.is_absent = false;
  if (!slot.is_stale) slot.next_action = next_action;
  slot.is_stale = false;
  slot.statistics.thinking.add(now - slot.turn_began);
  ++slot.statistics.counts.cycles;
  events_.ended(slot);
  return true;
}

/// Ends the sleep of a handler, because the time that it waits for will not come in this run.
void Turns::end_sleep(ControllerSlot& slot) {
  wake(slot, std::numeric_limits<double>::quiet_NaN());
}

bool Turns::wait(ControllerSlot& slot, std::uint32_t turn, double until) {
  if (slot.turn != ControllerSlot::Turn::open || turn != slot.turn_number) return false;
  slot.is_absent = false;
  slot.until = until;
  slot.turn = ControllerSlot::Turn::sleeping;
  // Handlers that have to return before a reset cannot sleep, whatever they request.
  if (settling_ || slot.is_stale) end_sleep(slot);
  return true;
}

/// Resets the world once the handlers of the old run have returned; otherwise whatever they still do would affect the
/// new run. Sleeping handlers are woken one after the other.
void Turns::settle(Time now) {
  settling_ = true;
  for (const auto& slot : parts_.slots) {
    if (!slot->is_attached() || !slot->waits || slot->turn != ControllerSlot::Turn::sleeping) continue;
    slot->turn_began = now;
    end_sleep(*slot);
    current_ = slot.get();
    return;
  }
  settling_ = false;
  round_ = stands_ = false;
  round_step_ = -1;  // the new run begins with a round in this very step
  parts_.world.reset();
  for (const auto& slot : parts_.slots) slot->forget_run();
  parts_.run.was_reset();
}

/// Checks the time limit, which applies only to a controller that the world waits for. Time during which the controller
/// waits for an answer does not count.
void Turns::check_timeout(ControllerSlot& slot, Time now) {
  if (!slot.holds_world() || slot.answer_awaited_since) return;
  const auto taken = now - slot.turn_began;
  if (slot.program) {
    if (taken < parts_.options.think_limit) return;
    events_.hung(slot, fmt::format("its handlers have not returned within {:g} s",
                                   std::chrono::duration<double>(parts_.options.think_limit).count()));
  } else if (taken >= parts_.options.sync_timeout) {
    parts_.log.complain(slot.command->label(), "its handlers take longer than {:g} s; the world continues meanwhile",
                        std::chrono::duration<double>(parts_.options.sync_timeout).count());
    slot.is_absent = true;
  }
}

}  // namespace sigverse::server
