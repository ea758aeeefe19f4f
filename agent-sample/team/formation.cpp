// SPDX-License-Identifier: Apache-2.0
#include "agent-sample/team/formation.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "agent-sample/team/text_lines.h"

namespace rcss3d::agent {
namespace {

constexpr double kMaxLength = 1000;  // m; larger numbers in a file are mistakes

/// Reads the places of all players at the end of a line.
template <class Places>
std::string read_places(LineReader& line, std::size_t size, Places& places) {
  for (std::size_t number = 1; number <= size; ++number)
    if (!line.number(places[number].x, kMaxLength) || !line.number(places[number].y, kMaxLength))
      return "x and y of " + std::to_string(size) + " players are expected";
  return {};
}

}  // namespace

Formation Formation::read(std::string_view text, std::string& error) {
  Formation result;
  for (std::size_t number = 0; number < result.mirrored_.size(); ++number) result.mirrored_[number] = number;
  error = for_each_line(text, [&](LineReader& line) -> std::string {
    const std::string_view name = line.word();
    double size = 0;
    if (name == "size") {
      if (!line.number(size, World::kPlayers) || size < 1 || size != std::floor(size))
        return "size is a whole number from 1 to 11";
      result.size_ = static_cast<std::size_t>(size);
      return {};
    }
    if (name == "field") {
      const bool good = line.number(result.field_.x, kMaxLength) && line.number(result.field_.y, kMaxLength);
      return good && result.field_.x > 0 && result.field_.y > 0 ? "" : "length and width of the field are expected";
    }
    if (result.size_ == 0) return "the first line is the size of the team";
    if (name == "mirror") {
      double one = 0, other = 0;
      const auto is_player = [&](double number) {
        return number >= 1 && number <= static_cast<double>(result.size_) && number == std::floor(number);
      };
      if (!line.number(one, kMaxLength) || !line.number(other, kMaxLength) || !is_player(one) || !is_player(other))
        return "the numbers of two players are expected";
      result.mirrored_[static_cast<std::size_t>(one)] = static_cast<std::size_t>(other);
      result.mirrored_[static_cast<std::size_t>(other)] = static_cast<std::size_t>(one);
      return {};
    }
    if (name == "kick_off") return read_places(line, result.size_, result.kick_off_[1]);
    if (name == "kick_off_theirs") return read_places(line, result.size_, result.kick_off_[0]);
    if (name == "ours" || name == "theirs") {
      Situation situation{};
      if (!line.number(situation.ball.x, kMaxLength) || !line.number(situation.ball.y, kMaxLength) ||
          situation.ball.y < 0)
        return "the place of the ball is expected, with y of at least 0";
      result.situations_[name == "ours"].push_back(situation);
      return read_places(line, result.size_, result.situations_[name == "ours"].back().places);
    }
    return "size, field, mirror, kick_off, kick_off_theirs, ours or theirs are expected";
  });
  if (error.empty() && result.size_ == 0) error = "it has no line with the size of the team";
  if (error.empty() && (result.situations_[0].empty() || result.situations_[1].empty()))
    error = "it has no places for one of ours and theirs";
  return result;
}

/// The weighted mean of the places of all situations. The weight is 1/d⁴, d being the distance from the ball to that of
/// the situation, so the result is exact at the places of the file and smooth everywhere.
Formation::Places Formation::interpolated(const std::vector<Situation>& situations, Vector ball) const {
  Places places{};
  double weights = 0;
  for (const Situation& situation : situations) {
    const Vector away = ball - situation.ball;
    const double squared = dot(away, away) + 1e-3;
    const double weight = 1 / (squared * squared);
    for (std::size_t number = 1; number <= size_; ++number)
      places[number] = places[number] + situation.places[number] * weight;
    weights += weight;
  }
  for (Vector& place : places) place = place * (1 / weights);
  return places;
}

Formation::Places Formation::places(Vector ball, bool ours, const Field& field) const {
  const Vector stretch{field.length / field_.x, field.width / field_.y};
  Vector scaled{std::clamp(ball.x / stretch.x, -field_.x / 2, field_.x / 2),
                std::clamp(ball.y / stretch.y, -field_.y / 2, field_.y / 2)};
  const bool mirrored = scaled.y < 0;
  if (mirrored) scaled.y = -scaled.y;
  const Places there = interpolated(situations_[ours], scaled);
  // Near the middle both mirror images count, so that the places do not jump when the ball crosses it.
  const double middle = 0.5 - std::min(0.5, scaled.y / (0.2 * field_.y));
  Places places{};
  for (std::size_t number = 1; number <= World::kPlayers; ++number) {
    const std::size_t one = std::min(number, size_), partner = mirrored_[one];
    Vector place = there[mirrored ? partner : one];
    if (middle > 0) {
      const Vector other = there[mirrored ? one : partner];
      place = place * (1 - middle) + Vector{other.x, -other.y} * middle;
    }
    if (mirrored) place.y = -place.y;
    places[number] = {place.x * stretch.x, place.y * stretch.y};
  }
  return places;
}

Vector Formation::kick_off_place(std::size_t number, bool ours, const Field& field) const {
  const Vector place = kick_off_[ours][std::clamp<std::size_t>(number, 1, size_)];
  return {place.x * field.length / field_.x, place.y * field.width / field_.y};
}

void Formations::add(Formation formation) {
  const auto larger = std::find_if(formations_.begin(), formations_.end(),
                                   [&](const Formation& other) { return other.size() >= formation.size(); });
  if (larger != formations_.end() && larger->size() == formation.size())
    *larger = std::move(formation);
  else
    formations_.insert(larger, std::move(formation));
}

const Formation& Formations::for_size(int size) const {
  for (const Formation& formation : formations_)
    if (static_cast<int>(formation.size()) >= size) return formation;
  return formations_.back();
}

}  // namespace rcss3d::agent
