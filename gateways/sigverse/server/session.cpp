// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/server/session.h"

#include <fmt/format.h>

#include <utility>

#include "gateways/sigverse/server/agent_seat.h"
#include "spark/core/log.h"

namespace sigverse {

using namespace spark;

Session::Session(std::uint64_t id, std::unique_ptr<Channel> channel, AgentSeat* seat, Time now, Log& log)
    : id_(id),
      channel_(std::move(channel)),
      seat_(seat),
      log_(log),
      started_here_(seat != nullptr),
      label_(channel_->peer()),
      came_(now),
      second_began_(now) {}

void Session::set_name(std::string_view name) {
  name_ = name;
  label_ = fmt::format("{} ({})", printable(name), channel_->peer());
}

void Session::become_controller(AgentSeat& seat, std::string_view name) {
  kind_ = Kind::controller;
  seat_ = &seat;
  set_name(name);
}

void Session::become_data_port(AgentSeat& seat, std::string_view name) {
  kind_ = Kind::data_port;
  seat_ = &seat;
  set_name(name);
}

void Session::become_viewer(std::string_view name) {
  kind_ = Kind::viewer;
  set_name(name);
}

void Session::name_viewer(std::string_view name) {
  set_name(name);
}

bool Session::read(SessionListener& listener, Time now) {
  if (over_) return false;
  std::size_t units = 0;
  while (!over_ && units < kMaxUnitsAtOnce && (stage_ == Stage::opening ? open(listener) : take_unit(listener, now)))
    ++units;
  flush();
  if (!over_ && units < kMaxUnitsAtOnce && channel_->has_ended()) {
    // What is left is not a whole unit, and never will be.
    end(channel_->input().empty() ? "" : "ended in the middle of a packet");
  }
  return units >= kMaxUnitsAtOnce;
}

/// What kind of client it is. True if that is known now.
bool Session::open(SessionListener& listener) {
  const wire::Opening opening = wire::read_opening(channel_->input());
  using Begins = wire::Opening::Kind;
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
      flush();
      end("");
      return false;
    case Begins::stranger:
      end("begins with what no client says");
      return false;
  }
  channel_->take(opening.size);
  stage_ = Stage::units;
  return true;
}

bool Session::take_unit(SessionListener& listener, Time now) {
  const wire::Unit unit = wire::first_unit(channel_->input());
  if (unit.kind == wire::Unit::Kind::incomplete) return false;
  if (unit.kind == wire::Unit::Kind::broken) {
    end(unit.problem);
    return false;
  }
  has_spoken_ = true;
  const std::string_view octets = channel_->input().substr(0, unit.size);
  if (unit.kind == wire::Unit::Kind::raw)
    listener.raw(*this, wire::read_raw(octets));
  else if (const auto packet = wire::read_packet(octets))
    listener.packet(*this, *packet);
  else
    complain("a packet whose head makes no sense", now);
  channel_->take(unit.size);
  count(unit.size, now);
  return !over_;
}

void Session::count(std::size_t octets, Time now) {
  if (seat_) seat_->statistics.counts.bytes_from += octets;
  if (now - second_began_ >= std::chrono::seconds(1)) {
    second_began_ = now;
    in_second_ = 0;
  }
  in_second_ += octets;
  if (in_second_ > kMaxPerSecond) end("sends more than 8 MB a second");
}

void Session::flush() {
  if (out_.empty()) return;
  // One large message may be longer than the limit; it is what lies unread behind it that counts.
  if (channel_->unsent() > kMaxUnsent)
    end("does not read what it is sent");
  else
    channel_->send(out_);
  out_.clear();
}

void Session::complain(std::string_view what, Time now) {
  log_.complain(label_, "{}", what);
  while (!bad_.empty() && now - bad_.front() > kBadTime) bad_.pop_front();
  bad_.push_back(now);
  if (bad_.size() > kMaxBad) end("has sent too much that makes no sense");
}

void Session::end(std::string_view why) {
  if (std::exchange(over_, true)) return;
  if (!why.empty()) log_.complain("sigverse port", "{} is disconnected: {}", label_, why);
}

void Session::attend(Time now) {
  if (!has_spoken_ && !started_here_ && now - came_ >= kFirstUnit) end("has said nothing for 30 s");
}

}  // namespace sigverse
