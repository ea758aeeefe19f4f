// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "spark/scene/appearance.h"

namespace spark {

/// The appearance of a world as items of the monitor stream (docs/write/protocol.md, section 7.4). Lengths in m.

/// `(sphere R x y z)`, `(box X Y Z x y z)`, `(capsule R L x y z)`, `(cylinder R L x y z)`, `(plane x y z)`, each
/// followed by a quaternion if it is rotated. `(colour red green blue)` precedes shapes that have a colour, and
/// `(colour)` precedes shapes without one that follow those.
void append_shapes(std::string& out, std::span<const ShapeAppearance> shapes);

/// `(hinge FIRST SECOND x y z ax ay az)`: the connected movers, the anchor and the axes in the frame of the first.
/// `name_of` returns a mover's name in the stream, as an atom; `""` is the static world. Joints whose movers have no
/// name are left out.
void append_joint(std::string& out, const Appearance& appearance, const JointAppearance& joint,
                  const std::function<std::string_view(const MoverAppearance&)>& name_of);

}  // namespace spark
