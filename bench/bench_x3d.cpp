// SPDX-License-Identifier: Apache-2.0
// Reads, resolves and triangulates a shape of 100,000 triangles in both encodings. Measures time and memory.
//
//   bench_x3d [--csv]
//   bench_x3d --read FILE    reads and fits a file, as a program with nothing else in its memory; prints kB
#include <sys/resource.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "bench/report.h"
#include "spark/x3d/fit.h"
#include "spark/x3d/mesh.h"
#include "spark/x3d/read_octets.h"
#include "spark/x3d/scene.h"
#include "spark/x3d/vrml_writer.h"
#include "spark/x3d/x3d_writer.h"

namespace {

constexpr int kColumns = 250, kRowsOfFaces = 200, kRounds = 15;

/// A wavy cloth of 100,000 triangles and 50,451 points with texture coordinates. All coordinates have all their digits.
x3d::Document cloth() {
  x3d::Floats points, texture;
  for (int row = 0; row <= kRowsOfFaces; ++row) {
    for (int column = 0; column <= kColumns; ++column) {
      const float x = 0.01234567f * static_cast<float>(column), z = 0.01357911f * static_cast<float>(row);
      points.insert(points.end(), {x, std::sin(3 * x) * std::cos(2 * z), z});
      texture.insert(texture.end(), {static_cast<float>(column) / kColumns, static_cast<float>(row) / kRowsOfFaces});
    }
  }
  x3d::Integers index;
  for (int row = 0; row < kRowsOfFaces; ++row) {
    for (int column = 0; column < kColumns; ++column) {
      const int a = row * (kColumns + 1) + column, b = a + kColumns + 1;
      index.insert(index.end(), {a, b, a + 1, -1, a + 1, b, b + 1, -1});
    }
  }
  x3d::Node faces("IndexedFaceSet");
  faces.set("creaseAngle", 0.8).set("coordIndex", std::move(index));
  faces.set("coord", x3d::Node("Coordinate").set("point", std::move(points)));
  faces.set("texCoord", x3d::Node("TextureCoordinate").set("point", std::move(texture)));
  x3d::Document document;
  document.add(
      x3d::Node("Group").add(x3d::Node("Transform").add(x3d::Node("Shape").set("geometry", std::move(faces)))));
  return document;
}

x3d::Scene read(const std::string& text) {
  x3d::Warnings warnings;
  return x3d::read_scene({"bench", "", text}, {}, x3d::kShapeLimits, warnings);
}

/// The median of the duration of one call in milliseconds.
double milliseconds_of(const std::function<void()>& call) {
  std::vector<double> times;
  for (int i = 0; i < kRounds; ++i) {
    const double start = bench::thread_seconds();
    call();
    times.push_back((bench::thread_seconds() - start) * 1e3);
  }
  return bench::median(times);
}

long peak_kilobytes() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss;
}

int read_one(const std::string& file) {
  const long before = peak_kilobytes();
  const std::string text = x3d::read_octets(file, x3d::kShapeLimits.bytes);
  const x3d::Scene scene = read(text);
  x3d::Warnings warnings;
  if (x3d::static_shapes(scene, x3d::FitKind::box, warnings).size() != 1) return 1;
  std::printf("%ld\n", peak_kilobytes() - before);
  return 0;
}

/// The memory in kB that another process of this program needs to read and resolve a text, including the text; -1 if it
/// fails.
double kilobytes_to_read(const std::string& text) {
  const auto file = std::filesystem::temp_directory_path() / ("bench_x3d_" + std::to_string(::getpid()));
  std::ofstream(file, std::ios::binary) << text;
  const std::string command =
      std::filesystem::read_symlink("/proc/self/exe").string() + " --read '" + file.string() + "'";
  long kilobytes = -1;
  if (FILE* answer = ::popen(command.c_str(), "r")) {
    if (std::fscanf(answer, "%ld", &kilobytes) != 1) kilobytes = -1;
    ::pclose(answer);
  }
  std::filesystem::remove(file);
  return static_cast<double>(kilobytes);
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view first = argc > 1 ? argv[1] : "";
  if (first == "--read" && argc > 2) return read_one(argv[2]);
  const x3d::Document document = cloth();
  bench::Report report;
  x3d::Warnings warnings;
  for (const bool is_xml : {false, true}) {
    const std::string text = is_xml ? x3d::to_x3d(document) : x3d::to_vrml(document), name = is_xml ? "X3D" : "VRML97";
    report.add(name, static_cast<double>(text.size()) / 1e6, "MB", 1);
    report.add(name + " read", milliseconds_of([&] { read(text); }), "ms");
    const x3d::Scene scene = read(text);
    if (!is_xml) {
      report.add("fitted by a box", milliseconds_of([&] { x3d::static_shapes(scene, x3d::FitKind::box, warnings); }),
                 "ms", 1);
      const auto shapes = x3d::placed_shapes(scene.roots());
      report.add("made into a mesh with normals", milliseconds_of([&] { x3d::mesh_of(*shapes[0].geometry, warnings); }),
                 "ms");
    }
    report.add(name + " read and fitted: memory", kilobytes_to_read(text) / 1e3, "MB", 1);
  }
  std::fputs((first == "--csv" ? report.csv() : report.text()).c_str(), stdout);
  return 0;
}
