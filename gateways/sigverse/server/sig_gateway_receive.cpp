// SPDX-License-Identifier: Apache-2.0
//
// What happens between two steps, and at the end.
#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "gateways/sigverse/server/sig_gateway.h"
#include "spark/core/core.h"
#include "spark/net/loop.h"
#include "spark/sim/run_control.h"

namespace sigverse {

using namespace spark;
namespace {

/// Real time that a controller may still run after it has closed its pipes.
constexpr std::chrono::seconds kTimeToEnd{1};
/// Turns in one `receive`; then others have their turn.
constexpr std::size_t kTurnsAtOnce = 200;

}  // namespace

void SigGateway::receive(AgentGatewayListener& listener) {
  listener_ = &listener;
  desk_.set_listener(&listener);
  loop_.poll();
  read_pipes();
  take_what_came();
  for (std::size_t i = 0; i < kTurnsAtOnce && answers_at_once(); ++i) take_what_came();
  if (run_.wants_end()) end_.end();
  desk_.set_listener(nullptr);
  listener_ = nullptr;
}

void SigGateway::take_what_came() {
  const Time now = loop_.now();
  has_more_ = sessions_.read(desk_, now);
  take_ended(now);
  sessions_.forget([&](Session& session) { gone(session, now); }, now);
  look_at_deserted(now);
  go_on(now);
  post_.attend(now);
}

/// Whether the controller whose turn it is has said something within the time that most of them take. Then the rest of
/// the round can be had without the way through the loop of the simulation, which costs more than a turn.
bool SigGateway::answers_at_once() {
  const AgentSeat* seat = turns_.current();
  if (!seat) return false;
  PipeChannel* channel = channels_[number_of(*seat)];
  if (!channel) return false;
  const std::size_t before = channel->input().size();
  for (int i = looks_.begin(); i > 0 && channel->input().size() == before && !channel->has_ended(); --i)
    channel->read();
  const bool found = channel->input().size() != before;
  looks_.end(found);
  return found;
}

void SigGateway::read_pipes() {
  for (const epoll_event& event : pipes_.wait(std::chrono::milliseconds(0))) {
    PipeChannel* channel = channels_[event.data.u64];
    if (!channel) continue;
    if ((event.events & EPOLLOUT) != 0) channel->flush();
    if ((event.events & ~static_cast<std::uint32_t>(EPOLLOUT)) != 0) channel->read();
  }
}

/// A restart is a reset and a start, each of which the other has to see.
void SigGateway::go_on(Time now) {
  do {
    run_.follow();
    turns_.attend(now);
  } while (!run_.is_up_to_date());
}

/// What a controller has said before it ended counts still.
void SigGateway::take_ended(Time now) {
  for (const Controllers::Ended& ended : controllers_.take_ended()) {
    AgentSeat& seat = *ended.seat;
    for (const auto& session : sessions_.all()) {
      if (session->seat() != &seat || !session->was_started_here()) continue;
      while (!session->channel().has_ended() || !session->channel().input().empty()) {
        const std::size_t before = session->channel().input().size();
        session->channel().read();
        session->read(desk_, now);
        if (session->is_over() || session->channel().input().size() == before) break;
      }
      session->end("");
    }
    if (run_.state() == RunState::State::loading && ended.end.exit_status && *ended.end.exit_status != 0)
      throw std::runtime_error(fmt::format("{}: its controller {}", printable(seat.name()), ended.end.how));
    const AgentId agent = seat.id();
    seat.leave();
    listener_->agent_lost(agent, ended.end.how);
  }
}

std::size_t SigGateway::number_of(const AgentSeat& seat) const {
  const auto place = std::ranges::find_if(seats_, [&seat](const auto& each) { return each.get() == &seat; });
  return static_cast<std::size_t>(place - seats_.begin());
}

void SigGateway::gone(Session& session, Time now) {
  desk_.forget(session);
  AgentSeat* seat = session.seat();
  if (!seat) return;
  const std::size_t number = number_of(*seat);
  if (session.was_started_here()) channels_[number] = nullptr;
  if (seat->data == &session) seat->data = nullptr;
  const bool has_left = seat->command == &session;
  if (has_left) {
    seat->command = nullptr;
    if (seat->data) seat->data->end("");
  }
  if (seat->program && session.was_started_here()) {
    deserted_[number] = now;  // its end will be told
  } else if (has_left) {
    const AgentId agent = seat->id();
    seat->leave();
    listener_->agent_lost(agent, "closed its connection");
  }
}

/// One that closes its pipes and goes on is of no use.
void SigGateway::look_at_deserted(Time now) {
  for (std::size_t i = 0; i < seats_.size(); ++i) {
    if (!deserted_[i]) continue;
    if (!seats_[i]->program) {
      deserted_[i].reset();
    } else if (now - *deserted_[i] >= kTimeToEnd) {
      controllers_.stop(*seats_[i], std::chrono::milliseconds(0));
      deserted_[i].reset();
    }
  }
}

void SigGateway::lose(AgentSeat& seat, std::string_view why) {
  const AgentId agent = seat.id();
  listener_->agent_lost(agent, why);
  drop(agent);
}

void SigGateway::drop(AgentId agent) {
  AgentSeat* seat = find_seat(seats_, agent);
  if (!seat) return;
  controllers_.stop(*seat, std::chrono::milliseconds(0));
  for (const auto& session : sessions_.all())
    if (session->seat() == seat) session->end("");
  seat->leave();
}

/// Controllers end when their pipes close.
void SigGateway::shut_down(std::chrono::milliseconds patience) {
  if (std::exchange(is_down_, true)) return;
  std::ranges::fill(channels_, nullptr);
  sessions_.close();
  if (patience > std::chrono::milliseconds(0)) controllers_.wait(patience);
  controllers_.end();
}

}  // namespace sigverse
