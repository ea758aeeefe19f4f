// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "gateways/sigverse/visuals/data_files.h"
#include "gateways/sigverse/visuals/drawn_file.h"
#include "gateways/sigverse/wire/record.h"
#include "monitor-lite/model/texture_store.h"
#include "spark/core/log.h"

namespace sigverse::visuals {

/// The shapes of all classes. Each file is read and uploaded once, when it is first needed; a missing or refused file
/// is reported with one line, and not tried again. Parts of a file that cannot be drawn, such as a missing texture, are
/// omitted, with a line. Reading a large file takes time: about 0.1 s for 100,000 triangles. Needs a current OpenGL
/// context, even in the destructor. Used by one thread.
class ShapeLibrary {
 public:
  /// The maximum number of vertices of all files together, about 100 octets each; further files are refused.
  static constexpr std::size_t kMaxVertices = 4'000'000;
  /// The maximum number of different names; further ones count as missing, without a line.
  static constexpr std::size_t kMaxNames = 10'000;
  static constexpr std::size_t kMaxLines = 500;

  /// The log outlives the library.
  ShapeLibrary(DataFiles files, spark::Log& log);

  /// Null if there is no such file or if it cannot be drawn. Valid as long as the library.
  const DrawnFile* find(std::string_view name);
  /// A box with edges of 1 cm, a cylinder along y with a radius and a length of 1 cm, and a sphere with a radius of 1
  /// cm, all grey; the index of each part is that of a `wire::PartShape`. They are visible from inside, too.
  const DrawnFile& simple_shapes() const { return *simple_; }

  std::size_t vertex_count() const { return vertices_; }

 private:
  std::unique_ptr<const DrawnFile> load(std::string_view name);
  void say(const std::string& line);
  std::unique_ptr<const DrawnFile> read(const std::filesystem::path& path, x3d::Warnings& warnings);

  DataFiles files_;
  spark::Log& log_;
  monitor::TextureStore textures_;
  std::map<std::string, std::unique_ptr<const DrawnFile>, std::less<>> loaded_;  ///< by name; null if there is none
  std::unique_ptr<const DrawnFile> simple_;
  std::size_t vertices_ = 0, lines_ = 0;
};

}  // namespace sigverse::visuals
