// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <cstring>
#include <functional>

#include "spark/physics/islands.h"
#include "spark/physics/joint_kinds.h"
#include "spark/physics/surface_contact_handler.h"
#include "spark/physics/world_state.h"
#include "tests/spark/physics/solids.h"

using namespace spark;

namespace {

/// The same scene twice: one world computes isolated bodies without ODE, the other computes all bodies with ODE.
struct TwinWorlds {
  TwinWorlds() {
    ours.world->set_isolated_bodies(true);
    ode.world->set_isolated_bodies(false);
  }

  void both(const std::function<void(Playground&)>& change) {
    change(ours);
    change(ode);
  }
  /// Whether the bodies and shapes of both are in the same state, bit by bit, and in the same order for pairs.
  bool are_same() {
    const WorldState a = ours.world->save(), b = ode.world->save();
    if (a.bodies.size() != b.bodies.size() || a.space_order != b.space_order || a.space_moved != b.space_moved)
      return false;
    for (auto x = a.bodies.begin(), y = b.bodies.begin(); x != a.bodies.end(); ++x, ++y)
      if (x->first != y->first || !is_same(x->second, y->second)) return false;
    return true;
  }
  /// False at the first step after which they differ.
  bool run(int steps) {
    for (int i = 0; i < steps; ++i) {
      both([](Playground& ground) { ground.run(1); });
      if (!are_same()) return false;
    }
    return true;
  }
  Playground ours, ode;

 private:
  static bool is_same(const Body::State& a, const Body::State& b) {
    const auto same = [](const auto& x, const auto& y) { return std::memcmp(&x, &y, sizeof x) == 0; };
    return same(a.pose.position, b.pose.position) && same(a.pose.quaternion, b.pose.quaternion) &&
           same(a.velocity, b.velocity) && same(a.angular_velocity, b.angular_velocity) && same(a.force, b.force) &&
           same(a.torque, b.torque) && same(a.node.position, b.node.position) && a.enabled == b.enabled;
  }
};

/// A yard of 8 m x 8 m with a post in it and bodies that are thrown about.
void make_yard(Playground& ground, int spheres) {
  ground.make_floor();
  const double walls[4][3] = {{1, 0, -4}, {-1, 0, -4}, {0, 1, -4}, {0, -1, -4}};
  for (int i = 0; i < 4; ++i)
    ground.make<PlaneCollider>("PlaneCollider", "W" + std::to_string(i))
        .set_params(walls[i][0], walls[i][1], 0, walls[i][2]);
  ground.make_transform("Post", {1, 1, 1}, {0, 0, 30});
  ground.make<BoxCollider>("BoxCollider", "Post/geometry").set_box_lengths({0.3, 0.3, 2});
  RandomStream random(7);
  for (int i = 0; i < spheres; ++i) {
    Body& body = ground.make_agent("Agent" + std::to_string(i),
                                   {random.uniform(-3, 3), random.uniform(-3, 3), random.uniform(0.3, 6)});
    body.set_velocity({random.uniform(-8, 8), random.uniform(-8, 8), 0});
  }
  Body& ball = ground.make_ball({0, 0, 3}, 0.43);
  ball.set_velocity({9, 4, 2});
  ball.set_angular_velocity({20, -30, 5});
}

void stir(Playground& ground, int step, int spheres) {
  RandomStream random(static_cast<std::uint64_t>(step) + 1);
  for (int i = 0; i < spheres; ++i) {
    const double x = random.uniform(-900, 900), y = random.uniform(-900, 900);
    at<Body>(ground, "Agent" + std::to_string(i) + "/physics").add_force({x, y, 0});
  }
}

/// A sphere on the floor in both worlds, changed by `change`.
void compare_on_floor(const std::function<void(Playground&, Body&)>& change, bool alone) {
  TwinWorlds twins;
  twins.both([&](Playground& ground) {
    ground.make_floor();
    Body& body = ground.make_sphere("A", {0, 0, 0.2199}, 75, 0.22);
    body.set_velocity({2, 1, 0});
    body.set_angular_velocity({0, 0, 3});
    change(ground, body);
  });
  CHECK(twins.run(1));
  // Joints exist for other bodies only; those of the last step are gone, so the number of isolated bodies is compared.
  CHECK(twins.ours.world->isolated_bodies_of_last_step() == (alone ? 1 : 0));
  CHECK(twins.run(200));
}

}  // namespace

