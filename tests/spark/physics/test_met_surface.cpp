// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "spark/physics/met_surface.h"
#include "spark/physics/surface_contact_handler.h"

using namespace spark;

TEST_CASE("the combination of two surfaces is computed anew when one of them or the softness changes") {
  ContactJointHandler floor, other;
  SurfaceContactHandler ball;
  MetSurface met;
  CHECK(met.of(ball, floor, 1e-5).mu == dInfinity);
  CHECK(met.of(ball, floor, 1e-5).mode == dContactBounce);
  floor.set_bounce_value(0.2);
  CHECK(met.of(ball, floor, 1e-5).bounce == Approx(0.5));
  ball.set_bounce_mode(false);
  CHECK(met.of(ball, floor, 1e-5).bounce == Approx(0.2));
  ball.set_mu(3.0);
  floor.set_mu(5.0);
  CHECK(met.of(ball, floor, 1e-5).mu == Approx(4.0));
  other.set_mu(1.0);
  CHECK(met.of(ball, other, 1e-5).mu == Approx(2.0));
  CHECK(met.of(other, ball, 1e-5).bounce == Approx(0.8));
  ball.set_slip1(1e-3);
  CHECK((met.of(ball, floor, 1e-5).mode & dContactSlip1) != 0);
  CHECK((met.of(ball, floor, 1e-2).mode & dContactSlip1) == 0);  // the world is softer than that
  CHECK_FALSE(met.has_direction());
  ball.set_direction({1, 0, 0});
  met.of(ball, floor, 1e-5);
  CHECK(met.has_direction());
  ball.set_pyramid(true);
  CHECK((met.of(ball, floor, 1e-5).mode & dContactApprox1) == dContactApprox1);
  ball.set_mu2(7.0);
  CHECK(met.of(ball, floor, 1e-5).mu2 == Approx(6.0));
  floor.set_soft_erp_mode(true);
  floor.set_soft_erp(0.4);
  floor.set_soft_cfm_mode(true);
  floor.set_soft_cfm(0.3);
  floor.set_min_bounce_velocity(9.0);
  const dSurfaceParameters& last = met.of(ball, floor, 1e-5);
  CHECK(last.soft_erp == Approx(0.4));
  CHECK(last.soft_cfm == Approx(0.3));
  CHECK(last.bounce_vel == Approx(9.0));
  met.forget();
  CHECK(met.of(ball, floor, 1e-5).mu2 == Approx(6.0));
}
