// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/client/line_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "monitor-lite/client/body_reader.h"
#include "spark/core/log.h"
#include "spark/core/number_text.h"

namespace monitor {
namespace {

// A player has some ten items, and streams never nest deeper than three.
constexpr spark::sexp::Limits kLimits{LineReader::kMaxLineSize, 16, 64 * 1024};

constexpr std::pair<const char*, double Game::*> kValues[] = {
    {"FieldLength", &Game::field_length},      {"FieldWidth", &Game::field_width}, {"GoalWidth", &Game::goal_width},
    {"GoalDepth", &Game::goal_depth},          {"GoalHeight", &Game::goal_height}, {"BorderSize", &Game::border_size},
    {"AgentRadius", &Game::agent_radius},      {"BallRadius", &Game::ball_radius}, {"RuleHalfTime", &Game::half_time},
    {"ExtraHalfTime", &Game::extra_half_time}, {"ShootOut", &Game::shoot_out},
};

constexpr std::pair<std::string_view, int Standing::*> kIntegers[] = {
    {"half", &Standing::half},
    {"score_left", &Standing::score_left},
    {"score_right", &Standing::score_right},
    {"play_mode", &Standing::play_mode},
    {"shoot_out_left", &Standing::shoot_out_left},
    {"shoot_out_right", &Standing::shoot_out_right},
    {"shooter", &Standing::shooter},
    {"lot", &Standing::lot},
};

/// The first sub-list with that name; `found` is set to whether there is one.
spark::sexp::Expression part(const spark::sexp::Expression& item, std::string_view name, bool& found) {
  for (std::size_t i = 1; i < item.size(); ++i)
    if (item[i].is_list() && item[i].name() == name) return found = true, item[i];
  return found = false, item;
}

}  // namespace

std::vector<std::string> standard_play_modes() {
  return {"BeforeKickOff",  "KickOff_Left",     "KickOff_Right",     "PlayOn",         "KickIn_Left",
          "KickIn_Right",   "corner_kick_left", "corner_kick_right", "goal_kick_left", "goal_kick_right",
          "offside_left",   "offside_right",    "GameOver",          "Goal_Left",      "Goal_Right",
          "free_kick_left", "free_kick_right"};
}

std::string play_mode_text(const Game& game, int play_mode) {
  if (play_mode >= 0 && static_cast<std::size_t>(play_mode) < game.play_modes.size())
    return game.play_modes[static_cast<std::size_t>(play_mode)];
  return fmt::format("mode {}", play_mode);
}

LineReader::LineReader(TeamNames names) : reader_(kLimits), names_(std::move(names)) {}

LineReader::Kind LineReader::read(std::string_view line) {
  problem_.clear();
  line.remove_prefix(std::min(line.find_first_not_of(kAround), line.size()));
  line.remove_suffix(line.size() - (line.find_last_not_of(kAround) + 1));
  if (!reader_.read(line)) {
    complain("not a line of a match", reader_.error());
    return Kind::unreadable;
  }
  const std::string_view name = reader_.size() > 0 ? reader_[0].name() : std::string_view();
  if (name == "Init") {
    read_init(reader_[0]);
    return Kind::init;
  }
  if (name == "Info") {
    // A message that the clock is stopped or runs again is not a frame, nor is a trainer's drawing.
    const Expression last = reader_[0][reader_[0].size() - 1];
    if (read_pause(last)) return Kind::pause;
    if (last.is_list() && last.name() == "draw") return drawing_ = read_live_drawing(last), Kind::drawing;
    read_info(reader_[0]);
    return Kind::info;
  }
  if (name == "Die") return Kind::die;
  complain(reader_.is_cut() ? "a line that is cut" : "not a line of a match", line);
  return Kind::unreadable;
}

void LineReader::read_init(const Expression& line) {
  game_ = {};
  snapshot_ = {};  // drops the state of the previous match; after an Init the server resends everything
  is_paused_.reset();
  has_game_ = true;
  shapes_.reset();
  for (std::size_t i = 1; i < line.size(); ++i) {
    const Expression item = line[i];
    if (item.name() == "play_modes") {
      game_.play_modes.clear();
      for (std::size_t mode = 1; mode < item.size() && mode <= 100; ++mode)
        game_.play_modes.push_back(spark::printable(item[mode].text(), 64));
      continue;
    }
    if (item.name() == "bodies") {  // each frame has all names
      game_.has_bodies = true;
      continue;
    }
    if (read_look(item) || read_pause(item)) continue;
    double value = 0.0;
    if (!read_number(item, value)) continue;
    game_.values.insert_or_assign(std::string(item.name()), value);
    if (item.name() == "MonitorKicks") game_.shows_kicks = value > 0.0;
    for (const auto& [name, member] : kValues)
      if (item.name() == name && value > 0.0 && value <= 10000.0) game_.*member = value;
  }
  if (shapes_) snapshot_.shapes = std::move(shapes_);
}

void LineReader::read_info(const Expression& line) {
  snapshot_.acknowledged = false;
  snapshot_.kicks.clear();
  players_begun_ = markers_begun_ = false;
  shapes_.reset();
  snapshot_.bodies.clear();  // each frame has all bodies
  snapshot_.ball_velocity.reset();
  for (std::size_t i = 1; i < line.size(); ++i)
    if (line[i].is_list()) read_item(line[i]);
  if (shapes_) snapshot_.shapes = std::move(shapes_);
  name_teams();
}

/// Sets the given names for the teams that began on these sides.
void LineReader::name_teams() {
  const bool changed = snapshot_.sides_changed;
  if (!names_.left.empty()) (changed ? snapshot_.team_right : snapshot_.team_left) = names_.left;
  if (!names_.right.empty()) (changed ? snapshot_.team_left : snapshot_.team_right) = names_.right;
}

/// Reads `(paused 1)` or `(paused 0)`; returns false for other items.
bool LineReader::read_pause(const Expression& item) {
  if (!item.is_list() || item.name() != "paused") return false;
  int paused = 0;
  read_integer(item, paused);
  is_paused_ = paused != 0;
  return true;
}

void LineReader::read_item(const Expression& item) {
  const std::string_view name = item.name();
  const auto* const integer = std::ranges::find(kIntegers, name, &std::pair<std::string_view, int Standing::*>::first);
  if (name == "time") {
    read_number(item, snapshot_.time);
  } else if (integer != std::end(kIntegers)) {
    read_integer(item, snapshot_.*integer->second);
  } else if (name == "sides_changed") {
    read_change_of_sides(item);
  } else if (name == "attempts") {
    read_attempts(item);
  } else if (name == "kicks") {
    read_kicks(item);
  } else if (name == "team_left" || name == "team_right") {
    if (item.size() >= 2)
      (name == "team_left" ? snapshot_.team_left : snapshot_.team_right) = spark::printable(item[1].text(), 64);
  } else if (name == "ack") {
    snapshot_.acknowledged = true;
  } else if (name == "body") {
    read_body_item(item);
  } else if (!name.empty() && !read_look(item)) {
    // Items with a position are identified by their first letter, as in the monitors of 2006 (behaviour 8.4).
    bool has_place = false;
    part(item, "pos", has_place);
    if (has_place || name.size() == 1) read_object(item, name[0]);
  }
  // Other items come from servers that send more; that is not an error.
}

void LineReader::read_change_of_sides(const Expression& item) {
  int changed = 0;
  read_integer(item, changed);
  snapshot_.sides_changed = changed != 0;
}

/// Reads `(attempts(S N SCORED TIME)…)`, which always has all attempts.
void LineReader::read_attempts(const Expression& item) {
  snapshot_.attempts.clear();
  for (std::size_t i = 1; i < item.size() && snapshot_.attempts.size() < kMaxAttempts; ++i) {
    const Expression shot = item[i];
    std::int64_t side = 0, number = 0, scored = 0;
    double time = 0.0;
    const bool is_whole = shot.is_list() && shot.size() >= 4 && spark::whole_integer(shot[0].text(), side) &&
                          spark::whole_integer(shot[1].text(), number) &&
                          spark::whole_integer(shot[2].text(), scored) && spark::whole_number(shot[3].text(), time) &&
                          std::isfinite(time);
    if (!is_whole || side < 1 || side > 2 || number < 0 || number > 1000) {
      complain("impossible attempt", shot.text());
      continue;
    }
    snapshot_.attempts.push_back({side == 1 ? Side::left : Side::right, static_cast<int>(number), scored != 0, time});
  }
}

/// Reads `(kicks(S N TIME)…)`: the kicks since the previous frame.
void LineReader::read_kicks(const Expression& item) {
  game_.shows_kicks = true;  // needed for a log without its beginning
  for (std::size_t i = 1; i < item.size() && snapshot_.kicks.size() < kMaxKicks; ++i) {
    const Expression kick = item[i];
    std::int64_t side = 0, number = 0;
    double time = 0.0;
    const bool is_whole = kick.is_list() && kick.size() >= 3 && spark::whole_integer(kick[0].text(), side) &&
                          spark::whole_integer(kick[1].text(), number) && spark::whole_number(kick[2].text(), time) &&
                          std::isfinite(time);
    if (!is_whole || side < 0 || side > 2 || number < 0 || number > 1000) {
      complain("impossible kick", kick.text());
      continue;
    }
    snapshot_.kicks.push_back({static_cast<Side>(side), static_cast<int>(number), time});
  }
}

void LineReader::read_object(const Expression& item, char kind) {
  if (kind == 'P') read_player(item);
  if (kind == 'F') read_marker(item, "Flag");
  if (kind == 'G') read_marker(item, "Goal");
  if (kind == 'B' && read_position(item, snapshot_.ball)) read_velocity(item, snapshot_.ball_velocity);
}

void LineReader::read_player(const Expression& item) {
  if (!players_begun_) snapshot_.players.clear();
  players_begun_ = true;
  if (snapshot_.players.size() >= kMaxPlayers) return complain("too many players", "");
  Player player;
  if (!read_position(item, player.position)) return;
  bool found = false;
  if (const Expression side = part(item, "s", found); found) {
    int number = 0;
    read_integer(side, number);
    player.side = number == 1 ? Side::left : number == 2 ? Side::right : Side::none;
    player.created = true;
  }
  if (const Expression id = part(item, "id", found); found) read_integer(id, player.number);
  read_velocity(item, player.velocity);
  if (const Expression charge = part(item, "battery", found); found) {
    double battery = 0;
    if (read_number(charge, battery)) player.battery = battery;
  }
  part(item, "last", found);
  player.last_toucher = found;
  if (const Expression said = part(item, "say", found); found && said.size() >= 2)
    player.said = spark::printable(said[1].text(), 512);
  snapshot_.players.push_back(std::move(player));
}

void LineReader::read_marker(const Expression& item, const char* name) {
  if (!markers_begun_) snapshot_.markers.clear();
  markers_begun_ = true;
  Marker marker{name, "", {}};
  bool found = false;
  if (const Expression id = part(item, "id", found); found && id.size() >= 2)
    marker.id = spark::printable(id[1].text(), 16);
  if (snapshot_.markers.size() < kMaxPlayers && read_position(item, marker.position))
    snapshot_.markers.push_back(std::move(marker));
}

bool LineReader::read_position(const Expression& item, Point& position) {
  if (!read_vector(item, "pos", position)) return complain("impossible position of", item.name()), false;
  return true;
}

/// Frames have no velocities unless they were requested.
void LineReader::read_velocity(const Expression& item, std::optional<Point>& velocity) {
  bool found = false;
  part(item, "vel", found);
  if (!found) return;
  if (Point vector; read_vector(item, "vel", vector))
    velocity = vector;
  else
    complain("impossible velocity of", item.name());
}

/// Reads the three numbers in the part with that name; if there are none, returns false and changes nothing.
bool LineReader::read_vector(const Expression& item, std::string_view name, Point& vector) {
  constexpr double kMax = 1e6;  // m, m/s; anything beyond cannot be drawn
  bool found = false;
  const Expression list = part(item, name, found);
  double numbers[3] = {};
  if (!found || list.size() < 4) return false;
  for (std::size_t i = 0; i < 3; ++i)
    if (!spark::whole_number(list[i + 1].text(), numbers[i]) || !(std::abs(numbers[i]) <= kMax)) return false;
  vector = {numbers[0], numbers[1], numbers[2]};
  return true;
}

bool LineReader::read_number(const Expression& item, double& number) {
  double value = 0.0;
  if (item.size() < 2 || !spark::whole_number(item[1].text(), value) || !std::isfinite(value))
    return complain("no number in", item.name()), false;
  number = value;
  return true;
}

void LineReader::read_integer(const Expression& item, int& number) {
  std::int64_t value = 0;
  if (item.size() < 2 || !spark::whole_integer(item[1].text(), value) || value < -1000 || value > 1000000)
    return complain("no number in", item.name());
  number = static_cast<int>(value);
}

void LineReader::complain(std::string_view what, std::string_view where) {
  if (problem_.empty())
    problem_ = where.empty() ? std::string(what) : fmt::format("{} '{}'", what, spark::printable(where));
}

void LineReader::read_body_item(const Expression& item) {
  game_.has_bodies = true;  // needed for a log without its beginning
  if (snapshot_.bodies.size() >= kMaxBodies) return complain("too many bodies", "");
  Body body;
  if (!read_body(item, body)) return complain("impossible body", body.name);
  snapshot_.bodies.push_back(std::move(body));
}

void LineReader::read_shape_item(const Expression& item) {
  if (!shapes_) shapes_ = std::make_shared<BodyShapes>();
  std::string name;
  std::vector<BodyShape> shapes;
  if (!read_shapes(item, name, shapes)) return complain("impossible shape of", name);
  if (shapes_->size() < kMaxBodies) shapes_->insert_or_assign(std::move(name), std::move(shapes));
}

/// Reads the appearance of a world without a game; returns false for other items.
bool LineReader::read_look(const Expression& item) {
  if (item.name() == "shape") return read_shape_item(item), true;
  if (item.name() == "scenery") {
    auto shapes = std::make_shared<std::vector<BodyShape>>();
    if (!read_scenery(item, *shapes)) complain("impossible scenery", "");
    snapshot_.scenery = std::move(shapes);
    return true;
  }
  if (item.name() != "joints") return false;
  auto joints = std::make_shared<std::vector<BodyJoint>>();
  if (!read_joints(item, *joints)) complain("impossible joint", "");
  snapshot_.joints = std::move(joints);
  return true;
}

}  // namespace monitor
