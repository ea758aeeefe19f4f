// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ode/ode.h>

#include <functional>
#include <optional>

#include "spark/scene/looks.h"

namespace spark {

class Body;
class Joint;
class MaterialServer;
class SingleMatNode;

/// The single things that `looks_of` puts together.

/// Kind, sizes and, of a plane, the pose; nothing for shapes that are not shown.
std::optional<ShapeLook> shape_of(dGeomID geom);
/// Kind and sizes; nothing for meshes, whose files are not read, and for impossible sizes.
std::optional<ShapeLook> shape_of(const SingleMatNode& node);
/// What a script has made of that name goes before what the name stands for by itself. Nothing for `default` and no
/// name. `made` may be null.
std::optional<MaterialLook> material_of(const std::string& name, const MaterialServer* made);
/// How an attached joint stands, without its path; nothing for kinds that are not shown. `mover_of` says which mover a
/// body is; null is the static world.
std::optional<JointLook> look_of(const Joint& joint, const std::function<std::size_t(const Body*)>& mover_of);

}  // namespace spark
