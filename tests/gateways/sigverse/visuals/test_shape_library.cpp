// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>

#include "gateways/sigverse/visuals/data_files.h"
#include "tests/gateways/sigverse/visuals/drawing.h"
#include "tests/support/files.h"

using namespace sigverse::visuals;

namespace {

constexpr const char* kBox = "#VRML V2.0 utf8\nShape { geometry Box { size 1 2 3 } }";

/// Sets an environment variable during its lifetime.
struct Variable {
  Variable(const char* variable, const std::string& value) : name(variable) { ::setenv(variable, value.c_str(), 1); }
  ~Variable() { ::unsetenv(name); }
  const char* name;
};

}  // namespace

TEST_CASE("a file name cannot lead out of the folders of shapes") {
  TemporaryFolder folder;
  std::filesystem::create_directory(folder / "in");
  write_file(folder / "secret.wrl", kBox);
  write_file(folder / "in/box.wrl", kBox);
  std::filesystem::create_directory(folder / "in/folder.wrl");
  const DataFiles files({folder / "nowhere", folder / "in"});
  for (const char* name : {"box.wrl", "/etc/box.wrl", "C:\\sig\\box.wrl", "../../box.wrl", "a/b\\box.wrl"}) {
    INFO(name);
    CHECK(files.find(name) == folder / "in/box.wrl");
  }
  for (const std::string name : {"../secret.wrl", "secret.wrl", "", ".", "..", "in/", "\\", "folder.wrl", "BOX.WRL"}) {
    INFO(name);
    CHECK_FALSE(files.find(name));
  }
  CHECK_FALSE(files.find(std::string("box.wrl\0.png", 12)));
  CHECK_FALSE(files.find(std::string(300, 'a')));
  CHECK(files.find("secret.wrl", folder.path()) == folder / "secret.wrl");
  CHECK(files.find("x/box.wrl", folder.path()) == folder / "in/box.wrl");
  // Names are relative to the folder of the naming file, and cannot lead out of it.
  const DataFiles none({});
  CHECK(none.find("in/box.wrl", folder.path()) == folder / "in/box.wrl");
  CHECK(none.find(".\\in\\box.wrl", folder.path()) == folder / "./in/box.wrl");
  for (const std::string name : {"../secret.wrl", "in/../../secret.wrl", "/etc/passwd", "C:\\in\\secret.wrl", "in"}) {
    INFO(name);
    CHECK_FALSE(none.find(name, folder / "in"));
  }
  CHECK_FALSE(none.find("in/box.wrl"));
}

TEST_CASE("files are searched for first in the folders of the options, last in the scenes that ship") {
  TemporaryFolder folder;
  for (const char* below : {"one", "two", "data", "data/shape", "data/xml"})
    std::filesystem::create_directory(folder / below);
  const std::string one = (folder / "one").string(), two = (folder / "two").string();
  const Variable variable("SIGVERSE_DATADIR", (folder / "data").string());
  write_file(folder / "two/a.wrl", kBox);
  write_file(folder / "data/shape/a.wrl", kBox);
  write_file(folder / "data/shape/b.wrl", kBox);
  write_file(folder / "data/xml/Table.wrl", kBox);
  const std::vector<std::string> paths{one + ":" + two, ":"};
  const DataFiles files = DataFiles::usual(paths);
  CHECK(files.find("a.wrl") == folder / "two/a.wrl");
  CHECK(files.find("b.wrl") == folder / "data/shape/b.wrl");
  CHECK(files.find("Table.wrl") == folder / "data/xml/Table.wrl");
  REQUIRE(files.find("Chair.x3d"));
  CHECK(files.find("Chair.x3d")->parent_path().filename() == "sigverse");
  CHECK(DataFiles::missing(paths).empty());
}

TEST_CASE("missing folders in the options are detected") {
  TemporaryFolder folder;
  write_file(folder / "a.wrl", kBox);
  const std::string none = (folder / "none").string(), file = (folder / "a.wrl").string();
  const std::vector<std::string> paths{folder.path().string() + ":" + none, file};
  CHECK(DataFiles::missing(paths) == std::vector<std::filesystem::path>{none, file});
}

