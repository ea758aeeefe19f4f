// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/trainer/trainer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "monitor-lite/client/commands.h"

namespace monitor {
namespace {

using std::chrono::milliseconds;

/// Steps requested in advance: enough for the server never to wait, with few wasted when an attempt ends.
constexpr int kStepsAhead = 100;
constexpr double kUsualStep = 0.01;  // s
/// For servers without `subscribe`.
constexpr int kUsualInterval = 15;
/// s; a game time below this is that of an episode that has just begun.
constexpr double kJustBegun = 1e-9;

}  // namespace

Trainer::Trainer(Client& client, const SetPlay& play, std::int64_t seed, milliseconds timeout, spark::RealClock& clock)
    : client_(client),
      play_(play),
      seed_(seed),
      timeout_(timeout),
      clock_(clock),
      steps_ahead_(std::max(kStepsAhead, 2 * play.interval)) {}

bool Trainer::all_are_there() const {
  const auto is_there = [&](const Placement& each) {
    return each.side == Side::none || client_.snapshot().player(each.side, each.number);
  };
  return std::ranges::all_of(play_.placements, is_there) && std::ranges::all_of(play_.awaited, is_there);
}

/// Polls until `done`; passes every frame to `on_frame`.
void Trainer::await(const std::function<bool()>& done, const Client::OnFrame& on_frame, Deadline deadline_for,
                    const std::string& what) {
  auto deadline = clock_.now() + timeout_;
  while (!done()) {
    const auto state = client_.poll(milliseconds(100), on_frame);
    if (done()) return;
    if (state == Client::State::over) throw std::runtime_error("the match is over");
    const std::uint64_t frames = client_.frames();
    if (frames < frames_ || (frames_ > 0 && state != Client::State::watching))
      throw std::runtime_error("the connection to the server was lost");
    if (deadline_for == Deadline::for_each_frame && frames > frames_) deadline = clock_.now() + timeout_;
    frames_ = frames;
    if (clock_.now() < deadline) continue;
    throw std::runtime_error(fmt::format("{}, for {} s{}", what, std::chrono::duration<double>(timeout_).count(),
                                         client_.problem().empty() ? "" : fmt::format(" ({})", client_.problem())));
  }
}

void Trainer::prepare() {
  await([&] { return client_.state() == Client::State::watching && client_.may_command(); }, {}, Deadline::for_all,
        "no match to be seen");
  client_.send(full_state());  // the clock may be stopped
  await([&] { return client_.frames() > 0; }, {}, Deadline::for_all, "no match to be seen");
  const auto& modes = client_.game().play_modes;
  if (client_.game().has_bodies) throw std::runtime_error("this world has no ball and no players");
  if (std::ranges::find(modes, play_.mode) == modes.end())
    throw std::runtime_error(fmt::format("the server has no play mode '{}'", play_.mode));
  std::string players;
  for (const auto* each_list : {&play_.placements, &play_.awaited})
    for (const Placement& each : *each_list)
      if (each.side != Side::none) players += fmt::format("{}{}", players.empty() ? "" : ", ", words_for(each));
  await([&] { return all_are_there(); }, {}, Deadline::for_all, fmt::format("not all of {} are there", players));
  client_.send(subscribe(play_.interval, true));
  client_.step(0);  // otherwise the match would run, and might end, before the first attempt is set up
}

/// Requests steps so that some are always pending, but none long after the time of the attempt: those would be in the
/// log, but in no attempt.
void Trainer::ask_for_steps(double seconds_left) {
  const int under_way = steps_asked_ - steps_made_;
  if (under_way > steps_ahead_ / 2) return;
  const int wanted = static_cast<int>(std::ceil(seconds_left / kUsualStep)) + 2 * play_.interval - under_way;
  const int more = std::min(steps_ahead_, wanted);
  if (more <= 0) return;
  client_.step(more);
  steps_asked_ += more;
}

void Trainer::place(const Beginning& beginning) {
  const std::string commands = commands_for(play_, beginning, !repeats_);
  if (!client_.send((repeats_ ? reset(beginning.episode_seed) : std::string()) + commands + "(getAck placed)" +
                    full_state()))
    throw std::runtime_error("the connection to the server was lost");
  steps_asked_ = steps_made_ = 0;
  ask_for_steps(play_.seconds);
}

Attempt Trainer::play(int number, const IsOver& is_over) {
  const Beginning beginning = begin_attempt(play_, client_.game(), seed_, number);
  place(beginning);
  std::optional<AttemptWatch> watch;  // set once a frame shows the placement
  std::string outcome;
  const auto see = [&](const Snapshot& now) {
    if (!outcome.empty() || (!watch && !now.acknowledged)) return;  // a frame of the previous attempt, or of none
    if (!watch && repeats_ && now.time > kJustBegun) {
      repeats_ = false;
      return place(beginning);
    }
    if (!watch) return void(watch.emplace(play_, client_.game(), beginning, now));
    if (watch->see(now))
      outcome = watch->attempt().outcome;
    else if (is_over)
      outcome = is_over(now, watch->attempt().seconds);
    steps_made_ += now.ball_velocity ? play_.interval : kUsualInterval;
    if (outcome.empty()) ask_for_steps(play_.seconds - watch->attempt().seconds);
  };
  await([&] { return !outcome.empty(); }, see, Deadline::for_each_frame, "the server does not answer");
  Attempt attempt = watch->attempt();
  attempt.outcome = std::move(outcome);
  return attempt;
}

}  // namespace monitor
