// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace spark {

class Body;

/// Appends the shapes that move with a body, each `(sphere R x y z)`, `(box X Y Z x y z)` or `(capsule R L x y z)`: m,
/// with the middle of the shape in the body's frame; a capsule stands along z, L is the length of its cylindrical part.
/// Other shapes are left out.
void append_shapes(std::string& out, const Body& body);

}  // namespace spark
