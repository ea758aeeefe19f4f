// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "spark/core/transform.h"

namespace spark {

/// What follows a successful import (behaviour 10.4), for `target` and all below it: a Transform that has nothing but
/// Transforms as children gives them to its parent, with their poses in the world as they were, and goes; so does one
/// without children. The target itself never goes, nor a node that something else needs.
void shorten_transforms(BaseNode& target);

}  // namespace spark
