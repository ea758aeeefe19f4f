// SPDX-License-Identifier: Apache-2.0
#include "spark/x3d/humanoid_nodes.h"

#include <array>

#include "spark/x3d/node_table.h"

namespace x3d {
namespace {

/// The fields of the specification H-Anim 1.1, of ISO/IEC 19774, and of OpenHRP, whose joints have a type, an axis, an
/// id and the constants of their motors.
constexpr std::array<std::string_view, 6> kHumanoids{
    "Humanoid children @ # exposed MFNode humanoidBody joints segments sites viewpoints exposed MFString info "
    "exposed SFString name version",
    "Joint children * @ exposed SFString name jointType jointAxis exposed SFInt32 jointId "
    "exposed MFFloat llimit ulimit lvlimit uvlimit climit stiffness exposed SFRotation limitOrientation "
    "exposed SFFloat gearRatio rotorInertia rotorResistor torqueConst encoderPulse equivalentInertia "
    "exposed MFNode displacers exposed MFInt32 skinCoordIndex exposed MFFloat skinCoordWeight",
    "Segment children * exposed SFString name exposed SFFloat mass exposed SFVec3f centerOfMass "
    "exposed MFFloat momentsOfInertia exposed SFNode coord exposed MFNode displacers",
    "HAnimHumanoid children @ # exposed MFNode joints segments sites skeleton skin viewpoints exposed MFString info "
    "exposed SFNode skinCoord skinNormal exposed SFString name version",
    "HAnimJoint children * @ exposed SFString name exposed MFFloat llimit ulimit stiffness "
    "exposed SFRotation limitOrientation exposed MFNode displacers exposed MFInt32 skinCoordIndex "
    "exposed MFFloat skinCoordWeight",
    "HAnimSegment children * exposed SFString name exposed SFFloat mass exposed SFVec3f centerOfMass "
    "exposed MFFloat momentsOfInertia exposed SFNode coord exposed MFNode displacers",
};

const NodeTable& humanoid_table() {
  static const NodeTable made(kHumanoids);
  return made;
}

}  // namespace

std::vector<const NodeType*> humanoid_types() {
  return humanoid_table().all();
}

const NodeType* find_humanoid_type(std::string_view name) {
  return humanoid_table().find(name);
}

HumanoidKind humanoid_kind(std::string_view type) {
  if (type.starts_with("HAnim")) type.remove_prefix(5);
  if (type == "Humanoid") return HumanoidKind::humanoid;
  if (type == "Joint") return HumanoidKind::joint;
  return type == "Segment" ? HumanoidKind::segment : HumanoidKind::none;
}

}  // namespace x3d
