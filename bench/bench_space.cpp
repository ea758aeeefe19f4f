// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

#include "bench/report.h"
#include "spark/command_line/command_line.h"
#include "spark/command_line/run_program.h"
#include "spark/core/random.h"
#include "spark/numerics/ode_library.h"
#include "spark/physics/space.h"

namespace {

using Pair = std::pair<dGeomID, dGeomID>;

void note(void* pairs, dGeomID a, dGeomID b) {
  static_cast<std::vector<Pair>*>(pairs)->emplace_back(a, b);
}

/// Shapes on a floor. Some of them move back and forth, in the same order in each step.
class Field {
 public:
  explicit Field(dSpaceID space) : space_(space), world_(dWorldCreate()) {
    add_standing(dCreatePlane(space, 0, 0, 1, 0));
  }
  ~Field() {
    for (dGeomID geom : geoms_) dGeomDestroy(geom);
    dWorldDestroy(world_);
  }
  Field(const Field&) = delete;
  Field& operator=(const Field&) = delete;

  void move() {
    for (Moving& moving : moving_) {
      const dReal* place = dBodyGetPosition(moving.body);
      dBodySetPosition(moving.body, place[0] + moving.speed, place[1] - moving.speed, place[2]);
      if (++moving.age % 50 == 0) moving.speed = -moving.speed;
    }
  }

  /// Spheres and boxes, 1.7 per square metre, a share of which moves.
  void add_crowd(int count, double movers) {
    const double side = std::sqrt(0.6 * count);
    for (int i = 0; i < count; ++i) {
      const bool moves = random_.uniform() < movers;
      dGeomID geom = i % 2 ? dCreateSphere(space_, random_.uniform(0.1, 0.3))
                           : dCreateBox(space_, random_.uniform(0.2, 0.6), random_.uniform(0.2, 0.6), 0.4);
      const double x = random_.uniform(0, side), y = random_.uniform(0, side), z = random_.uniform(0.2, 0.6);
      moves ? add_moving(geom, x, y, z, random_.uniform(-0.02, 0.02)) : add_standing(geom, x, y, z);
    }
  }

  /// Adds the objects of a match: 23 spheres on a pitch, and 17 fixed shapes: the floor, walls, and the boxes of two
  /// goals.
  void add_match() {
    for (const double side : {-1.0, 1.0}) {
      add_standing(dCreatePlane(space_, side, 0, 0, -60));
      add_standing(dCreatePlane(space_, 0, side, 0, -40));
      for (int i = 0; i < 6; ++i) add_standing(dCreateBox(space_, 2, 0.1, 2.4), side * 53.5, 1.3 * i - 3.5, 1.2);
    }
    for (int i = 0; i < 23; ++i)
      add_moving(dCreateSphere(space_, 0.22), random_.uniform(-50, 50), random_.uniform(-30, 30), 0.22,
                 random_.uniform(-0.02, 0.02));
  }

 private:
  struct Moving {
    dBodyID body;
    double speed;
    int age = 0;
  };
  /// Sets the same bits as CollisionPass: scenery does not collide with scenery.
  static void set_bits(dGeomID geom, bool moves) {
    dGeomSetCategoryBits(geom, moves ? 1 : 2);
    dGeomSetCollideBits(geom, moves ? 3 : 1);
  }

  void add_standing(dGeomID geom) {
    set_bits(geom, false);
    geoms_.push_back(geom);
  }
  void add_standing(dGeomID geom, double x, double y, double z) {
    dGeomSetPosition(geom, x, y, z);
    add_standing(geom);
  }
  void add_moving(dGeomID geom, double x, double y, double z, double speed) {
    dBodyID body = dBodyCreate(world_);
    dGeomSetBody(geom, body);
    dBodySetPosition(body, x, y, z);
    set_bits(geom, true);
    geoms_.push_back(geom);
    moving_.push_back({body, speed});
  }

