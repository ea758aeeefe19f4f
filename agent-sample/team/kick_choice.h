// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>

#include "agent-sample/lib/drawing.h"
#include "agent-sample/skills/strike.h"
#include "agent-sample/team/kick_outlook.h"
#include "agent-sample/team/kick_paths.h"
#include "agent-sample/team/race.h"
#include "agent-sample/team/settings.h"

namespace rcss3d::agent {

/// A chosen kick: the command, and its expected results.
struct KickChoice {
  enum class Kind { shot, pass, lob, dribble, clear };

  Kind kind = Kind::clear;
  Strike strike;
  KickChance chance;
  KickOutcome outcome;
  double value = 0;  ///< the gain with the weights of the style, less the cost of waiting for it

  static const char* name(Kind kind);
};

/// Chooses the kick of the player who goes for the ball: the one with the greatest expected gain among shots at several
/// points of the goal, passes, lobs, dribbling and clearances. It has two stages: some hundred kicks are rated with the
/// moment at which a kick in about their direction is possible; the best of them are rated again with their own moment,
/// and with the noise of the elevation.
///
/// The choice of the last cycle gets a small bonus, so that the player does not oscillate.
class KickChooser {
 public:
  explicit KickChooser(const KickSettings& settings) : settings_(settings) {}

  KickChoice choose(const World& world, const Approach& approach, const BallMotion& motion, const Race& race,
                    Drawing& drawing);

 private:
  struct Candidate {
    KickChoice::Kind kind = KickChoice::Kind::clear;
    Vector target;
    KickCommand kick;
    double earliest = 0;  // s
    double value = -1e9;
    KickOutcome outcome;
  };
  static constexpr std::size_t kFinalists = 6;
  static constexpr std::size_t kDirections = 16;
  struct Moment {
    double time = 0;  // s until a push in that direction
    BallState ball;
  };
  const Moment& moment_of(Vector push) const;

  void collect(const World& world);
  void consider(KickChoice::Kind kind, Vector target, KickCommand kick, double earliest = 0);
  void consider_speed(KickChoice::Kind kind, Vector target, double speed, double earliest = 0);
  void consider_soonest(KickCommand kick);
  void collect_passes(const World& world);
  void find_moments(const Approach& approach);
  KickOutcome outcome_of(const Candidate& candidate, const BallState& ball, double until_kick, bool with_noise) const;
  double share_in_time(double until_kick) const;
  double value_of(const Candidate& candidate, double until_kick, double ball_speed) const;
  double weight(KickChoice::Kind kind) const;
  bool is_like_last(const Candidate& candidate) const;
  void keep(const Candidate& candidate);

  KickSettings settings_;
  int episode_ = -1;
  std::optional<KickPaths> paths_;
  KickOutlook outlook_;

  // State of this cycle.
  BallState ball_;                             // when it can first be kicked
  Vector along_;                               // direction of the earliest push
  double soonest_ = 0;                         // s until then
  std::array<Moment, kDirections> moments_{};  // by direction
  double pressed_at_ = 0;                      // s until their first player is at the ball
  Vector goal_;
  std::array<Candidate, kFinalists> finalists_;
  std::size_t finalist_count_ = 0;
  Candidate last_resort_;  // the best of the earliest kicks

  // State kept from the last cycle.
  double last_time_ = -1;
  KickChoice::Kind last_kind_ = KickChoice::Kind::clear;
  Vector last_direction_;
};

}  // namespace rcss3d::agent
