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

/// The single things that `appearance_of` puts together.

/// Kind, sizes and, of a plane, the pose; nothing for shapes that are not shown.
std::optional<ShapeAppearance> shape_of(dGeomID geom);
/// Kind and sizes; nothing for meshes, whose files are not read, and for impossible sizes.
std::optional<ShapeAppearance> shape_of(const SingleMatNode& node);
/// A material that a script has made goes before what the name stands for by itself. Nothing for `default` and no name.
/// `made` has the materials of scripts and may be null.
std::optional<MaterialAppearance> material_of(const std::string& name, const MaterialServer* made);
/// How an attached joint stands, without its path; nothing for kinds that are not shown. `mover_of` says which mover a
/// body is; null is the static world.
std::optional<JointAppearance> appearance_of_joint(const Joint& joint,
                                                   const std::function<std::size_t(const Body*)>& mover_of);

}  // namespace spark
