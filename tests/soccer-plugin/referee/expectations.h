// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "tests/soccer-plugin/monitor_fixture.h"
#include "tests/soccer-plugin/referee/scenario.h"

namespace soccer::test {

/// Finds the body of the ball or of a player.
using FindBody = std::function<spark::Body&(const Who&)>;

/// A text that describes the actual state; empty if the expectation holds now.
std::optional<std::string> seen_instead(const Expectation& expected, MonitorFixture& match, const FindBody& body_of);

/// `place` with the height at which the ball lies or a player stands if it says none.
spark::Vec3 point(const Place& place, const Who& who, const SoccerConfig& config);

}  // namespace soccer::test
