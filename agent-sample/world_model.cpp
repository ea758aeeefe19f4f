// SPDX-License-Identifier: Apache-2.0
#include "agent-sample/world_model.h"

namespace sample {

void WorldModel::read(std::string_view data) {
  sightings_.clear();
  for (SexpReader percepts(data); !percepts.at_end();) {
    SexpReader percept = percepts.list();
    const std::string_view name = percept.word();
    if (name == "Vision") see(percept);
    if (name == "GameState") read_game_state(percept);
    if (name == "AgentState") read_agent_state(percept);
  }
  if (!ready()) return;

  locate_myself();
  ball_ = ball_at(kSenseInterval);
  ball_velocity_ = ball_velocity_ * std::exp(-kBallDrag * kSenseInterval);
  ++ball_age_;
  for (Player& player : mates_) ++player.age;
  for (Player& player : opponents_) ++player.age;
  for (const Sighting& seen : sightings_) {
    const Vector position = me_now_.position + seen.relative.turned(pan_);
    if (seen.kind == "Ball") locate_ball(position, kMyRadius + seen.height);
    const int number = static_cast<int>(SexpReader(seen.id).number());
    if (seen.kind == "Player" && number >= 1 && number <= kPlayers)
      (seen.team == team_name_ ? mates_ : opponents_)[static_cast<std::size_t>(number)] = {position, 0};
  }
}

void WorldModel::see(SexpReader objects) {
  while (!objects.at_end()) {
    SexpReader object = objects.list();
    Sighting seen;
    seen.kind = object.word();
    while (!object.at_end()) {
      SexpReader field = object.list();
      const std::string_view name = field.word();
      if (name == "team") seen.team = field.word();
      if (name == "id") seen.id = field.word();
      if (name == "pol") {
        const double range = field.number(), angle = field.number() * kDegree, elevation = field.number() * kDegree;
        seen.relative = Vector{range * std::cos(elevation), 0}.turned(angle);
        seen.height = range * std::sin(elevation);
      }
    }
    sightings_.push_back(seen);
  }
}

void WorldModel::read_game_state(SexpReader items) {
  while (!items.at_end()) {
    SexpReader item = items.list();
    const std::string_view name = item.word();
    if (name == "unum") number_ = static_cast<int>(item.number());
    if (name == "team") left_ = item.word() == "left";
    if (name == "FieldLength") length_ = item.number();
    if (name == "FieldWidth") width_ = item.number();
    if (name == "GoalWidth") goal_width_ = item.number();
    if (name == "playmode") play_mode_ = item.word();
  }
}

void WorldModel::read_agent_state(SexpReader items) {
  while (!items.at_end()) {
    SexpReader item = items.list();
    if (item.word() != "pan_tilt") continue;
    can_turn_camera_ = true;
    item.number();  // the pan is rounded; the flags give it more exactly
    tilt_ = item.number();
  }
}

/// Where a flag or goal post stands: "1_l" is the left one at the negative side of the world, whoever looks.
Vector WorldModel::mark_position(const Sighting& mark) const {
  const double x = mark.id.ends_with('l') ? -length_ / 2 : length_ / 2;
  const double y = mark.kind == "Goal" ? goal_width_ / 2 : width_ / 2;
  const Vector world{x, mark.id.starts_with('1') ? -y : y};
  return left_ ? world : world * -1;
}

/// Foresees where the last commands led, and corrects that by what the eye says: the turn and the shift that lay the
/// marks as seen onto the marks as they stand, by least squares. The turn is the camera's pan, the shift the own
/// position. Far objects are seen less exactly, so they weigh less.
void WorldModel::locate_myself() {
  me_now_ = drive(me_now_, command_);
  command_ = next_command_;

  struct Pair {
    Vector seen, there;
    double weight;
  };
  std::array<Pair, 8> marks;
  std::size_t count = 0;
  double weights = 0, along = 0, across = 0;
  Vector seen_centre, true_centre;
  for (const Sighting& seen : sightings_) {
    if ((seen.kind != "Flag" && seen.kind != "Goal") || count == marks.size()) continue;
    const Pair mark{seen.relative, mark_position(seen), 1 / (1 + dot(seen.relative, seen.relative))};
    marks[count++] = mark;
    weights += mark.weight;
    seen_centre = seen_centre + mark.seen * mark.weight;
    true_centre = true_centre + mark.there * mark.weight;
  }
  if (count >= 2) {
    seen_centre = seen_centre * (1 / weights);
    true_centre = true_centre * (1 / weights);
    for (std::size_t i = 0; i < count; ++i) {
      const Vector seen = marks[i].seen - seen_centre, there = marks[i].there - true_centre;
      along += dot(seen, there) * marks[i].weight;
      across += dot(seen.turned_left(), there) * marks[i].weight;
    }
    pan_ = std::atan2(across, along);
    correct_position(true_centre - seen_centre.turned(pan_));
  }
  me_then_ = drive(me_now_, command_);
}

void WorldModel::correct_position(Vector seen) {
  const Vector error = seen - me_now_.position;
  if (error.length() > 1) {  // moved by the referee, or beamed
    me_now_ = {seen, {}};
  } else {
    me_now_.position = me_now_.position + error * 0.4;
    me_now_.velocity = me_now_.velocity + error * 0.5;
  }
}

WorldModel::Motion WorldModel::drive(Motion from, Vector command) {
  const double decay = std::exp(-kDrag * kSenseInterval);
  const Vector final_velocity = command * (kThrust / kDrag);
  const Vector excess = from.velocity - final_velocity;
  return {from.position + final_velocity * kSenseInterval + excess * ((1 - decay) / kDrag),
          final_velocity + excess * decay};
}

void WorldModel::locate_ball(Vector seen, double height) {
  const Vector error = seen - ball_;
  if (ball_age_ > 5 || error.length() > 5)
    ball_velocity_ = {};  // nothing rolls that fast: it was put there
  else
    ball_velocity_ = ball_velocity_ + error * ((error.length() > 0.3 ? 1 : 0.4) / (kSenseInterval * ball_age_));
  ball_ = seen;
  ball_height_ = height;
  ball_age_ = 0;
}

Vector WorldModel::ball_at(double seconds) const {
  return ball_ + ball_velocity_ * ((1 - std::exp(-kBallDrag * seconds)) / kBallDrag);
}

}  // namespace sample
