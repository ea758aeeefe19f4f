// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <catch2/catch.hpp>
#include <cstddef>
#include <string>

#include "tests/soccer-plugin/whole_state.h"

namespace soccer::test {

/// An act or a command that does nothing.
inline const std::string kVoid;

/// What has come of an act or a command.
struct Outcome {
  std::string at_once;
  std::string later;    ///< 20 steps on
  std::string frame{};  ///< the next line for monitors, if that is looked at
  std::size_t log_lines = 0;
};

/// It is that of `clean`, about which nothing was logged, but for so many lines of the log.
inline void check_same(const Outcome& outcome, const Outcome& clean, std::size_t log_lines) {
  CHECK(clean.log_lines == 0);
  CHECK(outcome.log_lines == log_lines);
  CHECK(difference(outcome.at_once, clean.at_once) == "");
  CHECK(difference(outcome.later, clean.later) == "");
  CHECK(outcome.frame == clean.frame);
  CHECK(is_sound(outcome.later));
}

}  // namespace soccer::test