TEST_CASE("files in other folders are inlined by their bare names, and each file is read only once") {
  Drawing drawing;
  write_file(drawing.folder / "outer.wrl", "#VRML V2.0 utf8\nInline { url \"C:/models/inner.wrl\" }");
  write_file(drawing.folder / "inner.wrl", kBox);
  const DrawnFile* outer = drawing.library.find("outer.wrl");
  REQUIRE(outer);
  CHECK(outer->model().parts[0].shapes.size() == 1);
  std::filesystem::remove(drawing.folder / "outer.wrl");
  CHECK(drawing.library.find("D:\\x\\outer.wrl") == outer);
  CHECK(drawing.library.find("inner.wrl"));
  // A file that appears later is not searched for again.
  CHECK_FALSE(drawing.library.find("late.wrl"));
  write_file(drawing.folder / "late.wrl", kBox);
  CHECK_FALSE(drawing.library.find("late.wrl"));
  CHECK(drawing.lines.size() == 1);
}

TEST_CASE("a server that keeps naming new files causes a limited number of lines") {
  Drawing drawing;
  for (std::size_t i = 0; i < ShapeLibrary::kMaxNames + 100; ++i)
    drawing.library.find("no_" + std::to_string(i) + ".wrl");
  CHECK(drawing.lines.size() == ShapeLibrary::kMaxLines + 1);
  write_file(drawing.folder / "box.wrl", kBox);
  CHECK_FALSE(drawing.library.find("box.wrl"));
}

TEST_CASE("parts of a file that cannot be drawn are left out with one line each, once") {
  Drawing drawing;
  write_file(drawing.folder / "cut.png", "\x89PNG\r\n\x1a\n");
  write_file(drawing.folder / "odd.wrl", R"(#VRML V2.0 utf8
    Shape { appearance Appearance { texture ImageTexture { url "C:\\x\\gone.png" } } geometry Box { } }
    Shape { appearance Appearance { texture ImageTexture { url "cut.png" } } geometry Box { } }
    Shape { geometry Extrusion { } })");
  const DrawnFile* file = drawing.library.find("odd.wrl");
  REQUIRE(file);
  CHECK(drawing.library.find("odd.wrl") == file);
  CHECK(file->model().parts[0].shapes.size() == 2);
  REQUIRE(drawing.lines.size() == 3);
  for (const char* what : {"gone.png", "cut.png", "Extrusion is skipped"}) {
    INFO(what);
    CHECK(std::ranges::count_if(drawing.lines, [&](const std::string& line) {
            return line.find(what) != line.npos && line.find("odd.wrl:") != line.npos;
          }) == 1);
  }
}

TEST_CASE("if nothing in a file can be drawn, as many lines as for any other file give the reasons") {
  Drawing drawing;
  const auto lines_of = [&](const std::string& text) {
    write_file(drawing.folder / "bad.wrl", "#VRML V2.0 utf8\n" + text);
    drawing.lines.clear();
    ShapeLibrary library(DataFiles({drawing.folder.path()}), drawing.log);
    CHECK_FALSE(library.find("bad.wrl"));
    return drawing.lines;
  };
  const std::pair<const char*, const char*> refused[] = {
      {"Shape { geometry IndexedFaceSet { coord Coordinate { point [0 0 0, 1 0 0, 0 1 0] } coordIndex [0 1 7 -1] } }",
       "bad.wrl:2:"},
      {"\nInline { url \"gone.wrl\" }", "gone.wrl"},
      {"Shape { geometry ElevationGrid { xDimension 100000 zDimension 100000 } }", "bad.wrl:2:"}};
  for (const auto& [text, reason] : refused) {
    INFO(text);
    const std::vector<std::string> lines = lines_of(text);
    REQUIRE(lines.size() == 2);
    CHECK_THAT(lines[0], Catch::Contains(reason));
    CHECK_THAT(lines[1], Catch::Contains("nothing in it that can be drawn; objects have their collision shapes"));
  }
  std::string many;
  for (std::size_t i = 0; i < 2 * ShapeLibrary::kMaxLines; ++i) many += "Unknown" + std::to_string(i) + " { }\n";
  CHECK(lines_of(many).size() <= ShapeLibrary::kMaxLines + 1);
}

TEST_CASE("a file with too many vertices is refused before it is uploaded") {
  Drawing drawing;
  monitor::TextureStore textures([](const std::string&, const std::string&) { return nullptr; });
  x3d::Warnings warnings;
  const x3d::Scene scene = x3d::read_scene({"box.wrl", "", kBox}, x3d::TextSource(), x3d::kShapeLimits, warnings);
  const DrawnFile box(scene, 24, textures, warnings);
  CHECK(box.vertex_count() == 24);
  CHECK_THROWS_WITH(DrawnFile(scene, 23, textures, warnings), Catch::Contains("its 24 vertices"));
}