TEST_CASE("isolated bodies move as ODE moves them, to the bit, also among bodies that are not isolated") {
  const int spheres = GENERATE(0, 1, 6, 22);
  TwinWorlds twins;
  twins.both([spheres](Playground& ground) { make_yard(ground, spheres); });
  int alone = 0, same = 0;
  constexpr int kStepsOfRun = 1500;
  for (int step = 0; step < kStepsOfRun; ++step) {
    if (step % 10 == 0) twins.both([&](Playground& ground) { stir(ground, step, spheres); });
    if (step == 700 && spheres > 3)
      twins.both([](Playground& ground) {
        ground.drop("Agent2");
        ground.make_agent("Agent2", {0, 0, 4});
      });
    if (step == 900) twins.both([](Playground& ground) { at<Body>(ground, "Ball/physics").place_at_rest({0, 0, 2}); });
    same += twins.run(1);
    alone += twins.ours.world->isolated_bodies_of_last_step();
  }
  CHECK(same == kStepsOfRun);
  CHECK(alone > kStepsOfRun * (spheres + 1) / 2);
  CHECK(twins.ode.world->isolated_bodies_of_last_step() == 0);
}

TEST_CASE("a body with an unsuitable inertia, joint, surface or setting is computed by ODE") {
  using Change = std::function<void(Playground&, Body&)>;
  const auto surface = [](const std::function<void(SurfaceContactHandler&)>& set) {
    return [set](Playground& ground, Body&) {
      for (const std::string shape : {"Floor", "A/geometry"}) {
        ground.drop(shape + "/contact");
        set(ground.make<SurfaceContactHandler>("SurfaceContactHandler", shape + "/contact"));
      }
    };
  };
  const std::pair<const char*, Change> others[] = {
      {"box",
       [](Playground&, Body& body) {
         body.set_box_total(75, {0.2, 0.3, 0.4});
       }},
      {"inertia",
       [](Playground&, Body& body) {
         body.set_mass_parameters(75, {}, {2.0, 0.1, 0.0, 0.1, 2.0, 0.0, 0.0, 0.0, 2.0});
       }},
      {"kinematic", [](Playground&, Body& body) { body.set_kinematic(true); }},
      {"disabled", [](Playground&, Body& body) { body.disable(); }},
      {"quick", [](Playground& ground, Body&) { ground.world->set_quick_step(true); }},
      {"joint",
       [](Playground& ground, Body&) {
         ground.make<BallJoint>("BallJoint", "joint").attach({Value("../A/physics"), Value("")});
       }},
      {"two shapes",
       [](Playground& ground, Body&) { ground.make<SphereCollider>("SphereCollider", "A/second").set_radius(0.22); }},
      {"limited friction", surface([](auto& handler) { handler.set_mu(0.4); })},
      {"limited second friction", surface([](auto& handler) { handler.set_mu2(40); })},
      {"pyramid", surface([](auto& handler) { handler.set_pyramid(true); })},
      {"direction", surface([](auto& handler) {
         handler.set_direction({1, 0.2, 0});
       })},
      {"damping",
       [](Playground& ground, Body& body) {
         dBodySetLinearDamping(body.id(), 0.1);
         ground.world->invalidate_order();
       }},
  };
  for (const auto& [name, change] : others) {
    INFO(name);
    compare_on_floor(change, false);
  }
}

TEST_CASE("a body with unlimited friction is computed without ODE, with any gravity and mass") {
  const auto contact = [](Playground & ground) -> auto& {
    return at<ContactJointHandler>(ground, "A/geometry/contact");
  };
  using Change = std::function<void(Playground&, Body&)>;
  const std::pair<const char*, Change> same[] = {
      {"as it is", [](Playground&, Body&) {}},
      {"in the air",
       [](Playground&, Body& body) {
         body.set_position({0, 0, 3});
       }},
      {"no bounce", [&](Playground& ground, Body&) { contact(ground).set_bounce_mode(false); }},
      {"soft",
       [&](Playground& ground, Body&) {
         contact(ground).set_soft_cfm_mode(true);
         contact(ground).set_soft_cfm(0.01);
         contact(ground).set_soft_erp_mode(true);
         contact(ground).set_soft_erp(0.7);
       }},
      {"slip",
       [](Playground& ground, Body&) {
         ground.drop("A/geometry/contact");
         ground.make<SurfaceContactHandler>("SurfaceContactHandler", "A/geometry/contact").set_slip(0.02);
       }},
      {"no gravity", [](Playground&, Body& body) { body.use_gravity(false); }},
      {"other gravity",
       [](Playground& ground, Body&) {
         ground.world->set_gravity({0.5, -1, -3});
       }},
      {"light", [](Playground&, Body& body) { body.set_mass(Body::kMinMass); }},
      {"heavy", [](Playground&, Body& body) { body.set_mass(Body::kMaxMass); }},
      {"cube",
       [](Playground&, Body& body) {
         body.set_box_total(75, {0.3, 0.3, 0.3});
       }},
      {"world",
       [](Playground& ground, Body&) {
         ground.world->set_erp(0.9);
         ground.world->set_cfm(0.0);
       }},
  };
  for (const auto& [name, change] : same) {
    INFO(name);
    compare_on_floor(change, true);
  }
}

