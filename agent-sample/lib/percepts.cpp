// SPDX-License-Identifier: Apache-2.0
#include "agent-sample/lib/percepts.h"

#include <cmath>

#include "agent-sample/lib/sexp_reader.h"

namespace rcss3d::agent {

namespace {

Sighting::Kind kind_of(std::string_view name) {
  if (name == "Player") return Sighting::Kind::player;  // most sightings are players
  if (name == "Flag") return Sighting::Kind::flag;
  if (name == "Goal") return Sighting::Kind::goal;
  if (name == "Ball") return Sighting::Kind::ball;
  return Sighting::Kind::other;
}

void read_vision(SexpReader& objects, std::vector<Sighting>& seen) {
  for (; objects.enter(); objects.leave()) {
    Sighting object;
    object.kind = kind_of(objects.word());
    bool has_place = false;
    for (; objects.enter(); objects.leave()) {
      const std::string_view name = objects.word();
      if (name == "team") {
        object.team = objects.word();
      } else if (name == "id") {
        object.id = objects.word();
      } else if (name == "pol") {
        object.distance = objects.number();
        object.azimuth = objects.number() * kDegree;
        object.elevation = objects.number() * kDegree;
        has_place = std::isfinite(object.distance) && object.distance > 0 && object.distance < 1e4 &&
                    std::isfinite(object.azimuth) && std::isfinite(object.elevation);
      }
    }
    if (has_place) seen.push_back(object);
  }
}

void read_game_state(SexpReader& items, Percepts& percepts) {
  const auto length = [&](double& value) {
    const double read = items.number();
    if (read >= 0.01 && read < 1e5) value = read;
  };
  const auto whole = [&](std::optional<int>& value, int least = 0) {
    const double read = items.number();
    if (read >= least && read < 1000) value = static_cast<int>(read);
  };
  Field& field = percepts.field;
  for (; items.enter(); items.leave()) {
    const std::string_view name = items.word();
    if (name == "unum") {
      const double number = items.number();
      if (number >= 1 && number < 1000) percepts.number = static_cast<int>(number);
    }
    if (name == "team") percepts.left = items.word() == "left";
    if (name == "FieldLength") length(field.length);
    if (name == "FieldWidth") length(field.width);
    if (name == "FieldHeight") length(field.height);
    if (name == "GoalWidth") length(field.goal_width);
    if (name == "GoalDepth") length(field.goal_depth);
    if (name == "GoalHeight") length(field.goal_height);
    if (name == "BorderSize") length(field.border);
    if (name == "AgentMass") length(field.player_mass);
    if (name == "AgentRadius") length(field.player_radius);
    if (name == "BallRadius") length(field.ball_radius);
    if (name == "BallMass") length(field.ball_mass);
    if (name == "playmode") percepts.play_mode = items.word();
    if (name == "half") whole(percepts.half, 1);
    if (name == "shoot_out_left") whole(percepts.shoot_out_left);
    if (name == "shoot_out_right") whole(percepts.shoot_out_right);
    if (name == "shooter") whole(percepts.shooter);
    if (name == "DoubleTouch") percepts.double_touch = items.word() == "true";
    if (name == "time") {
      const double time = items.number();
      if (std::isfinite(time)) percepts.game_time = time;
    }
  }
}

void read_agent_state(SexpReader& items, Percepts& percepts) {
  for (; items.enter(); items.leave()) {
    const std::string_view name = items.word();
    if (name == "pan_tilt") {
      const double pan = items.number() * kDegree, tilt = items.number() * kDegree;
      if (!std::isfinite(pan) || !std::isfinite(tilt)) continue;
      percepts.pan_tilt = true;
      percepts.pan = pan;
      percepts.tilt = tilt;
    }
    if (name == "battery") {
      const double battery = items.number();
      if (std::isfinite(battery)) percepts.battery = battery;
    }
  }
}

}  // namespace

void Percepts::clear() {
  vision = pan_tilt = false;
  seen.clear();
  number.reset();
  left.reset();
  field = {};
  field.player_mass = field.player_radius = field.ball_mass = field.ball_radius = 0;
  game_time.reset();
  play_mode = {};
  half.reset();
  shoot_out_left.reset();
  shoot_out_right.reset();
  shooter.reset();
  double_touch = false;
  battery.reset();
  simulated_time.reset();
  heard.clear();
}

void Percepts::read(std::string_view text) {
  clear();
  for (SexpReader percepts(text); percepts.enter(); percepts.leave()) {
    const std::string_view name = percepts.word();
    if (name == "Vision") {
      vision = true;
      read_vision(percepts, seen);
    }
    if (name == "GameState") read_game_state(percepts, *this);
    if (name == "AgentState") read_agent_state(percepts, *this);
    if (name == "time") {
      if (percepts.enter()) {
        const bool is_now = percepts.word() == "now";
        const double time = percepts.number();
        if (is_now && time >= 0 && time < 1e9) simulated_time = time;
        percepts.leave();
      }
    }
    if (name == "hear") {
      percepts.word();  // the game time
      HeardMessage message;
      message.sender = percepts.word();
      message.text = percepts.word();
      if (!message.text.empty()) heard.push_back(message);
    }
  }
}

}  // namespace rcss3d::agent
