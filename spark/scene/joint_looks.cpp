// SPDX-License-Identifier: Apache-2.0
#include "spark/physics/joint.h"
#include "spark/scene/look_parts.h"

namespace spark {
namespace {

/// What ODE has for the place of a kind of joint, in the world frame.
struct Geometry {
  int type;
  JointLook::Kind kind;
  void (*anchor)(dJointID, dVector3);
  void (*axes[2])(dJointID, dVector3);
};
constexpr Geometry kGeometries[] = {
    {dJointTypeBall, JointLook::Kind::ball, dJointGetBallAnchor, {}},
    {dJointTypeHinge, JointLook::Kind::hinge, dJointGetHingeAnchor, {dJointGetHingeAxis}},
    {dJointTypeHinge2, JointLook::Kind::hinge2, dJointGetHinge2Anchor, {dJointGetHinge2Axis1, dJointGetHinge2Axis2}},
    {dJointTypeUniversal,
     JointLook::Kind::universal,
     dJointGetUniversalAnchor,
     {dJointGetUniversalAxis1, dJointGetUniversalAxis2}},
    {dJointTypeSlider, JointLook::Kind::slider, nullptr, {dJointGetSliderAxis}},
    {dJointTypeFixed, JointLook::Kind::fixed, nullptr, {}},
};

Vec3 asked(void (*question)(dJointID, dVector3), dJointID joint) {
  dVector3 answer{};
  question(joint, answer);
  return to_vec3(answer);
}

}  // namespace

std::optional<JointLook> look_of(const Joint& joint, const std::function<std::size_t(const Body*)>& mover_of) {
  for (const Geometry& known : kGeometries) {
    if (dJointGetType(joint.id()) != known.type) continue;
    const Body* const bodies[] = {joint.body(0), joint.body(1)};
    JointLook look;
    look.kind = known.kind;
    look.movers = {mover_of(bodies[0]), mover_of(bodies[1])};
    if (known.anchor)
      look.anchor = asked(known.anchor, joint.id());
    else if (bodies[0])
      look.anchor = bodies[1] ? (bodies[0]->position() + bodies[1]->position()) * 0.5 : bodies[0]->position();
    for (auto* const axis : known.axes)
      if (axis) look.axes.push_back(asked(axis, joint.id()));
    return look;
  }
  return std::nullopt;
}

std::string_view to_string(JointLook::Kind kind) {
  constexpr std::string_view kNames[] = {"ball", "hinge", "hinge2", "universal", "slider", "fixed"};
  return kNames[static_cast<std::size_t>(kind)];
}

}  // namespace spark
