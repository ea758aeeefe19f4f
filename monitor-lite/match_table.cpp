// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/match_table.h"

#include <fmt/format.h>

#include <cmath>

namespace monitor {
namespace {

/// m/s; no player drives faster than 1.62, so one that got farther was moved.
constexpr double kMoved = 4.0;

std::size_t index_of(Side side) {
  return static_cast<std::size_t>(side);
}

double share(double part, double whole) {
  return whole > 0.0 ? 100.0 * part / whole : 0.0;
}

}  // namespace

void MatchTable::add(const Game& game, const Snapshot& snapshot) {
  game_ = game;
  if (game.has_bodies) return bodies_.add(snapshot);
  for (const Event& event : finder_.next(game, snapshot)) {
    if (event.kind == Event::Kind::goal) goals_.push_back(event);
    if (event.kind == Event::Kind::restart) ++teams_[index_of(event.side)].restarts;
    // The other team has the ball.
    if (event.kind == Event::Kind::offside && event.side != Side::none)
      ++teams_[event.side == Side::left ? 2 : 1].offsides;
  }
  const double seconds = begun_ ? snapshot.time - last_.time : 0.0;
  const bool playing = play_mode_text(game, snapshot.play_mode) == "PlayOn" && seconds > 0.0;
  if (playing) {
    play_on_ += seconds;
    teams_[snapshot.ball.x < 0 ? 1 : 2].ball_in_half += seconds;
  }
  for (const Player& player : snapshot.players) {
    if (player.side == Side::none) continue;
    add_person(player, seconds);
    if (!player.last_toucher) continue;
    if (playing) teams_[index_of(player.side)].had_ball += seconds;
    const std::pair<int, int> who{static_cast<int>(player.side), player.number};
    if (who != toucher_) ++people_[who].touches;
    toucher_ = who;
  }
  last_ = snapshot;
  begun_ = true;
}

void MatchTable::add_person(const Player& player, double seconds) {
  Person& person = people_[{static_cast<int>(player.side), player.number}];
  if (person.frames > 0 && seconds > 0.0) {
    const double way = std::hypot(player.position.x - person.last.x, player.position.y - person.last.y);
    if (way / seconds <= kMoved) {
      person.distance += way;
      person.fastest = std::max(person.fastest, way / seconds);
    }
  }
  person.last = player.position;
  person.x += player.position.x;
  person.y += player.position.y;
  ++person.frames;
}

std::vector<std::string> MatchTable::lines() const {
  if (game_.has_bodies) return bodies_.lines();
  std::vector<std::string> lines;
  const std::string left = team_name(last_, Side::left);
  const std::string right = team_name(last_, Side::right);
  lines.push_back(fmt::format("{} {} : {} {}   {:.1f} s of game, {:.1f} s of it play on, {} x {} m", left,
                              last_.score_left, last_.score_right, right, last_.time, play_on_, game_.field_length,
                              game_.field_width));
  for (const Event& goal : goals_) lines.push_back(fmt::format("{:9.2f} s  {}", goal.time, goal.text));
  lines.emplace_back();
  lines.push_back(fmt::format("{:<24} {:>14.14} {:>14.14}", "", left, right));
  const auto row = [&](const char* what, auto value, const char* form) {
    lines.push_back(fmt::format("{:<24} {:>14} {:>14}", what, fmt::format(fmt::runtime(form), value(teams_[1])),
                                fmt::format(fmt::runtime(form), value(teams_[2]))));
  };
  row(
      "touched the ball last", [&](const Team& team) { return share(team.had_ball, play_on_); }, "{:.0f} %");
  row(
      "ball in the own half", [&](const Team& team) { return share(team.ball_in_half, play_on_); }, "{:.0f} %");
  row(
      "restarts", [](const Team& team) { return team.restarts; }, "{}");
  row(
      "offside", [](const Team& team) { return team.offsides; }, "{}");
  lines.emplace_back();
  lines.push_back(fmt::format("{:<14} {:>6} {:>8} {:>9} {:>9} {:>8} {:>8}", "team", "number", "touches", "dist. m",
                              "top m/s", "mean x", "mean y"));
  for (const auto& [who, person] : people_)
    lines.push_back(fmt::format("{:<14.14} {:>6} {:>8} {:>9.1f} {:>9.2f} {:>8.1f} {:>8.1f}",
                                who.first == 1 ? left : right, who.second, person.touches, person.distance,
                                person.fastest, person.x / person.frames, person.y / person.frames));
  return lines;
}

}  // namespace monitor