TEST_CASE("changes between two steps decide in the next one which bodies are isolated") {
  TwinWorlds twins;
  twins.both([](Playground& ground) {
    ground.make_floor();
    ground.make_sphere("A", {0, 0, 0.22}, 75, 0.22);
    ground.make_sphere("B", {1, 0, 0.22}, 75, 0.22).set_velocity({-0.5, 0, 0});
  });
  const auto run = [&twins](int alone) {
    CHECK(twins.run(1));
    CHECK(twins.ours.world->isolated_bodies_of_last_step() == alone);
  };
  const auto with = [&twins](const std::function<void(Playground&, Body&)>& change) {
    twins.both([&](Playground& ground) { change(ground, at<Body>(ground, "A/physics")); });
  };
  run(2);
  with([](Playground&, Body& body) { body.set_box_total(75, {0.1, 0.2, 0.3}); });
  run(1);
  with([](Playground&, Body& body) { body.set_sphere_total(75, 0.22); });
  run(2);
  with([](Playground&, Body& body) { body.disable(); });
  run(1);
  with([](Playground& ground, Body&) { at<Body>(ground, "B/physics").set_position({0.43, 0, 0.22}); });
  run(0);  // it enables the disabled body
  with([](Playground& ground, Body&) { at<Body>(ground, "B/physics").set_position({0.9, 0, 0.22}); });
  run(2);
  with([](Playground& ground, Body&) { at<SphereCollider>(ground, "A/geometry").set_radius(0.9); });
  run(0);
  with([](Playground& ground, Body&) { ground.drop("A/geometry"); });
  run(2);
  with([](Playground& ground, Body&) {
    ground.make<BallJoint>("BallJoint", "joint").attach({Value("../A/physics"), Value("../B/physics")});
  });
  run(0);
  with([](Playground& ground, Body&) { ground.drop("joint"); });
  run(2);
  with([](Playground& ground, Body&) { ground.drop("B"); });
  run(1);
  with([](Playground&, Body& body) { body.set_kinematic(true); });
  run(0);
}

TEST_CASE("islands and isolated bodies beside them move as ODE moves them") {
  TwinWorlds twins;
  twins.both([](Playground& ground) {
    ground.make_floor();
    for (int i = 0; i < 70; ++i)
      make_solid_box(ground, "Box" + std::to_string(i), {0.05 * (i % 3), 0, 0.1 + 0.19 * i}, 1.0, {0.2, 0.2, 0.2});
    for (int i = 0; i < 9; ++i)
      ground.make_sphere("S" + std::to_string(i), {3.0 + i, 0, 0.4 + 0.1 * i}, 5, 0.2).set_velocity({0, 1, 0});
    ground.make_sphere("P", {20, 0, 0.2}, 5, 0.2);
    ground.make_sphere("Q", {20.39, 0, 0.2}, 5, 0.2);
  });
  CHECK(twins.run(60));
  CHECK(std::any_of(twins.ours.log_lines.begin(), twins.ours.log_lines.end(),
                    [](const std::string& line) { return line.find("an island with") != std::string::npos; }));
  CHECK(twins.ours.world->isolated_bodies_of_last_step() >= 9);
}

TEST_CASE("a world continues from the state that another solver has left") {
  TwinWorlds twins;
  twins.both([](Playground& ground) { make_yard(ground, 12); });
  CHECK(twins.run(300));
  const WorldState kept = twins.ours.world->save();
  twins.ours.world->set_isolated_bodies(false);
  twins.ode.world->set_isolated_bodies(true);
  CHECK(twins.run(300));
  const WorldState later = twins.ours.world->save();
  twins.ours.world->restore(kept);
  twins.ours.world->set_isolated_bodies(true);
  twins.ours.run(300);
  for (const auto& [entry, state] : twins.ours.world->save().bodies) {
    CHECK(state.pose.position == later.bodies.at(entry).pose.position);
    CHECK(state.velocity == later.bodies.at(entry).velocity);
  }
}
