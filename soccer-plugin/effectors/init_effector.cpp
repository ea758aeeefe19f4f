// SPDX-License-Identifier: Apache-2.0
#include "soccer-plugin/effectors/init_effector.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "soccer-plugin/player_moves.h"
#include "spark/physics/mechanism.h"
#include "spark/scene/drawing_nodes.h"

namespace soccer {
namespace {

using spark::Parameter;
constexpr std::size_t kNumber = 0;
constexpr std::size_t kTeam = 1;
constexpr Parameter kParameters[] = {
    {"unum", Parameter::Kind::integer, true, "", "number from 1 to 11; 0, other values and none: the next one"},
    {"teamname", Parameter::Kind::text, true, "", "the first two names given become the left and the right team"},
};

constexpr std::string_view kNotInNames = "()\"';\\";

/// Players start in a row beside each other along the side line, this many radii from centre to centre.
constexpr double kRowSpacing = 3.0;

}  // namespace

bool is_team_name(std::string_view name) {
  return !name.empty() && name.size() <= InitEffector::kMaxTeamNameLength &&
         std::all_of(name.begin(), name.end(),
                     [](char c) { return c > ' ' && c < '\x7f' && kNotInNames.find(c) == std::string_view::npos; });
}

std::span<const Parameter> InitEffector::parameters() const {
  return kParameters;
}

void InitEffector::realise(const spark::Arguments& arguments) {
  const std::string_view team_name = arguments[kTeam].text;
  if (!is_team_name(team_name))
    return refuse(
        fmt::format("no team can be called '{}': a name has 1 to {} printable ASCII characters, no blank and "
                    "none of {}",
                    spark::Printable{team_name}, kMaxTeamNameLength, kNotInNames));
  std::string why;
  const Side side = game().roster().join(team_name, agent().type(), &why);
  if (side == Side::none) return refuse(std::move(why));
  // Compared as a real: an atom like 1e300 fits no integer.
  const double wanted = arguments.real(kNumber);
  const bool is_number = wanted >= 1 && wanted <= TeamRoster::kMaxPlayers;
  const int number = game().roster().take_number(side, is_number ? static_cast<int>(wanted) : 0);
  if (number > 0)
    join(side, number, team_name);
  else
    refuse(why_no_number(side, is_number ? static_cast<int>(wanted) : 0, team_name));
  move_to_start_place(side);
}

std::string InitEffector::why_no_number(Side side, int wanted, std::string_view team_name) {
  const AgentState* holder = game().find_player(side, wanted);
  if (!holder) return fmt::format("team '{}' is full, it has {} players", team_name, TeamRoster::kMaxPlayers);
  return fmt::format("number {} of team '{}' is taken by {}; ask for number 0 to get the next free one", wanted,
                     team_name, holder == &player() ? "this agent itself" : holder->agent().label());
}

void InitEffector::refuse(std::string why) {
  complain("(init ...): {}", why);
  player().refusal = std::move(why);
}

void InitEffector::join(Side side, int number, std::string_view team_name) {
  AgentState& me = player();
  game().roster().release_number(me.side, me.unum);
  me.side = side;
  me.unum = number;
  me.team_name = team_name;
  me.refusal.clear();
  me.set_percept_name("Player");
  me.game_block_due = true;
  paint();
}

/// Only what is called so: robots may have colours of their own.
void InitEffector::paint() {
  for (auto* drawn : core().find_all<spark::SingleMatNode>(&agent()))
    if (drawn->name() == kShirt) drawn->set_material(player().side == Side::left ? "matBlue" : "matOrange");
}

void InitEffector::move_to_start_place(Side side) {
  const SoccerConfig& c = config();
  const double radius = c.agent_radius;
  const double first_y = c.field_width / 2 - 2 * radius;
  // The row begins again when it has reached the other side line: an agent that keeps sending init must not walk off
  // the world.
  const int places = 1 + static_cast<int>(std::max(0.0, 2 * first_y) / (kRowSpacing * radius));
  const int place = game().roster().next_start_place(side) % places;
  const spark::Vec3 row{c.field_length / 2 - 2 * radius, first_y - kRowSpacing * radius * place, radius};
  start_side_ = side;
  start_ = spark::Vec3{towards_goal_of(side) * row.x, row.y, row.z};
  go_to_start_place();
}

void InitEffector::go_to_start_place() {
  // A robot is built looking along x, which is towards the opponent's goal for the left team. The usual player is the
  // same in all directions.
  const bool turns = (start_side_ == Side::right) != looks_back_ && !spark::Mechanism(player().body()).is_single();
  if (turns) looks_back_ = !looks_back_;
  put_player(game(), player(), *start_, turns);
}

/// Its body is as it was when it came.
void InitEffector::restart() {
  looks_back_ = false;
  if (start_) go_to_start_place();
}

}  // namespace soccer
