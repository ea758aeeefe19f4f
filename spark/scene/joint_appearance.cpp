// SPDX-License-Identifier: Apache-2.0
#include "spark/physics/joint.h"
#include "spark/scene/appearance_parts.h"

namespace spark {
namespace {

/// ODE's functions for anchor and axes of a kind of joint, in the world frame.
struct Geometry {
  int type;
  JointAppearance::Kind kind;
  void (*anchor)(dJointID, dVector3);
  void (*axes[2])(dJointID, dVector3);
};
constexpr Geometry kGeometries[] = {
    {dJointTypeBall, JointAppearance::Kind::ball, dJointGetBallAnchor, {}},
    {dJointTypeHinge, JointAppearance::Kind::hinge, dJointGetHingeAnchor, {dJointGetHingeAxis}},
    {dJointTypeHinge2,
     JointAppearance::Kind::hinge2,
     dJointGetHinge2Anchor,
     {dJointGetHinge2Axis1, dJointGetHinge2Axis2}},
    {dJointTypeUniversal,
     JointAppearance::Kind::universal,
     dJointGetUniversalAnchor,
     {dJointGetUniversalAxis1, dJointGetUniversalAxis2}},
    {dJointTypeSlider, JointAppearance::Kind::slider, nullptr, {dJointGetSliderAxis}},
    {dJointTypeFixed, JointAppearance::Kind::fixed, nullptr, {}},
};

Vec3 asked(void (*question)(dJointID, dVector3), dJointID joint) {
  dVector3 answer{};
  question(joint, answer);
  return to_vec3(answer);
}

}  // namespace

std::optional<JointAppearance> appearance_of_joint(const Joint& joint,
                                                   const std::function<std::size_t(const Body*)>& mover_of) {
  for (const Geometry& known : kGeometries) {
    if (dJointGetType(joint.id()) != known.type) continue;
    const Body* const bodies[] = {joint.body(0), joint.body(1)};
    JointAppearance seen;
    seen.kind = known.kind;
    seen.movers = {mover_of(bodies[0]), mover_of(bodies[1])};
    if (known.anchor)
      seen.anchor = asked(known.anchor, joint.id());
    else if (bodies[0])
      seen.anchor = bodies[1] ? (bodies[0]->position() + bodies[1]->position()) * 0.5 : bodies[0]->position();
    for (auto* const axis : known.axes)
      if (axis) seen.axes.push_back(asked(axis, joint.id()));
    return seen;
  }
  return std::nullopt;
}

std::string_view to_string(JointAppearance::Kind kind) {
  constexpr std::string_view kNames[] = {"ball", "hinge", "hinge2", "universal", "slider", "fixed"};
  return kNames[static_cast<std::size_t>(kind)];
}

}  // namespace spark
