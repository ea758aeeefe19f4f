// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/visuals/shape_library.h"

#include <fmt/format.h>

#include <exception>
#include <stdexcept>
#include <utility>

#include "monitor-lite/images/decode_image.h"
#include "spark/x3d/read_error.h"

namespace sigverse::visuals {
namespace {

/// The collision shapes of parts, in the order of `wire::PartShape`, written as a robot with three limbs.
constexpr const char* kSimpleShapes = R"(#VRML V2.0 utf8
Humanoid {
  humanoidBody [
    Segment { name "box" children
      Shape { appearance DEF GREY Appearance { material Material { diffuseColor 0.75 0.75 0.75 } }
              geometry Box { size 1 1 1 } } }
    Segment { name "cylinder" children Shape { appearance USE GREY geometry Cylinder { radius 1 height 1 } } }
    Segment { name "sphere" children Shape { appearance USE GREY geometry Sphere { radius 1 } } }
  ]
}
)";

}  // namespace

ShapeLibrary::ShapeLibrary(DataFiles files, spark::Log& log)
    : files_(std::move(files)), log_(log), textures_(monitor::images_of(files_.source(monitor::kMaxImageFile))) {
  x3d::Warnings warnings;
  const x3d::Scene scene =
      x3d::read_scene({"simple shapes", "", kSimpleShapes}, x3d::TextSource(), x3d::kShapeLimits, warnings);
  simple_ = std::make_unique<const DrawnFile>(scene, kMaxVertices, textures_, warnings, DrawnFile::Sides::both);
}

const DrawnFile* ShapeLibrary::find(std::string_view name) {
  name = DataFiles::bare(name);
  if (name.empty()) return nullptr;
  if (const auto known = loaded_.find(name); known != loaded_.end()) return known->second.get();
  if (loaded_.size() >= kMaxNames) return nullptr;
  return loaded_.emplace(name, load(name)).first->second.get();
}

std::unique_ptr<const DrawnFile> ShapeLibrary::load(std::string_view name) {
  constexpr std::string_view kInstead = "objects have their collision shapes";
  const auto path = files_.find(name);
  if (!path) {
    say(fmt::format("there is no shape file '{}'; {}", spark::printable(name, 200), kInstead));
    return nullptr;
  }
  x3d::Warnings warnings;
  std::unique_ptr<const DrawnFile> file;
  std::string refusal;
  try {
    file = read(*path, warnings);
    vertices_ += file->vertex_count();
  } catch (const x3d::ReadError& error) {
    refusal = error.what();
  } catch (const std::exception& error) {
    refusal = fmt::format("{}: {}", path->string(), error.what());
  }
  // Warnings about a refused file are reported, too: they say why nothing of it is shown.
  for (const std::string& line : warnings.lines()) say(line);
  if (!file) say(fmt::format("{}; {}", refusal, kInstead));
  return file;
}

void ShapeLibrary::say(const std::string& line) {
  if (lines_ == kMaxLines) return;
  log_.warning("{}", line);
  if (++lines_ == kMaxLines) log_.warning("further problems with shape files are not listed");
}

std::unique_ptr<const DrawnFile> ShapeLibrary::read(const std::filesystem::path& path, x3d::Warnings& warnings) {
  const x3d::TextSource source = files_.source(x3d::kShapeLimits.bytes);
  const auto text = source(path.filename().string(), path.parent_path().string());
  if (!text) throw std::runtime_error("it no longer exists");
  const x3d::Scene scene = x3d::read_scene(*text, source, x3d::kShapeLimits, warnings);
  return std::make_unique<const DrawnFile>(scene, kMaxVertices - vertices_, textures_, warnings);
}

}  // namespace sigverse::visuals
