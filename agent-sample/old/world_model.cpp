// SPDX-License-Identifier: Apache-2.0
#include "agent-sample/old/world_model.h"

namespace sample {

void WorldModel::read(std::string_view data) {
  sightings_.clear();
  for (SexpReader percepts(data); percepts.enter(); percepts.leave()) {
    const std::string_view name = percepts.word();
    if (name == "Vision") see(percepts);
    if (name == "GameState") read_game_state(percepts);
    if (name == "AgentState") read_agent_state(percepts);
  }
  if (!ready()) return;

  locate_myself();
  ball_ = ball_at(kSenseInterval);
  ball_velocity_ = ball_velocity_ * std::exp(-kBallDrag * kSenseInterval);
  ++ball_age_;
  for (Player& player : mates_) ++player.age;
  for (Player& player : opponents_) ++player.age;
  const Turn pan(pan_);
  for (const Sighting& seen : sightings_) {
    if (seen.kind == "Ball") locate_ball(me_now_.position + seen.relative.turned(pan), kMyRadius + seen.height);
    if (seen.kind != "Player") continue;
    const int number = static_cast<int>(SexpReader(seen.id).number());
    if (number >= 1 && number <= kPlayers)
      (seen.team == team_name_ ? mates_ : opponents_)[static_cast<std::size_t>(number)] = {
          me_now_.position + seen.relative.turned(pan), 0};
  }
}

void WorldModel::see(SexpReader& objects) {
  for (; objects.enter(); objects.leave()) {
    Sighting& seen = sightings_.emplace_back();
    seen.kind = objects.word();
    for (; objects.enter(); objects.leave()) {
      const std::string_view name = objects.word();
      if (name == "team") seen.team = objects.word();
      if (name == "id") seen.id = objects.word();
      if (name == "pol") {
        const double range = objects.number();
        const Turn angle(objects.number() * kDegree), elevation(objects.number() * kDegree);
        seen.relative = Vector{range * elevation.cosine, 0}.turned(angle);
        seen.height = range * elevation.sine;
      }
    }
  }
}

/// Begins a new episode, to which no earlier observation applies.
void WorldModel::forget() {
  ++episode_;
  me_now_ = me_then_ = {};
  command_ = next_command_ = {};
  pan_ = 0;
  ball_ = ball_velocity_ = {};
  ball_height_ = 0;
  ball_age_ = 1000;
  mates_ = opponents_ = {};
}

void WorldModel::read_game_state(SexpReader& items) {
  for (; items.enter(); items.leave()) {
    const std::string_view name = items.word();
    if (name == "unum") {
      number_ = static_cast<int>(items.number());
      forget();
    }
    if (name == "team") left_ = items.word() == "left";
    if (name == "FieldLength") length_ = items.number();
    if (name == "FieldWidth") width_ = items.number();
    if (name == "GoalWidth") goal_width_ = items.number();
    if (name == "playmode") play_mode_ = items.word();
  }
}

void WorldModel::read_agent_state(SexpReader& items) {
  for (; items.enter(); items.leave()) {
    if (items.word() != "pan_tilt") continue;
    can_turn_camera_ = true;
    items.number();  // the pan is rounded; the flags give it more exactly
    tilt_ = items.number();
  }
}

/// The position of a flag or goal post: "1_l" is the left one at the negative side of the world, for both teams.
Vector WorldModel::mark_position(const Sighting& mark) const {
  const double x = mark.id.ends_with('l') ? -length_ / 2 : length_ / 2;
  const double y = mark.kind == "Goal" ? goal_width_ / 2 : width_ / 2;
  const Vector world{x, mark.id.starts_with('1') ? -y : y};
  return left_ ? world : world * -1;
}

/// Predicts the effect of the last commands, and corrects the prediction by the picture: finds the turn and the shift
/// that map the marks as seen to their true positions, by least squares. The turn is the camera's pan, the shift its
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
    ball_velocity_ = {};  // nothing rolls that fast: the referee has moved it
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
