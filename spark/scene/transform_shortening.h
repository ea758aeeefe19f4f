// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "spark/core/transform.h"

namespace spark {

/// Removes what a successful import leaves superfluous (behaviour 10.4), at `target` and below it: a Transform that has
/// nothing but Transforms as children gives them to its parent, with their poses in the world as they were, and goes;
/// so does one without children. The target itself never goes, nor a node that something else needs.
void shorten_transforms(BaseNode& target);

}  // namespace spark
