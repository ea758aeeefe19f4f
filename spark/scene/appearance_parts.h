// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ode/ode.h>

#include <functional>
#include <optional>

#include "spark/scene/appearance.h"

namespace spark {

class Body;
class Joint;
class MaterialServer;
class SingleMatNode;

/// The functions that `appearance_of` is composed of.

/// Kind, sizes and, for a plane, the pose; `nullopt` for shapes that are not shown.
std::optional<ShapeAppearance> shape_of(dGeomID geom);
/// Kind and sizes; `nullopt` for meshes, whose files are not read, and for impossible sizes.
std::optional<ShapeAppearance> shape_of(const SingleMatNode& node);
/// A material made by a script overrides the meaning of its name. `nullopt` for `default` and an empty name. `made` has
/// the materials of scripts and may be null.
std::optional<MaterialAppearance> material_of(const std::string& name, const MaterialServer* made);
/// The anchor and axes of an attached joint, without its path; `nullopt` for kinds that are not shown. `mover_of`
/// returns the mover of a body; null is the static world.
std::optional<JointAppearance> appearance_of_joint(const Joint& joint,
                                                   const std::function<std::size_t(const Body*)>& mover_of);

}  // namespace spark
