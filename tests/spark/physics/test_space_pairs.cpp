// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <utility>
#include <vector>

#include "spark/core/random.h"
#include "spark/numerics/ode_library.h"
#include "spark/physics/space.h"

using namespace spark;

namespace {

using Pairs = std::vector<std::pair<dGeomID, dGeomID>>;

void note(void* pairs, dGeomID a, dGeomID b) {
  static_cast<Pairs*>(pairs)->emplace_back(a, b);
}

/// Shapes of all classes, with and without bodies, in a space of a few metres, with random movements and changes.
class DrawnScene {
 public:
  DrawnScene(RandomStream& random, int shapes) : random_(random), world_(dWorldCreate()), crowd_(0.5 + 6 * uniform()) {
    const int bodies = 1 + below(shapes);
    for (int i = 0; i < bodies; ++i) {
      bodies_.push_back(dBodyCreate(world_));
      move(bodies_.back());
    }
    for (int i = 0; i < shapes; ++i) add();
  }
  ~DrawnScene() {
    for (dGeomID geom : geoms_) dGeomDestroy(geom);
    dWorldDestroy(world_);
  }
  DrawnScene(const DrawnScene&) = delete;
  DrawnScene& operator=(const DrawnScene&) = delete;

  /// Moves some bodies a little and few far away, in any order.
  void move() {
    const int moves = one_in(3) ? below(static_cast<int>(bodies_.size())) : static_cast<int>(bodies_.size());
    const bool in_order = one_in(2);
    for (int i = 0; i < moves; ++i) {
      dBodyID body = in_order ? bodies_[static_cast<std::size_t>(i)] : any(bodies_);
      const dReal* place = dBodyGetPosition(body);
      if (one_in(30))
        move(body);
      else
        dBodySetPosition(body, place[0] + step(), place[1] + step(), place[2] + step());
      if (one_in(3)) turn([&](const dReal* q) { dBodySetQuaternion(body, q); });
    }
  }

  /// A change after which `Space::geoms_changed` has to be called.
  void change() {
    dGeomID geom = any(geoms_);
    switch (below(6)) {
      case 0:
        return add();
      case 1:
        std::erase(geoms_, geom);
        dGeomDestroy(geom);
        if (geoms_.empty()) add();
        return;
      case 2:
        return give_bits(geom);
      case 3:
        return dGeomIsEnabled(geom) ? dGeomDisable(geom) : dGeomEnable(geom);
      case 4:
        if (dGeomGetClass(geom) != dPlaneClass) put(geom);
        return;
      default:
        if (dGeomGetClass(geom) == dSphereClass) dGeomSphereSetRadius(geom, size());
        if (dGeomGetClass(geom) == dPlaneClass) dGeomPlaneSetParams(geom, 0, one_in(2) ? 1 : 0, 1, step());
    }
  }

  /// Compares the pairs of the space with those of ODE.
  void compare() {
    Pairs found, all;
    space_.collide(&found, note);
    dSpaceCollide(space_.id(), &all, note);
    REQUIRE(found == all);
    pairs_ += all.size();
  }

  Space& space() { return space_; }
  std::size_t pairs() const { return pairs_; }

 private:
  double uniform() { return random_.uniform(); }
  int below(int count) { return static_cast<int>(random_.uniform(0, count)); }
  bool one_in(int count) { return below(count) == 0; }
  double step() { return random_.uniform(-0.05, 0.05); }
  double size() { return one_in(10) ? random_.uniform(1, 5) : random_.uniform(0.05, 0.4); }
  template <typename T>
  T any(const std::vector<T>& many) {
    return many[static_cast<std::size_t>(below(static_cast<int>(many.size())))];
  }
  /// Either on a grid, so that some shapes touch exactly, or anywhere.
  double coordinate() {
    const double value = random_.uniform(-crowd_, crowd_);
    return one_in(3) ? 0.25 * std::round(4 * value) : value;
  }
  template <typename Set>
  void turn(Set set) {
    dQuaternion turned;
    dQFromAxisAndAngle(turned, uniform(), uniform(), 0.1 + uniform(), 6 * uniform());
    set(turned);
  }
  void move(dBodyID body) { dBodySetPosition(body, coordinate(), coordinate(), coordinate()); }

