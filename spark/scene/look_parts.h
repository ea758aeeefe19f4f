// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ode/ode.h>

#include <functional>
#include <optional>

#include "spark/scene/looks.h"

namespace spark {

class Body;
class Joint;
class SingleMatNode;

/// The single things that `looks_of` puts together.

/// Kind, sizes and, of a plane, the pose; nothing for shapes that are not shown.
std::optional<ShapeLook> shape_of(dGeomID geom);
/// Kind, sizes and colour; nothing for meshes, whose files are not read, and for impossible sizes.
std::optional<ShapeLook> shape_of(const SingleMatNode& node);
/// How an attached joint stands, without its path; nothing for kinds that are not shown. `mover_of` says which mover a
/// body is; null is the static world.
std::optional<JointLook> look_of(const Joint& joint, const std::function<std::size_t(const Body*)>& mover_of);

}  // namespace spark
