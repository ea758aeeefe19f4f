// SPDX-License-Identifier: Apache-2.0
// Whatever input a match gets, and when, its record gives the same match again.
#include <catch2/catch.hpp>

#include "tests/engine/drawn_match.h"
#include "tests/support/properties.h"
#include "tests/support/temporary_folder.h"

using namespace engine_test;

namespace {

/// The first lines in which two logs differ; empty if they are equal.
std::string difference(const std::string& recorded, const std::string& played) {
  if (recorded == played) return {};
  const auto at = std::mismatch(recorded.begin(), recorded.end(), played.begin(), played.end()).first;
  const auto place = static_cast<std::size_t>(at - recorded.begin());
  const std::size_t begin = place == 0 ? 0 : recorded.rfind('\n', place - 1) + 1;
  const auto line = [&](const std::string& text) { return text.substr(begin, text.find('\n', place) - begin); };
  return "recorded: " + line(recorded).substr(0, 300) + "\nplayed:   " + line(played).substr(0, 300);
}

}  // namespace

TEST_CASE("matches with trainers, joining and leaving agents, and restarts are the same from their records") {
  const TemporaryFolder folder;
  Occurred occurred;
  const int cases = property_parameters(40).maxSuccess;
  const auto first = static_cast<std::uint64_t>(property_parameters().seed);
  for (std::uint64_t seed = first; seed < first + static_cast<std::uint64_t>(cases); ++seed) {
    CAPTURE(seed);
    const Logs recorded = play_drawn_match(seed, folder / "acts.zst", occurred);
    Logs played;
    REQUIRE_NOTHROW(played = play_recorded_match(seed, folder / "acts.zst"));
    CHECK(difference(recorded.hashes, played.hashes) == "");
    CHECK(difference(recorded.frames, played.frames) == "");
  }
  CHECK(occurred.restarts > cases);
  CHECK(occurred.restarts_in_a_row > cases / 10);
  CHECK(occurred.while_joining > cases / 2);
  CHECK(occurred.lost_in_a_restart > cases / 10);
  CHECK(occurred.ready_in_a_restart > 0);
  CHECK(occurred.arrived > cases / 2);
  CHECK(occurred.lost > cases / 4);
  CHECK(occurred.halted > cases / 2);
  CHECK(occurred.acts > 20 * cases);
  CHECK(occurred.games_over > 0);
}
