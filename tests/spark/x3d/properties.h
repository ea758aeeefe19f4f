// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/support/properties.h"

/// The same as RapidCheck's `hold`, with the number of cases first.
template <typename Property>
void hold(int cases, Property property) {
  hold(property, cases);
}