  dGeomID any_shape() {
    switch (below(8)) {
      case 0:
        return one_in(2) ? dCreatePlane(nullptr, 0, 0, 1, coordinate()) : dCreatePlane(nullptr, 1, -1, 2, coordinate());
      case 1:
        return dCreateCapsule(nullptr, size(), size());
      case 2:
        return dCreateCylinder(nullptr, size(), size());
      case 3:
        return dCreateRay(nullptr, size());
      case 4:
      case 5:
        return dCreateBox(nullptr, size(), size(), size());
      default:
        return dCreateSphere(nullptr, one_in(3) ? 0.25 : size());
    }
  }
  void add() {
    dGeomID geom = any_shape();
    geoms_.push_back(geom);
    if (dGeomGetClass(geom) != dPlaneClass) put(geom);
    give_bits(geom);
    if (one_in(12)) dGeomDisable(geom);
    dSpaceAdd(space_.id(), geom);
  }
  /// Puts the shape on a body, in its centre or beside it, or on none.
  void put(dGeomID geom) {
    const bool on_body = !one_in(3);
    dGeomSetBody(geom, nullptr);
    if (on_body) dGeomSetBody(geom, any(bodies_));
    if (!on_body) {
      dGeomSetPosition(geom, coordinate(), coordinate(), coordinate());
      if (one_in(2)) turn([&](const dReal* q) { dGeomSetQuaternion(geom, q); });
    } else if (one_in(4)) {
      dGeomSetOffsetPosition(geom, step(), 0.2, step());
    }
  }
  /// Mostly the bits that the collision pass sets.
  void give_bits(dGeomID geom) {
    const bool moves = dGeomGetBody(geom) != nullptr, any = one_in(8);
    dGeomSetCategoryBits(geom, any ? random_.next() % 8 : moves ? 1 : 2);
    dGeomSetCollideBits(geom, any ? random_.next() % 8 : moves ? 3 : 1);
  }

  RandomStream& random_;
  dWorldID world_;
  Space space_;
  double crowd_;  ///< half the edge of the cube that contains everything, m
  std::vector<dBodyID> bodies_;
  std::vector<dGeomID> geoms_;
  std::size_t pairs_ = 0;
};

}  // namespace

TEST_CASE("in random scenes a space finds ODE's pairs in ODE's order, whether it compares or sorts") {
  start_ode();
  RandomStream random(19);
  std::size_t pairs = 0, many = 0;
  for (int drawn = 0; drawn < 10000; ++drawn) {
    const int shapes = 1 + static_cast<int>(random.uniform(0, drawn % 10 == 0 ? 160 : 48));
    CAPTURE(drawn, shapes);
    DrawnScene scene(random, shapes);
    if (drawn % 7 == 0) scene.space().set_max_compared(0);
    for (int step = 0; step < 8; ++step) {
      scene.compare();
      scene.move();
      if (step % 3 != 2) continue;
      scene.change();
      scene.space().geoms_changed();
    }
    pairs += scene.pairs();
    if (shapes > Space::kMaxCompared) ++many;
  }
  CHECK(pairs > 1000000);
  CHECK(many > 100);
}

TEST_CASE("a space still finds ODE's pairs when its order is changed between steps") {
  start_ode();
  RandomStream random(20);
  for (int drawn = 0; drawn < 500; ++drawn) {
    DrawnScene scene(random, 20);
    for (int step = 0; step < 4; ++step) {
      scene.compare();
      scene.move();
      Space::Order order = scene.space().order();
      scene.compare();
      std::reverse(order.geoms.begin(), order.geoms.end());
      order.moved = 0;
      scene.space().set_order(order);
    }
  }
}
