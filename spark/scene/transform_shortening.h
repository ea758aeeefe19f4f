// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "spark/core/transform.h"

namespace spark {

/// Removes superfluous Transforms after a successful import (behaviour 10.4), at `target` and below it: a Transform
/// that has only Transforms as children is replaced by them, with unchanged world poses; one without children is
/// removed. The target itself is always kept, and so is a node that another object needs.
void shorten_transforms(BaseNode& target);

}  // namespace spark
