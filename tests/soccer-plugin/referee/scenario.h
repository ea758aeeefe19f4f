// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "soccer-plugin/play_mode.h"

/// Situations for the referee, as texts that readers who do not program understand
/// (tests/soccer-plugin/referee/README.md).
namespace soccer::test {

/// The ball, or a player by side and number; players of side `none` are agents without team, numbered by the file.
struct Who {
  bool ball = false;
  Side side = Side::none;
  int number = 0;
  bool operator==(const Who&) const = default;
};
std::string name_of(const Who& who);

/// A place; without z a player stands and the ball lies on the ground.
struct Place {
  double x = 0.0;
  double y = 0.0;
  std::optional<double> z;
};

// What is done at a moment.
struct Acts {
  Who who;
  std::string text;
};
struct TrainerSends {
  std::string text;
};
struct Put {
  Who who;
  Place place;
  spark::Vec3 velocity;
};
struct TouchesBall {
  Who who;
};
struct Leaves {
  Who who;
};

// What is expected of a moment.
struct ModeIs {
  std::vector<PlayMode> modes;  ///< any of them
};
struct ScoreIs {
  int left;
  int right;
};
struct ShootOutIs {
  int left;
  int right;
};
struct HalfIs {
  int half;
};
struct GameTimeIs {
  double seconds;
  double within;
};
struct IsAt {
  Who who;
  Place place;
  double within;
};
struct HasCoordinate {
  Who who;
  int axis;  ///< 0 x, 1 y, 2 z
  double min;
  double max;
};
struct IsFrom {
  Who who;
  bool at_least;  ///< else at most
  double distance;
  std::variant<Who, Place> other;
};
struct HasSpeed {
  Who who;
  bool faster;  ///< else slower
  double limit;
};
struct ToucherIs {
  std::optional<Who> who;
};
struct MatchIs {
  bool over;
};
struct MonitorsRead {
  std::string text;
};

using Event = std::variant<Acts, TrainerSends, Put, TouchesBall, Leaves>;
using Expectation = std::variant<ModeIs, ScoreIs, ShootOutIs, HalfIs, GameTimeIs, IsAt, HasCoordinate, IsFrom, HasSpeed,
                                 ToucherIs, MatchIs, MonitorsRead>;

/// One line with a time. Times are counted in steps.
struct Statement {
  enum class When {
    at,      ///< at `steps`
    before,  ///< at some step before `steps`; that step is the *moment* of the lines that follow
    then,    ///< at the moment
    after,   ///< `steps` after the moment
    from,    ///< in every step from `steps` to `last_steps`
  };
  int line = 0;
  std::string text;
  When when = When::at;
  int steps = 0;
  int last_steps = 0;
  bool becomes = false;  ///< the expectation must not hold when the wait begins
  std::variant<Event, Expectation> what;
};

struct Scenario {
  std::string file;
  std::vector<std::pair<std::string, std::string>> settings;  ///< names without `Soccer.`
  std::vector<Put> players;                                   ///< in the order in which they connect
  Put ball{{true, Side::none, 0}, {}, {}};
  std::optional<Who> toucher;
  PlayMode mode = PlayMode{Phase::before_kick_off};
  std::vector<Statement> statements;
};

/// What is wrong with a file; begins with `file:line:`.
class ScenarioError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Throws `ScenarioError`. `file` is the name for messages.
Scenario parse_scenario(std::string file, std::string_view text);
Scenario read_scenario(const std::string& file);

}  // namespace soccer::test
