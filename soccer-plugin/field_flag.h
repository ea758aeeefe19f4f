// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "spark/core/transform.h"

namespace soccer {

/// A marker of the field: a place without a shape. Its name and id are in the ObjectState below it (behaviour 1.3).
class FieldFlag : public spark::Transform {};

}  // namespace soccer
