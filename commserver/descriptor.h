// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "spark/core/descriptor.h"

namespace commserver {

using spark::Descriptor;

}  // namespace commserver