  dSpaceID space_;
  dWorldID world_;
  spark::RandomStream random_{5};
  std::vector<dGeomID> geoms_;
  std::vector<Moving> moving_;
};

/// The time in seconds that reading the clock adds to each search.
double clock_seconds() {
  constexpr int kReadings = 20000;
  const double start = bench::thread_seconds();
  for (int i = 1; i < kReadings; ++i) bench::thread_seconds();
  return (bench::thread_seconds() - start) / kReadings;
}

/// Returns the microseconds per search for pairs, and in `found` the number of pairs.
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
  return (seconds / steps - clock_seconds()) * 1e6;
}

using Fill = std::function<void(Field&)>;

double with_room(const Fill& fill, int steps, int max_compared, std::size_t& found) {
  spark::Space space;
  space.set_max_compared(max_compared);
  Field field(space.id());
  fill(field);
  return measure(field, steps, found, [&](void* pairs) { space.collide(pairs, note); });
}

double with_ode(const Fill& fill, int steps, dSpaceID space, std::size_t& found) {
  double result;
  {
    Field field(space);
    fill(field);
    result = measure(field, steps, found, [&](void* pairs) { dSpaceCollide(space, pairs, note); });
  }
  dSpaceDestroy(space);
  return result;
}

/// Prints a line of the table. Returns false if `spark::Space` does not find the same number of pairs as ODE's simple
/// space.
bool compare(const std::string& name, int steps, const Fill& fill) {
  std::size_t simple_pairs, hash_pairs, sweep_pairs, pairs, sorted_pairs;
  const double simple = with_ode(fill, steps, dSimpleSpaceCreate(nullptr), simple_pairs);
  const double hash = with_ode(fill, steps, dHashSpaceCreate(nullptr), hash_pairs);
  const double sweep = with_ode(fill, steps, dSweepAndPruneSpaceCreate(nullptr, dSAP_AXES_XYZ), sweep_pairs);
  const double ours = with_room(fill, steps, spark::Space::kMaxCompared, pairs);
  const double sorted = with_room(fill, steps, 0, sorted_pairs);
  std::printf("%8s %8.1f %10.2f %10.2f %10.2f %10.2f %10.2f\n", name.c_str(), static_cast<double>(pairs) / steps, ours,
              sorted, simple, hash, sweep);
  // ODE's other spaces also report shapes far above a plane.
  if (pairs == simple_pairs && sorted_pairs == simple_pairs) return true;
  std::fprintf(stderr, "bench_space: not the same pairs: %zu, %zu and %zu\n", pairs, sorted_pairs, simple_pairs);
  return false;
}

}  // namespace

int main(int argc, char** argv) {
  double movers = 1.0;
  std::vector<std::string> shapes{"20", "40", "60", "80", "120", "250", "500", "1000", "2000"};
  spark::OptionTable table({.name = "bench_space",
                            .about = "Pairs of shapes as the space finds them, by sorted boxes only, and by ODE's own "
                                     "spaces; microseconds per step"});
  table.begin_section("Options");
  table.add({.names = {"shapes"}, .value = spark::in_a_row(spark::words(shapes, "N")), .help = "numbers of shapes"});
  table.add({.names = {"movers"}, .value = spark::number(movers, 0.0, 1.0), .help = "share that moves"});
  table.begin_section("Help");
  table.add_questions();
  return spark::run_program(
      "bench_space", [&] { return spark::read_command_line(table, argc, argv); },
      [&] {
        std::vector<int> counts;
        for (const std::string& shape : shapes) {
          int count = 0;
          spark::whole_number(count, 1, 20000).read("--shapes", {shape});
          counts.push_back(count);
        }
        spark::start_ode();
        std::printf("%8s %8s %10s %10s %10s %10s %10s\n", "shapes", "pairs", "Space", "sorted", "ODE simple",
                    "ODE hash", "ODE sweep");
        bool same = compare("23 + 17", 20000, [](Field& field) { field.add_match(); });
        for (const int count : counts)
          same = compare(std::to_string(count), std::max(20, 40000 / count),
                         [&](Field& field) { field.add_crowd(count, movers); }) &&
                 same;
        return same ? 0 : 1;
      });
}
