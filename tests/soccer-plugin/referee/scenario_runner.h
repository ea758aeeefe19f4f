// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "tests/soccer-plugin/referee/scenario.h"

namespace soccer::test {

/// The first expectation that did not hold.
struct Failure {
  int line = 0;
  std::string text;     ///< the line itself
  std::string instead;  ///< what was seen, in words
};

/// Plays the scenario in a server without agents' processes. Nothing if all expectations held. Throws
/// `std::runtime_error` if the situation cannot be set up, for example because a setting is out of its range.
std::optional<Failure> run_scenario(const Scenario& scenario);

}  // namespace soccer::test
