// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>
#include <vector>

#include "bench/report.h"
#include "spark/core/random.h"
#include "spark/physics/ode_library.h"
#include "spark/physics/space.h"

namespace {

using Pair = std::pair<dGeomID, dGeomID>;

void note(void* pairs, dGeomID a, dGeomID b) {
  static_cast<std::vector<Pair>*>(pairs)->emplace_back(a, b);
}

/// Spheres and boxes, 1.7 to the square metre, a share of which moves; a floor below.
class Field {
 public:
  Field(dSpaceID space, int count, double movers) {
    spark::RandomStream random(5);
    const double side = std::sqrt(0.6 * count);
    geoms_.push_back(dCreatePlane(space, 0, 0, 1, 0));
    for (int i = 0; i < count; ++i) {
      const bool moves = random.uniform() < movers;
      dGeomID geom = i % 2 ? dCreateSphere(space, random.uniform(0.1, 0.3))
                           : dCreateBox(space, random.uniform(0.2, 0.6), random.uniform(0.2, 0.6), 0.4);
      dGeomSetPosition(geom, random.uniform(0, side), random.uniform(0, side), random.uniform(0.2, 0.6));
      if (moves) moving_.push_back({geom, random.uniform(-0.02, 0.02)});
      geoms_.push_back(geom);
    }
    for (dGeomID geom : geoms_) set_bits(geom, false);
    for (const Moving& moving : moving_) set_bits(moving.geom, true);
  }
  ~Field() {
    for (dGeomID geom : geoms_) dGeomDestroy(geom);
  }
  Field(const Field&) = delete;
  Field& operator=(const Field&) = delete;

  void move() {
    for (Moving& moving : moving_) {
      const dReal* place = dGeomGetPosition(moving.geom);
      dGeomSetPosition(moving.geom, place[0] + moving.speed, place[1] - moving.speed, place[2]);
      if (++moving.age % 50 == 0) moving.speed = -moving.speed;
    }
  }

 private:
  struct Moving {
    dGeomID geom;
    double speed;
    int age = 0;
  };
  /// As CollisionPass sets them: scenery does not meet scenery.
  static void set_bits(dGeomID geom, bool moves) {
    dGeomSetCategoryBits(geom, moves ? 1 : 2);
    dGeomSetCollideBits(geom, moves ? 3 : 1);
  }

  std::vector<dGeomID> geoms_;
  std::vector<Moving> moving_;
};

/// Microseconds per search for pairs, and how many there were.
template <typename Collide>
double measure(Field& field, int steps, std::size_t& found, Collide collide) {
  std::vector<Pair> pairs;
  double seconds = 0.0;
  found = 0;
  for (int step = 0; step < steps; ++step) {
    field.move();
    pairs.clear();
    const double start = bench::thread_seconds();
    collide(&pairs);
    seconds += bench::thread_seconds() - start;
    found += pairs.size();
  }
  return seconds / steps * 1e6;
}

double with_room(int count, double movers, int steps, int max_compared, std::size_t& found) {
  spark::Space space;
  space.set_max_compared(max_compared);
  Field field(space.id(), count, movers);
  return measure(field, steps, found, [&](void* pairs) { space.collide(pairs, note); });
}

double with_ode(int count, double movers, int steps, bool hash, std::size_t& found) {
  dSpaceID space = hash ? dHashSpaceCreate(nullptr) : dSweepAndPruneSpaceCreate(nullptr, dSAP_AXES_XYZ);
  double result;
  {
    Field field(space, count, movers);
    result = measure(field, steps, found, [&](void* pairs) { dSpaceCollide(space, pairs, note); });
  }
  dSpaceDestroy(space);
  return result;
}

}  // namespace

int main(int argc, char** argv) {
  double movers = 1.0;
  std::vector<int> counts{20, 40, 60, 80, 120, 250, 500, 1000, 2000};
  CLI::App app("Pairs of shapes: all compared, boxes sorted, and ODE's own spaces; microseconds per step");
  app.add_option("--shapes", counts, "Numbers of shapes")->check(CLI::Range(1, 20000));
  app.add_option("--movers", movers, "Share that moves")->check(CLI::Range(0.0, 1.0))->capture_default_str();
  CLI11_PARSE(app, argc, argv);
  spark::start_ode();
  std::printf("%8s %8s %10s %10s %10s %10s\n", "shapes", "pairs", "compared", "sorted", "ODE hash", "ODE sweep");
  for (const int count : counts) {
    const int steps = std::max(20, 40000 / count);
    std::size_t pairs, sorted_pairs, hash_pairs, sweep_pairs;
    const double compared = with_room(count, movers, steps, count + 1, pairs);
    const double sorted = with_room(count, movers, steps, 0, sorted_pairs);
    const double hash = with_ode(count, movers, steps, true, hash_pairs);
    const double sweep = with_ode(count, movers, steps, false, sweep_pairs);
    const auto per_step = static_cast<double>(pairs) / steps;
    std::printf("%8d %8.1f %10.1f %10.1f %10.1f %10.1f\n", count, per_step, compared, sorted, hash, sweep);
    // ODE's spaces also report shapes far above a plane.
    if (sorted_pairs != pairs) {
      std::fprintf(stderr, "bench_space: not the same pairs: %zu and %zu\n", pairs, sorted_pairs);
      return 1;
    }
  }
  return 0;
}
