// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <catch2/catch.hpp>
#include <map>
#include <string>
#include <vector>

#include "spark/core/vec3.h"
#include "spark/x3d/read_error.h"
#include "spark/x3d/scene.h"
#include "spark/x3d/vrml_writer.h"

/// The scene of a VRML97 text without its first line, which counts as line 1, with other files that it may name, and
/// the warnings.
struct SceneOf {
  explicit SceneOf(std::string_view text, std::map<std::string, std::string> files = {},
                   const x3d::Limits& limits = x3d::kShapeLimits)
      : scene(x3d::read_scene({"t.wrl", "", std::string(x3d::kVrmlHeader).append("\n").append(text)},
                              source_of(std::move(files)), limits, warnings)) {}

  std::vector<std::string> lines() const { return warnings.lines(); }

  static x3d::TextSource source_of(std::map<std::string, std::string> files) {
    return [files = std::move(files)](const std::string& name, const std::string&) -> std::optional<x3d::SourceText> {
      const auto found = files.find(name);
      if (found == files.end()) return std::nullopt;
      return x3d::SourceText{name, "", found->second};
    };
  }

  x3d::Warnings warnings;
  x3d::Scene scene;
};

/// The error message for such a text.
template <typename Use>
std::string refusal(std::string_view text, Use use, const x3d::Limits& limits = x3d::kShapeLimits) {
  try {
    SceneOf made(text, {}, limits);
    use(made);
    return {};
  } catch (const x3d::ReadError& error) {
    return error.what();
  }
}
inline std::string refusal(std::string_view text, const x3d::Limits& limits = x3d::kShapeLimits) {
  return refusal(
      text, [](SceneOf&) {}, limits);
}

inline void check_point(const spark::Vec3& point, double x, double y, double z) {
  CHECK_THAT(point.x, Catch::Matchers::WithinAbs(x, 1e-5));
  CHECK_THAT(point.y, Catch::Matchers::WithinAbs(y, 1e-5));
  CHECK_THAT(point.z, Catch::Matchers::WithinAbs(z, 1e-5));
}

/// The tree of a scene in short form: "Group(Shape(Sphere) Shape(Sphere))".
inline std::string tree(const x3d::SceneNode& node) {
  std::string text(node.type);
  std::string below;
  for (const x3d::SceneField& field : node.fields)
    for (const x3d::SceneNode* one : field.nodes) below += (below.empty() ? "" : " ") + tree(*one);
  return below.empty() ? text : text + "(" + below + ")";
}
inline std::string tree(const x3d::Scene& scene) {
  std::string text;
  for (const x3d::SceneNode* root : scene.roots()) text += (text.empty() ? "" : " ") + tree(*root);
  return text;
}
