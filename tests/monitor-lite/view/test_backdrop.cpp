// SPDX-License-Identifier: Apache-2.0
// The backdrop is kept while it does not change, which must make no visible difference.
#include <catch2/catch.hpp>

#include "monitor-lite/view/backdrop.h"
#include "tests/monitor-lite/view/studio.h"

using namespace monitor;

namespace {

/// A picture of a view that has drawn nothing before.
Picture drawn_anew(const Snapshot& now, const char* camera, const Game& game = {}) {
  Studio studio;
  studio.draw(now, camera, game);
  return studio.picture;
}

/// Whether the pictures are equal. In a comparison by CHECK, Catch would print every pixel.
bool same(const Picture& a, const Picture& b) {
  return a.pixels == b.pixels;
}

}  // namespace

TEST_CASE("a picture does not depend on what was drawn before") {
  const Snapshot now = kick_off();
  Snapshot later = now;
  later.players[0].position = {-5, -20, 0.22};
  later.ball = {40, -20, 2};
  const Picture side = drawn_anew(now, "side"), side_later = drawn_anew(later, "side");
  const Picture top = drawn_anew(now, "top");
  // Another field, which the camera on the map does not follow.
  Game other;
  other.goal_width = 12;
  other.ball_radius = 0.3;
  other.values["FreeKickDistance"] = 5.0;
  const Picture elsewhere = drawn_anew(now, "top", other);
  CHECK_FALSE(same(elsewhere, top));
  Studio studio;
  for (int i = 0; i < 3; ++i) {
    studio.draw(now, "side");
    CHECK(same(studio.picture, side));
    studio.draw(later, "side");
    CHECK(same(studio.picture, side_later));
  }
  for (int i = 0; i < 3; ++i) {
    studio.draw(now, "top");
    CHECK(same(studio.picture, top));
  }
  studio.draw(now, "side");
  CHECK(same(studio.picture, side));
  for (int i = 0; i < 3; ++i) {
    studio.draw(now, "top", i < 2 ? Game() : other);
    CHECK(same(studio.picture, i < 2 ? top : elsewhere));
  }
}

TEST_CASE("a backdrop is painted only once while nothing changes") {
  const Offscreen offscreen(64, 64);
  Backdrop backdrop;
  int painted = 0;
  const auto draw = [&](std::vector<float> looks, int width) {
    backdrop.draw(std::move(looks), {width, 64}, [&] { ++painted; });
  };
  for (int i = 0; i < 5; ++i) draw({1, 2}, 64);
  CHECK(painted == 1);
  draw({1, 2}, 32);
  CHECK(painted == 2);
  for (int i = 0; i < 5; ++i) draw({1, static_cast<float>(i)}, 64);
  CHECK(painted == 7);  // it moves: never more than once a picture
}
