// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <catch2/catch.hpp>
#include <cstddef>
#include <string>

#include "tests/soccer-plugin/whole_state.h"

namespace soccer::test {

/// An act or a command that does nothing.
inline const std::string kVoid;

/// The effect of an act or a command, as texts.
struct Outcome {
  std::string at_once;
  std::string later;    ///< 20 steps later
  std::string frame{};  ///< the next line for monitors, where a test compares it
  std::size_t log_lines = 0;
};

/// Checks that `outcome` is that of `clean`, which logs nothing, except for `log_lines` lines of the log.
inline void check_same(const Outcome& outcome, const Outcome& clean, std::size_t log_lines) {
  CHECK(clean.log_lines == 0);
  CHECK(outcome.log_lines == log_lines);
  CHECK(difference(outcome.at_once, clean.at_once) == "");
  CHECK(difference(outcome.later, clean.later) == "");
  CHECK(outcome.frame == clean.frame);
  CHECK(is_sound(outcome.later));
}

}  // namespace soccer::test
