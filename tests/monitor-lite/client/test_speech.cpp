// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/client/speech.h"

#include <catch2/catch.hpp>

using namespace monitor;

TEST_CASE("a message stays for a while beside the player who said it") {
  Snapshot now;
  now.players = {{Side::left, 4, true, {0, 0, 0.2}, false, "hello"}, {Side::right, 4, true, {1, 0, 0.2}, false, ""}};
  Speech speech;
  speech.hear(now, 10.0);
  const auto shown = [&](double when) {
    Snapshot later = now;
    later.players[0].said.clear();
    speech.show(later, when);
    CHECK(later.players[1].said.empty());
    return later.players[0].said;
  };
  CHECK(shown(10.0 + 0.9 * Speech::kShown) == "hello");
  CHECK(speech.is_shown(10.0 + 0.9 * Speech::kShown));
  // Also if nothing has been heard since.
  CHECK(shown(10.0 + 1.1 * Speech::kShown).empty());
  CHECK_FALSE(speech.is_shown(10.0 + 1.1 * Speech::kShown));
  speech.forget();
  CHECK(shown(10.1).empty());
}
