// SPDX-License-Identifier: Apache-2.0
#include "soccer-plugin/effectors/init_effector.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "soccer-plugin/player_moves.h"
#include "spark/physics/articulation.h"

namespace soccer {
namespace {

constexpr std::size_t kNumber = 0;
constexpr std::size_t kTeam = 1;
constexpr spark::Parameter kInitParameters[] = {
    {"unum", spark::Parameter::Kind::integer, true, "",
     "number from 1 to 11; with 0, another value or none, the next one"},
    {"teamname", spark::Parameter::Kind::text, true, "",
     "the first two names given become the left and the right team"},
};

constexpr std::string_view kNotInNames = "()\"';\\";

/// Players start in a row along the side line; this is the distance of their centres in radii.
constexpr double kRowSpacing = 3.0;

}  // namespace

bool is_team_name(std::string_view name) {
  return !name.empty() && name.size() <= InitEffector::kMaxTeamNameLength &&
         std::all_of(name.begin(), name.end(),
                     [](char c) { return c > ' ' && c < '\x7f' && kNotInNames.find(c) == std::string_view::npos; });
}

std::span<const spark::Parameter> InitEffector::parameters() const {
  return kInitParameters;
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
  // Compared as a real number, because an atom like 1e300 fits into no integer.
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
  player().refusal_due = true;
}

void InitEffector::join(Side side, int number, std::string_view team_name) {
  AgentState& me = player();
  game().roster().release_number(me.side, me.unum);
  me.side = side;
  me.unum = number;
  me.team_name = team_name;
  me.refusal.clear();
  me.refusal_due = false;
  me.set_percept_name("Player");
  me.game_block_due = true;
  note_look();
  me.paint();
}

void InitEffector::move_to_start_place(Side side) {
  const SoccerConfig& c = config();
  const double radius = c.agent_radius;
  const double first_y = c.field_width / 2 - 2 * radius;
  // At the other side line the row starts again: an agent that repeatedly sends init must not leave the field.
  const int places = 1 + static_cast<int>(std::max(0.0, 2 * first_y) / (kRowSpacing * radius));
  const int place = game().roster().next_start_place(side) % places;
  const spark::Vec3 row{c.field_length / 2 - 2 * radius, first_y - kRowSpacing * radius * place, radius};
  start_side_ = side;
  start_is_changed_ = game().sides_changed();
  start_ = spark::Vec3{towards_goal_of(side) * row.x, row.y, row.z};
  go_to_start_place();
}

void InitEffector::go_to_start_place() {
  // A robot is built facing along x, towards the opponents' goal of the left team. The usual player looks the same from
  // all sides.
  bool& looks_back = player().looks_back;
  const bool turns = (start_side_ == Side::right) != looks_back && !spark::Articulation(player().body()).is_single();
  if (turns) looks_back = !looks_back;
  put_player(game(), player(), *start_, turns);
}

/// The body has already been restored to its state at the creation of the agent.
void InitEffector::restart() {
  player().looks_back = false;
  if (!start_) return;
  // In a new episode the teams are on the sides on which they began the match.
  if (std::exchange(start_is_changed_, false)) {
    start_side_ = opponent(start_side_);
    start_->x = -start_->x;
  }
  go_to_start_place();
}

}  // namespace soccer
