// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/server/session.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "gateways/sigverse/server/controller_slot.h"
#include "gateways/sigverse/server/packet_assembler.h"
#include "gateways/sigverse/server/reused_buffer.h"
#include "spark/core/log.h"

namespace sigverse::server {

Session::Session(std::uint64_t id, std::unique_ptr<Channel> channel, ControllerSlot* slot, Time now, spark::Log& log)
    : id_(id),
      channel_(std::move(channel)),
      slot_(slot),
      log_(log),
      started_here_(slot != nullptr),
      label_(channel_->peer()),
      came_(now),
      greeting_came_(now) {}

void Session::set_name(std::string_view name) {
  name_ = name;
  label_ = fmt::format("{} ({})", spark::printable(name), channel_->peer());
}

void Session::become_controller(ControllerSlot& slot, std::string_view name) {
  kind_ = Kind::controller;
  slot_ = &slot;
  set_name(name);
}

void Session::become_data_port(ControllerSlot& slot, std::string_view name) {
  kind_ = Kind::data_port;
  slot_ = &slot;
  set_name(name);
}

void Session::become_viewer(std::string_view name) {
  kind_ = Kind::viewer;
  set_name(name);
}

void Session::name_viewer(std::string_view name) {
  set_name(name);
}

void Session::hold(Time now) {
  is_held_ = true;
  if (slot_) slot_->pause_turn(now);
}

void Session::release(Time now) {
  if (std::exchange(is_held_, false) && slot_) slot_->resume_turn(now);
}

bool Session::holds_world() const {
  return slot_ && slot_->holds_world();
}

void Session::become_service(std::string_view name) {
  kind_ = Kind::service;
  set_name(name);
}

bool Session::read(SessionListener& listener, Time now) {
  if (over_) return false;
  std::size_t units = 0;
  rests_ = is_postponed_ = false;
  while (!over_ && !is_held_ && !rests_ && !is_postponed_ && units < kMaxUnitsAtOnce &&
         (stage_ == Stage::opening ? open(listener, now) : take_unit(listener, now)))
    ++units;
  flush();
  const bool may_have_more = rests_ || units >= kMaxUnitsAtOnce;
  const bool awaits_answer = is_postponed_ && !channel_->is_write_closed();
  if (!over_ && !may_have_more && !awaits_answer && channel_->has_ended()) {
    // The remaining octets will never become a whole unit, or their answer could not be delivered.
    end(channel_->input().empty() || is_held_ || is_postponed_ ? "" : "ended in the middle of a packet");
  }
  return may_have_more;
}

/// Determines the kind of the client. Returns true once that is known.
bool Session::open(SessionListener& listener, Time now) {
  wire::Opening opening = wire::read_opening(channel_->input());
  using Begins = wire::Opening::Kind;
  if (opening.kind == Begins::undecided && is_whole(opening, now)) opening.kind = opening.presumed;
  switch (opening.kind) {
    case Begins::undecided:
      return false;
    case Begins::packets:
      break;
    case Begins::viewer:
      name_viewer(opening.name);
      has_spoken_ = true;
      break;
    case Begins::service:
      listener.service(*this, opening.name);
      if (kind_ != Kind::service) {
        flush();
        end("");
        return false;
      }
      has_spoken_ = true;
      break;
    case Begins::unknown:
      end("begins with an invalid greeting");
      return false;
  }
  channel_->take(opening.size);
  stage_ = Stage::units;
  return true;
}

/// The old server took whatever it read first as the greeting, so clients of that time omit the comma: their name
/// counts as complete when they have sent nothing more for a while.
bool Session::is_whole(const wire::Opening& greeting, Time now) {
  if (const std::size_t octets = channel_->input().size(); octets != greeting_octets_) {
    greeting_octets_ = octets;
    greeting_came_ = now;
  }
  return greeting.presumed != wire::Opening::Kind::undecided &&
         (channel_->has_ended() || now - greeting_came_ >= kGreetingSilence);
}

/// Reads a message of a service, which begins with its length in digits. No other message begins with a digit, so
/// services may also send the requests of other clients.
bool Session::take_text(SessionListener& listener, Time now) {
  using What = wire::TextUnit::Kind;
  const wire::TextUnit unit = wire::first_text_unit(channel_->input());
  switch (unit.kind) {
    case What::incomplete:
      return false;
    case What::broken:
      end(unit.problem);
      return false;
    case What::leave:
      end("");
      return false;
    case What::message:
      listener.raw(*this, {static_cast<std::uint16_t>(wire::RawCode::message), unit.body});
  }
  channel_->take(unit.size);
  count(unit.size, now);
  return !over_;
}

bool Session::take_unit(SessionListener& listener, Time now) {
  const std::string_view input = channel_->input();
  if (kind_ == Kind::service && !input.empty() && input.front() >= '0' && input.front() <= '9')
    return take_text(listener, now);
  const wire::Unit unit = wire::first_unit(input);
  if (unit.kind == wire::Unit::Kind::incomplete) return false;
  if (unit.kind == wire::Unit::Kind::broken) {
    end(unit.problem);
    return false;
  }
  has_spoken_ = true;
  const std::string_view octets = input.substr(0, unit.size);
  if (unit.kind == wire::Unit::Kind::raw)
    listener.raw(*this, wire::read_raw(octets));
  else if (const auto packet = wire::read_packet(octets))
    listener.packet(*this, *packet);
  else
    complain("a packet with an invalid header", now);
  if (is_postponed_) return false;
  channel_->take(unit.size);
  count(unit.size, now);
  return !over_;
}

void Session::count(std::size_t octets, Time now) {
  if (slot_) slot_->statistics.counts.bytes_from += octets;
  // The world waits for the client during its turn anyway, and how fast it sends depends on the machine.
  if (holds_world()) return;
  if (!budget_.take(octets, std::chrono::duration<double>(now - came_).count())) end("sends more than 8 MB a second");
}

void Session::flush() {
  if (out_.empty()) return;
  if (channel_->unsent() == 0) largest_unsent_ = 0;
  if (channel_->unsent() > kMaxUnsent + largest_unsent_) {
    end("does not read what it is sent");
  } else {
    largest_unsent_ = std::max(largest_unsent_, std::min(out_.size(), PacketAssembler::kMaxOctets));
    channel_->send(out_);
  }
  empty_buffer(out_);
}

void Session::complain(std::string_view what, Time now) {
  log_.complain(label_, "{}", what);
  while (!bad_.empty() && now - bad_.front() > kBadTime) bad_.pop_front();
  bad_.push_back(now);
  if (bad_.size() > kMaxBad) end("has sent too much invalid data");
}

void Session::end(std::string_view why) {
  if (std::exchange(over_, true)) return;
  reason_of_end_ = why;
  if (!why.empty()) log_.complain("sigverse port", "{} is disconnected: {}", label_, why);
}

void Session::attend(Time now) {
  if (!has_spoken_ && !started_here_ && now - came_ >= kFirstUnit) end("has sent nothing for 30 s");
}

}  // namespace sigverse::server
