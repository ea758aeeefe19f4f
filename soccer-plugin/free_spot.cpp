// SPDX-License-Identifier: Apache-2.0
#include "soccer-plugin/free_spot.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <vector>

#include "soccer-plugin/agent_state.h"
#include "soccer-plugin/ball.h"
#include "soccer-plugin/ball_state.h"
#include "soccer-plugin/game_state.h"
#include "spark/core/core.h"
#include "spark/physics/body.h"

namespace soccer {
namespace {

constexpr double kGap = 0.01;       ///< m between bodies
constexpr double kRounding = 1e-9;  ///< m

double square(double number) {
  return number * number;
}

double square_distance(Spot a, Spot b) {
  return square(a.x - b.x) + square(a.y - b.y);
}

/// Examines candidates, one of which is the nearest free spot, and keeps the best one.
class Search {
 public:
  Search(Spot wanted, std::span<const Disc> taken, const Rectangle& area)
      : wanted_(wanted), taken_(taken), area_(area) {}

  void look_at(Spot spot) {
    if (!is_free(spot)) return;
    const auto rank = std::tuple(square_distance(spot, wanted_), spot.x, spot.y);
    if (best_ && rank >= best_rank_) return;
    best_ = spot;
    best_rank_ = rank;
  }
  const std::optional<Spot>& best() const { return best_; }

  /// Examines the nearest spot on the edge of a disc.
  void look_at_edge(const Disc& disc) {
    const double distance = std::sqrt(square_distance(wanted_, disc.centre));
    if (distance < kRounding) {
      // All spots of the edge are at the same distance.
      look_at({disc.centre.x - disc.radius, disc.centre.y});
      return;
    }
    const double scale = disc.radius / distance;
    look_at({disc.centre.x + scale * (wanted_.x - disc.centre.x), disc.centre.y + scale * (wanted_.y - disc.centre.y)});
  }
  /// Examines the spots where the edges of two discs cross. Along the line between their centres these are (d² + a² −
  /// b²)/(2 d) from the first centre.
  void look_at_crossings(const Disc& a, const Disc& b) {
    const double distance = std::sqrt(square_distance(a.centre, b.centre));
    if (distance < kRounding || distance > a.radius + b.radius || distance < std::abs(a.radius - b.radius)) return;
    const double along = (square(distance) + square(a.radius) - square(b.radius)) / (2 * distance);
    const double aside = std::sqrt(std::max(0.0, square(a.radius) - square(along)));
    const double x = (b.centre.x - a.centre.x) / distance, y = (b.centre.y - a.centre.y) / distance;
    for (const double side : {-aside, aside})
      look_at({a.centre.x + along * x - side * y, a.centre.y + along * y + side * x});
  }
  /// Examines the spots where a disc's edge crosses the borders of the area.
  void look_at_borders(const Disc& disc) {
    for (const double x : {area_.x_min, area_.x_max}) {
      const double aside = std::sqrt(std::max(0.0, square(disc.radius) - square(x - disc.centre.x)));
      for (const double side : {-aside, aside}) look_at({x, disc.centre.y + side});
    }
    for (const double y : {area_.y_min, area_.y_max}) {
      const double aside = std::sqrt(std::max(0.0, square(disc.radius) - square(y - disc.centre.y)));
      for (const double side : {-aside, aside}) look_at({disc.centre.x + side, y});
    }
  }

 private:
  bool is_free(Spot spot) const {
    return area_.contains({spot.x, spot.y, 0}) && std::ranges::all_of(taken_, [&](const Disc& disc) {
             return square_distance(spot, disc.centre) >= square(disc.radius - kRounding);
           });
  }

  Spot wanted_;
  std::span<const Disc> taken_;
  const Rectangle& area_;
  std::optional<Spot> best_;
  std::tuple<double, double, double> best_rank_;
};

}  // namespace

/// The free spots are the area without discs. The nearest of them to a spot that is not free lies on the edge of a disc
/// or of the area: at the nearest point of that edge, or where two edges meet.
std::optional<Spot> nearest_free_spot(Spot wanted, std::span<const Disc> taken, const Rectangle& area) {
  Search search(wanted, taken, area);
  const Spot inside{std::clamp(wanted.x, area.x_min, area.x_max), std::clamp(wanted.y, area.y_min, area.y_max)};
  search.look_at(inside);
  if (search.best()) return search.best();
  for (const double x : {area.x_min, inside.x, area.x_max})
    for (const double y : {area.y_min, inside.y, area.y_max}) search.look_at({x, y});
  for (std::size_t i = 0; i < taken.size(); ++i) {
    search.look_at_edge(taken[i]);
    search.look_at_borders(taken[i]);
    for (std::size_t j = 0; j < i; ++j) search.look_at_crossings(taken[i], taken[j]);
  }
  return search.best();
}

spark::Vec3 free_spot(const GameStateAspect& game, const spark::Body& moved, double radius, spark::Vec3 wanted,
                      const Rectangle& area) {
  if (!game.config().free_spot) return wanted;
  std::vector<Disc> taken;
  const auto take = [&](const spark::Body& body, double other) {
    const spark::Vec3 at = body.position();
    const double reach = radius + other + kGap;
    const double above = at.z - wanted.z;
    if (&body != &moved && std::abs(above) < reach)
      taken.push_back({{at.x, at.y}, std::sqrt(square(reach) - square(above))});
  };
  for (AgentState* player : game.players()) take(player->body(), game.config().agent_radius);
  if (auto* ball = game.core().find_first<BallStateAspect>()) take(ball->ball().body(), game.config().ball_radius);
  const auto spot = nearest_free_spot({wanted.x, wanted.y}, taken, area);
  return spot ? spark::Vec3{spot->x, spot->y, wanted.z} : wanted;
}

}  // namespace soccer
