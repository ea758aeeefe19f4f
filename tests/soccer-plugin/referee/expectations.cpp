// SPDX-License-Identifier: Apache-2.0
#include "tests/soccer-plugin/referee/expectations.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace soccer::test {
namespace {

using Seen = std::optional<std::string>;

/// Distances are compared with this much of grace, so that a limit which is met exactly holds.
constexpr double kRounding = 1e-6;

std::string in_words(const spark::Vec3& p) {
  return fmt::format("({:.3f} {:.3f} {:.3f})", p.x, p.y, p.z);
}

struct Check {
  MonitorFixture& match;
  const FindBody& body_of;

  Seen operator()(const ModeIs& expected) const {
    const PlayMode mode = match.mode();
    if (std::find(expected.modes.begin(), expected.modes.end(), mode) != expected.modes.end()) return {};
    return fmt::format("the mode was {}, the ball at {}", name_of(mode), in_words(match.ball().body().position()));
  }

  Seen operator()(const ScoreIs& expected) const {
    const int left = match.game().score(Side::left);
    const int right = match.game().score(Side::right);
    if (left == expected.left && right == expected.right) return {};
    return fmt::format("the score was {} : {}", left, right);
  }

  Seen operator()(const ShootOutIs& expected) const {
    const ShootOut& sheet = match.game().shoot_out();
    const int left = sheet.score(Side::left), right = sheet.score(Side::right);
    if (left == expected.left && right == expected.right) return {};
    return fmt::format("the score of the shoot-out was {} : {} after {} attempts", left, right,
                       sheet.attempts().size());
  }

  Seen operator()(const HalfIs& expected) const {
    if (match.game().half() == expected.half) return {};
    return fmt::format("it was half {}", match.game().half());
  }

  Seen operator()(const GameTimeIs& expected) const {
    const double time = match.game().time();
    if (std::abs(time - expected.seconds) <= expected.within + kRounding) return {};
    return fmt::format("the game time was {:.3f}", time);
  }

  Seen operator()(const IsAt& expected) const {
    const spark::Vec3 position = body_of(expected.who).position();
    spark::Vec3 off = position - point(expected.place, expected.who, match.config());
    if (!expected.place.z) off.z = 0.0;
    if (length(off) <= expected.within + kRounding) return {};
    return fmt::format("{} was at {}", name_of(expected.who), in_words(position));
  }

  Seen operator()(const HasCoordinate& expected) const {
    const spark::Vec3 position = body_of(expected.who).position();
    const double value = expected.axis == 0 ? position.x : expected.axis == 1 ? position.y : position.z;
    if (value >= expected.min - kRounding && value <= expected.max + kRounding) return {};
    return fmt::format("{} was at {}", name_of(expected.who), in_words(position));
  }

  Seen operator()(const IsFrom& expected) const {
    const spark::Vec3 position = body_of(expected.who).position();
    const auto* other = std::get_if<Who>(&expected.other);
    const spark::Vec3 from = other ? body_of(*other).position()
                                   : point(std::get<Place>(expected.other), {true, Side::none, 0}, match.config());
    const double distance = length(position - from);
    if (expected.at_least ? distance >= expected.distance - kRounding : distance <= expected.distance + kRounding)
      return {};
    return fmt::format("{} was at {}, that is {:.3f} m from {}", name_of(expected.who), in_words(position), distance,
                       in_words(from));
  }

  Seen operator()(const HasSpeed& expected) const {
    const double speed = length(body_of(expected.who).velocity());
    if (expected.faster ? speed > expected.limit : speed < expected.limit) return {};
    return fmt::format("the speed of {} was {:.3f}", name_of(expected.who), speed);
  }

  Seen operator()(const ToucherIs& expected) const {
    const Touch& touch = match.ball_state().last_touch();
    std::optional<Who> toucher;
    if (touch.agent >= 0) toucher = Who{false, touch.side, touch.unum};
    if (toucher == expected.who) return {};
    return toucher ? fmt::format("{} touched the ball last", name_of(*toucher)) : "no one has touched the ball";
  }

  Seen operator()(const MatchIs& expected) const {
    if (match.game().finished() == expected.over) return {};
    return expected.over ? "the match went on" : "the match was over";
  }

  Seen operator()(const MonitorsRead& expected) const {
    const std::string line = match.frame();
    if (line.find(expected.text) != line.npos) return {};
    return fmt::format("monitors read {}", line);
  }
};

}  // namespace

std::optional<std::string> seen_instead(const Expectation& expected, MonitorFixture& match, const FindBody& body_of) {
  return std::visit(Check{match, body_of}, expected);
}

spark::Vec3 point(const Place& place, const Who& who, const SoccerConfig& config) {
  return {place.x, place.y, place.z.value_or(who.ball ? config.ball_radius : config.agent_radius)};
}

}  // namespace soccer::test
