// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "spark/agent/percept_writer.h"

namespace spark {

/// Writes `(name x y z)`. -0, the value of bodies at rest, is written as 0.
inline void write_vector(PerceptWriter& writer, std::string_view name, const Vec3& vector, Unit unit) {
  const PerceptWriter::Real numbers[] = {{vector.x + 0.0, unit}, {vector.y + 0.0, unit}, {vector.z + 0.0, unit}};
  writer.reals(name, numbers);
}

}  // namespace spark
