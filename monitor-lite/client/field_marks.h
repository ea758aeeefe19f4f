// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "monitor-lite/client/snapshot.h"

namespace monitor {

/// The lines of a field, m.
struct FieldMarks {
  double half_length, half_width;
  double circle;         ///< radius of the centre circle
  double penalty_depth;  ///< of the penalty area, from the goal line
  double penalty_half_width;
};

/// The monitor stream does not contain the penalty area: on a standard field it is 16.5 m deep, on others in
/// proportion.
FieldMarks field_marks(const Game& game);

}  // namespace monitor
