// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "spark/scene/appearance.h"

namespace spark {

/// What a world looks like, as items of the monitor stream (docs/write/protocol.md, section 7.4). Lengths in m.

/// `(sphere R x y z)`, `(box X Y Z x y z)`, `(capsule R L x y z)`, `(cylinder R L x y z)`, `(plane x y z)`, each with a
/// quaternion at its end if it is turned. `(colour red green blue)` stands before shapes that have one, `(colour)`
/// before those behind them that have none.
void append_shapes(std::string& out, std::span<const ShapeAppearance> shapes);

/// `(hinge FIRST SECOND x y z ax ay az)`: what it holds, its anchor and its axes in the frame of the first. `name_of`
/// is what the stream calls a mover, as an atom; `""` is the static world. Nothing for joints whose movers have no
/// name.
void append_joint(std::string& out, const Appearance& appearance, const JointAppearance& joint,
                  const std::function<std::string_view(const MoverAppearance&)>& name_of);

}  // namespace spark
