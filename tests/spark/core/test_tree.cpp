// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <cmath>
#include <utility>

#include "spark/core/core.h"
#include "spark/core/state_hash.h"
#include "spark/core/transform.h"
#include "tests/support/call_method.h"

using namespace spark;

namespace {
class Lamp : public Node {
 public:
  bool set_power(double watts) {
    if (!(watts > 0)) return false;
    watts_ = watts;
    return true;
  }
  double watts_ = 0;
  void place(Vec3 at, int floor, const Values& rest) { at_ = at, floor_ = floor, rest_ = rest.size(); }
  Vec3 at_;
  int floor_ = 0;
  std::size_t rest_ = 0;
};
}  // namespace

TEST_CASE("objects are created at a path, missing steps as plain nodes") {
  Core core(1);
  Leaf& made = core.create("zeitgeist/Node", "/usr/scene/Ball");
  CHECK(made.full_path() == "/usr/scene/Ball");
  CHECK(core.root().find("usr/scene/Ball") == &made);
  CHECK(made.parent()->find("..")->name() == "usr");
  CHECK(core.root().find("/usr/nothing") == nullptr);
  CHECK_THROWS_WITH(core.create("no/Class", "/x"), Catch::Contains("no/Class"));
}

TEST_CASE("methods are registered once for all callers, and arguments are checked before the call") {
  Core core(1);
  core.classes.add<Lamp>("test/Lamp", "zeitgeist/Node", "")
      .method("setPower", &Lamp::set_power, "watts", "")
      .method("place", &Lamp::place, "x, y, z, floor, ...", "");
  auto& lamp = dynamic_cast<Lamp&>(core.create("test/Lamp", "/lamp"));
  CHECK(call_method(lamp, "setPower", {Value("60 W")}) == Value(true));
  CHECK(lamp.watts_ == 60);
  CHECK(call_method(lamp, "setPower", {Value("nan")}) == Value(false));
  CHECK(call_method(lamp, "setPower", {}) == Value(false));
  CHECK(call_method(lamp, "setPower", {Value(1.0), Value(2.0)}) == Value(false));
  CHECK(lamp.watts_ == 60);
  CHECK(call_method(lamp, "place", {Value(1.0), Value("2"), Value(std::int64_t{3}), Value("4"), Value("x")}) ==
        Value(true));
  CHECK(lamp.at_ == Vec3{1, 2, 3});
  CHECK(lamp.floor_ == 4);
  CHECK(lamp.rest_ == 1);
  CHECK(call_method(lamp, "getName", {}) == Value("lamp"));
  CHECK(call_method(lamp, "fly", {}) == Value());
}

TEST_CASE("a transform's world pose follows its ancestors") {
  Core core(1);
  core.classes.add<Transform>("test/Transform", "zeitgeist/Node", "");
  auto& outer = dynamic_cast<Transform&>(core.create("test/Transform", "/a"));
  core.create("zeitgeist/Node", "/a/b");
  auto& inner = dynamic_cast<Transform&>(core.create("test/Transform", "/a/b/c"));
  inner.set_local_pos({1, 0, 0});
  outer.set_local_rotation({0, 0, 90});
  outer.set_local_pos({10, 0, 0});
  CHECK(inner.world_pose().position.x == Approx(10));
  CHECK(inner.world_pose().position.y == Approx(1));
  inner.set_world_pose({{10, 5, 0}, kIdentity3});
  CHECK(inner.local_pose().position.x == Approx(5));
}

TEST_CASE("random streams depend on seed and name alone") {
  RandomStreams a(1), b(1), c(2);
  a.stream("other").next();
  CHECK(a.stream("kick").next() == b.stream("kick").next());
  CHECK(a.stream("kick").next() != c.stream("kick").next());
  double sum = 0, squares = 0;
  auto& stream = a.stream("normal");
  constexpr int n = 100000;
  for (int i = 0; i < n; ++i) {
    const double x = stream.normal();
    sum += x, squares += x * x;
  }
  CHECK(std::abs(sum / n) < 5 / std::sqrt(n));                // 5 sigma of the mean
  CHECK(std::abs(squares / n - 1) < 5 * std::sqrt(2.0 / n));  // 5 sigma of the variance
}

