// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "spark/x3d/node_type.h"

namespace x3d {

/// The node types of humanoids and other robots: Humanoid, Joint and Segment of SIGVerse, OpenHRP and H-Anim 1.1,
/// HAnimHumanoid, HAnimJoint and HAnimSegment of X3D. Files usually declare the first three as prototypes; they are
/// known without that, too, and then a field `jointAxis` is either SFString or SFVec3f.
std::vector<const NodeType*> humanoid_types();
/// Returns null if no node type of humanoids has that name.
const NodeType* find_humanoid_type(std::string_view name);

enum class HumanoidKind : std::uint8_t { none, humanoid, joint, segment };
/// The kind of a node type with that name: "HAnimJoint" and "Joint" are joints.
HumanoidKind humanoid_kind(std::string_view type);

}  // namespace x3d
