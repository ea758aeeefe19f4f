// SPDX-License-Identifier: Apache-2.0
#include "spark/core/late_mistakes.h"

#include <catch2/catch.hpp>

#include "tests/support/log_lines.h"

using spark::LateMistakes;

TEST_CASE("late mistakes are logged once with their place, and end a match only if it is strict") {
  for (const bool strict : {false, true}) {
    spark::Log log;
    std::vector<std::string> lines;
    keep_levels_and_lines(log, lines);
    LateMistakes mistakes(log, strict);
    CHECK_NOTHROW(mistakes.end_if_strict());
    mistakes.add("a.rb:1", "no such thing");
    if (strict) CHECK_THROWS_WITH(mistakes.end_if_strict(), "a.rb:1: no such thing (--strict)");
    mistakes.add("a.rb:1", "no such thing");
    mistakes.add("", "no one knows where");
    if (strict)
      CHECK_THROWS_WITH(mistakes.end_if_strict(), "a.rb:1: no such thing (--strict; 1 more such mistake above)");
    mistakes.add("a.rb:1", "another thing");
    if (strict)
      CHECK_THROWS_WITH(mistakes.end_if_strict(), "a.rb:1: no such thing (--strict; 2 more such mistakes above)");
    if (!strict) CHECK_NOTHROW(mistakes.end_if_strict());
    CHECK(mistakes.count() == 3);
    CHECK(lines == std::vector<std::string>{"error: a.rb:1: no such thing", "error: no one knows where",
                                            "error: a.rb:1: another thing"});
  }
}
