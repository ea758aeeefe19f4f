// SPDX-License-Identifier: Apache-2.0
#include "bench/bare_loop.h"

using spark::Vec3;

namespace bench {
namespace {

Vec3 vector(const dReal* v) {
  return {v[0], v[1], v[2]};
}

}  // namespace

BareLoop::BareLoop(Motion motion) : play_(motion) {
  dInitODE2(0);
  dAllocateODEDataForThread(dAllocateMaskAll);
  world_ = dWorldCreate();
  dWorldSetGravity(world_, 0, 0, -9.81);
  dWorldSetCFM(world_, 1e-5);
  dWorldSetERP(world_, 0.2);
  space_ = dSimpleSpaceCreate(nullptr);
  contacts_ = dJointGroupCreate(0);
  dCreatePlane(space_, 0, 0, 1, 0);
  for (const FixedBox& box : goal_boxes()) {
    dGeomID geom = dCreateBox(space_, box.size.x, box.size.y, box.size.z);
    dGeomSetPosition(geom, box.centre.x, box.centre.y, box.centre.z);
  }
  const Situation start = kick_off();
  ball_ = make_sphere(kBall, start.ball, kBallMass, kBallRadius);
  for (std::size_t i = 0; i < players_.size(); ++i)
    players_[i] = make_sphere(i, start.players[i], kPlayerMass, kPlayerRadius);
}

BareLoop::~BareLoop() {
  dJointGroupDestroy(contacts_);
  dSpaceDestroy(space_);
  dWorldDestroy(world_);
}

dBodyID BareLoop::make_sphere(std::size_t number, const Vec3& position, double mass, double radius) {
  dBodyID body = dBodyCreate(world_);
  dMass distribution;
  dMassSetSphereTotal(&distribution, mass, radius);
  dBodySetMass(body, &distribution);
  dBodySetPosition(body, position.x, position.y, position.z);
  dBodySetData(body, islands_.name(number));
  dGeomSetBody(dCreateSphere(space_, radius), body);
  return body;
}

void BareLoop::push() {
  play_.next_step([this] {
    Situation situation;
    situation.ball = vector(dBodyGetPosition(ball_));
    for (std::size_t i = 0; i < players_.size(); ++i) situation.players[i] = vector(dBodyGetPosition(players_[i]));
    return situation;
  });
  if (play_.ball_is_out) {
    const Vec3 middle = kick_off().ball;
    dBodySetPosition(ball_, middle.x, middle.y, middle.z);
    dBodySetLinearVel(ball_, 0, 0, 0);
    dBodySetAngularVel(ball_, 0, 0, 0);
  }
  const dReal* v = dBodyGetLinearVel(ball_);
  dBodyAddForce(ball_, -kBallDrag * v[0], -kBallDrag * v[1], -kBallDrag * v[2]);
  if (play_.is_kicked()) {
    const Vec3 force = play_.kick_force(), torque = play_.kick_torque();
    dBodyAddForce(ball_, force.x, force.y, force.z);
    dBodyAddTorque(ball_, torque.x, torque.y, torque.z);
  }
  for (std::size_t i = 0; i < players_.size(); ++i) {
    dBodyID player = players_[i];
    v = dBodyGetLinearVel(player);
    dBodyAddForce(player, -kPlayerDrag * v[0], -kPlayerDrag * v[1], -kPlayerDrag * v[2]);
    const dReal* spin = dBodyGetAngularVel(player);
    dBodyAddTorque(player, -kPlayerDrag * spin[0], -kPlayerDrag * spin[1], -kPlayerDrag * spin[2]);
    const Vec3& drive = play_.drives()[i];
    if (dBodyGetPosition(player)[2] <= kPlayerRadius + 0.001) dBodyAddForce(player, drive.x, drive.y, drive.z);
  }
}

void BareLoop::look_at_pair(void* loop, dGeomID a, dGeomID b) {
  auto& self = *static_cast<BareLoop*>(loop);
  dBodyID body_a = dGeomGetBody(a), body_b = dGeomGetBody(b);
  if (!body_a && !body_b) return;
  constexpr int kMaxContacts = 6;
  dContact contacts[kMaxContacts];
  const int count = dCollide(a, b, kMaxContacts, &contacts[0].geom, sizeof(dContact));
  for (int i = 0; i < count; ++i) {
    contacts[i].surface.mode = dContactBounce;
    contacts[i].surface.mu = dInfinity;
    contacts[i].surface.bounce = 0.8;
    contacts[i].surface.bounce_vel = 2.0;
    dJointAttach(dJointCreateContact(self.world_, self.contacts_, &contacts[i]), body_a, body_b);
  }
  self.contacts_made_ += count;
  if (count > 0 && body_a && body_b) self.islands_.join(dBodyGetData(body_a), dBodyGetData(body_b));
}

void BareLoop::run(int steps) {
  for (int i = 0; i < steps; ++i) {
    push();
    dSpaceCollide(space_, this, look_at_pair);
    dWorldStep(world_, kStep);
    dJointGroupEmpty(contacts_);
    islands_.end_step();
  }
  steps_ += steps;
}

std::uint64_t BareLoop::hash() const {
  StateHash hash;
  hash.mix(vector(dBodyGetPosition(ball_)));
  hash.mix(vector(dBodyGetLinearVel(ball_)));
  for (dBodyID player : players_) {
    hash.mix(vector(dBodyGetPosition(player)));
    hash.mix(vector(dBodyGetLinearVel(player)));
  }
  return hash.value();
}

}  // namespace bench