TEST_CASE("a random stream that all borrowers have returned is as if never used") {
  const auto hash_of = [](const RandomStreams& streams) {
    StateHash hash;
    streams.add_to(hash);
    return hash.value();
  };
  RandomStreams some(1), others(1);
  some.stream("kick 1").next(), others.stream("kick 1").next();
  CHECK(hash_of(some) == hash_of(others));
  const auto first = some.borrow("kick 2").next();
  const auto second = some.borrow("kick 2").next();
  CHECK(first != second);
  some.give_back("kick 2");
  CHECK(hash_of(some) != hash_of(others));
  some.give_back("kick 2");
  CHECK(hash_of(some) == hash_of(others));
  CHECK(some.borrow("kick 2").next() == first);
  // An owner that keeps the stream does not lose it.
  const RandomStream& kept = some.stream("kick 2");
  some.give_back("kick 2");
  CHECK(&some.stream("kick 2") == &kept);
  CHECK(some.stream("kick 2").next() == second);
  CHECK(some.stream("kick 1").next() == others.stream("kick 1").next());
  // Names count, not only numbers: two streams with exchanged names are another state.
  others.stream("kick 3").next();
  CHECK(hash_of(some) != hash_of(others));
}

TEST_CASE("complaints about one peer are limited by count") {
  Core core(1);
  int lines = 0;
  core.log.add_sink(LogLevel::debug, [&](LogLevel, std::string_view) { ++lines; });
  for (int i = 0; i < 5000; ++i) core.log.complain("agent 3", "bad {}", i);
  CHECK(lines == 5 + 3);  // 1 to 5, 10, 100, 1000
  core.log.complain("agent 4", "bad");
  CHECK(lines == 9);
}

namespace {
/// Refuses its parent, but only after having been linked.
class Choosy : public Node {
 public:
  static inline int links = 0;

 protected:
  void linked() override {
    ++links;
    if (parent()->name() == "wrong") throw std::runtime_error("not here");
  }
  void unlinking() override { --links; }
};
}  // namespace

TEST_CASE("an object that throws when it is linked is removed again, with the subtree that contains it") {
  Core core(1);
  core.classes.add<Choosy>("test/Choosy", "zeitgeist/Node", "");
  Choosy::links = 0;
  CHECK_THROWS_WITH(core.create("test/Choosy", "/wrong/a"), "not here");
  CHECK(core.root().find("/wrong") != nullptr);
  CHECK(core.root().find("/wrong/a") == nullptr);
  CHECK(Choosy::links == 0);

  // Built outside the tree, refused when added to it.
  auto outer = core.classes.create("test/Choosy");
  outer->set_name("outer");
  auto plain = core.classes.create("zeitgeist/Node");
  plain->set_name("wrong");
  auto inner = core.classes.create("test/Choosy");
  inner->set_name("inner");
  plain->as_node()->append(std::move(inner));
  outer->as_node()->append(std::move(plain));
  CHECK_THROWS_WITH(core.root().append(std::move(outer)), "not here");
  CHECK(core.root().find("/outer") == nullptr);
  CHECK(Choosy::links == 0);
}

namespace {
/// Waits for an object with the name "lamp".
class Waiter : public Node {
 protected:
  void linked() override {
    if (!parent()->child("lamp"))
      throw Misplaced("no lamp", [](const Leaf& newcomer) { return newcomer.name() == "lamp"; });
  }
};
}  // namespace

TEST_CASE("the tree counts objects that come, take effect, move or go, and separately new names") {
  Core core(1);
  core.classes.add<Waiter>("test/Waiter", "zeitgeist/Node", "");
  std::uint64_t tree = core.tree_changes, looks = core.look_changes;
  const auto tree_grew = [&] { return std::exchange(tree, core.tree_changes) < core.tree_changes; };
  const auto looks_grew = [&] { return std::exchange(looks, core.look_changes) < core.look_changes; };
  auto loose = core.classes.create("zeitgeist/Node");
  loose->set_name("loose");
  CHECK_FALSE(tree_grew());
  CHECK_FALSE(looks_grew());  // it is not in a tree yet
  Node& group = *core.root().append(std::move(loose)).as_node();
  CHECK(tree_grew());
  group.set_name("group");
  CHECK(looks_grew());
  CHECK_FALSE(tree_grew());
  Node& waiter = dynamic_cast<Node&>(core.create("test/Waiter", "/group/waiter"));
  CHECK(waiter.is_idle());
  tree_grew();
  auto lamp = core.classes.create("zeitgeist/Leaf");
  lamp->set_name("lamp");
  const std::uint64_t before = core.tree_changes;
  group.append(std::move(lamp));
  CHECK_FALSE(waiter.is_idle());
  CHECK(core.tree_changes == before + 2);  // the lamp, and the node that has waited for it
  tree_grew();
  core.root().take_children_of(group);
  CHECK(tree_grew());
  core.root().destroy(waiter);
  CHECK(tree_grew());
  CHECK_FALSE(tree_grew());
}
