// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <memory>
#include <vector>

#include "spark/core/core.h"
#include "spark/core/held.h"

using namespace spark;

namespace {

/// Holds two other objects.
class Watcher : public Node {
 public:
  Held<Leaf> first{*this};
  Held<const Leaf> second{*this};
};

struct Tree {
  Tree() { core.classes.add<Watcher>("test/Watcher", "zeitgeist/Node", ""); }
  Leaf& make(const char* path) { return core.create("zeitgeist/Node", path); }
  Watcher& make_watcher(const char* path) { return dynamic_cast<Watcher&>(core.create("test/Watcher", path)); }
  Core core{1};
};

}  // namespace

TEST_CASE("a held object and its ancestors cannot be destroyed, and the error names object and holder") {
  Tree tree;
  Leaf& ball = tree.make("/scene/ball");
  Watcher& referee = tree.make_watcher("/game/referee");
  referee.first = ball;
  CHECK_THROWS_WITH(ball.parent()->destroy(ball), "/scene/ball cannot be deleted: /game/referee needs it");
  Leaf& scene = *tree.core.root().find("/scene");
  CHECK_THROWS_WITH(tree.core.root().destroy(scene), "/scene cannot be deleted: /game/referee needs /scene/ball");
  CHECK(tree.core.root().find("/scene/ball") == &ball);
  CHECK(referee.first.get() == &ball);

  referee.first.reset();
  tree.core.root().destroy(scene);
  CHECK(tree.core.root().find("/scene") == nullptr);
}

TEST_CASE("a holder inside a destroyed subtree does not prevent the destruction") {
  Tree tree;
  Leaf& body = tree.make("/player/body");
  Watcher& drive = tree.make_watcher("/player/drive");
  drive.first = body;
  Held<Leaf> from_outside("the simulation");
  from_outside = body;
  Leaf& player = *tree.core.root().find("/player");
  CHECK_THROWS_WITH(tree.core.root().destroy(player), "/player cannot be deleted: the simulation needs /player/body");
  from_outside.reset();
  CHECK_THROWS_WITH(player.as_node()->destroy(body), Catch::Contains("/player/drive needs it"));
  tree.core.root().destroy(player);
  CHECK(tree.core.root().find("/player") == nullptr);
}

TEST_CASE("a destroyed holder no longer holds anything") {
  Tree tree;
  Leaf& ball = tree.make("/ball");
  Watcher& referee = tree.make_watcher("/referee");
  Watcher& trainer = tree.make_watcher("/trainer");
  referee.first = ball;
  trainer.first = ball;
  referee.second = ball;
  tree.core.root().destroy(referee);
  CHECK_THROWS_WITH(tree.core.root().destroy(ball), Catch::Contains("/trainer needs it"));
  tree.core.root().destroy(trainer);
  tree.core.root().destroy(ball);
}

TEST_CASE("a pointer to an object that C++ code destroys becomes null in every holder") {
  Tree tree;
  Leaf& ball = tree.make("/ball");
  Watcher& referee = tree.make_watcher("/referee");
  referee.first = ball;
  referee.second = ball;
  Held<Leaf> third("the test");
  third = ball;
  tree.core.root().remove(ball);
  CHECK_FALSE(referee.first);
  CHECK_FALSE(referee.second);
  CHECK_FALSE(third);
  third = referee;
  referee.first = referee;  // holds itself, which does not prevent its destruction
  CHECK_THROWS_WITH(tree.core.root().destroy(referee), Catch::Contains("the test needs it"));
}

TEST_CASE("holds can be moved, and so can be kept in growing containers") {
  Tree tree;
  Leaf& ball = tree.make("/ball");
  Leaf& flag = tree.make("/flag");
  std::vector<Held<Leaf>> holds;
  for (int i = 0; i < 20; ++i) {
    holds.emplace_back("the list");
    holds.back() = i % 2 ? flag : ball;
  }
  for (int i = 0; i < 20; ++i) CHECK(holds[static_cast<std::size_t>(i)].get() == (i % 2 ? &flag : &ball));
  tree.core.root().remove(flag);
  for (int i = 0; i < 20; ++i) CHECK(holds[static_cast<std::size_t>(i)].get() == (i % 2 ? nullptr : &ball));
  holds[0] = std::move(holds[2]);
  CHECK(holds[0].get() == &ball);
  CHECK_FALSE(holds[2]);
  holds.erase(holds.begin() + 1, holds.end());
  CHECK_THROWS_WITH(tree.core.root().destroy(ball), "/ball cannot be deleted: the list needs it");
  holds.clear();
  tree.core.root().destroy(ball);
}
