// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <string_view>

#include "monitor-lite/model/model.h"
#include "spark/x3d/vrml_writer.h"

/// The model of a VRML97 text without its first line, and the warnings about skipped parts.
struct ModelOf {
  explicit ModelOf(std::string_view text, monitor::WithTextures textures = monitor::WithTextures::no)
      : model(monitor::model_of(x3d::read_scene({"t.wrl", "", std::string(x3d::kVrmlHeader).append("\n").append(text)},
                                                x3d::TextSource(), x3d::kShapeLimits, warnings),
                                warnings, textures)) {}

  /// Whether one of the warnings contains these words.
  bool warns_of(std::string_view words) const {
    const auto lines = warnings.lines();
    return std::ranges::any_of(lines, [&](const std::string& line) { return line.find(words) != line.npos; });
  }

  x3d::Warnings warnings;
  monitor::Model model;
};

inline glm::vec3 place_of(const glm::mat4& frame) {
  return glm::vec3(frame[3]);
}
inline void check_vector(const glm::vec3& vector, float x, float y, float z) {
  CHECK_THAT(vector.x, Catch::Matchers::WithinAbs(x, 1e-4));
  CHECK_THAT(vector.y, Catch::Matchers::WithinAbs(y, 1e-4));
  CHECK_THAT(vector.z, Catch::Matchers::WithinAbs(z, 1e-4));
}
