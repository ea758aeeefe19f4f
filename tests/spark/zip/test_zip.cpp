// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <fstream>

#include "spark/core/file_system.h"
#include "spark/scene/scene.h"
#include "tests/support/archive_file.h"
#include "tests/support/script_stage.h"

using namespace script_test;

extern "C" void spark_register_bundle(spark::ClassRegistry& classes);

namespace {

using Files = std::vector<std::pair<std::string, std::string>>;

struct ZipStage : Stage {
  ZipStage() { engine.bundles().provide("filesystemzip", spark_register_bundle); }

  std::string archive(const Files& files, const std::string& name = "models.zip") {
    write_zip(folder / name, files);
    return (folder / name).string();
  }
  /// The error of a script that mounts the archive; "" if there is none.
  std::string mount(const std::string& path) {
    return run("importBundle 'filesystemzip'\n$mounted = get('/sys/server/file').mount('FileSystemZIP', '" + path +
               "')\n");
  }
  bool mounted() { return engine.evaluate("$mounted.to_s") == spark::Value(std::string("true")); }
  bool exists(const std::string& name) {
    return engine.evaluate("get('/sys/server/file').exist('" + name + "').to_s") == spark::Value(std::string("true"));
  }
};

}  // namespace

TEST_CASE("scenes in a mounted zip import each other, and errors name archive, file and line") {
  ZipStage stage;
  const auto path = stage.archive({{"rsg/car.rsg", kHeader + "((importScene rsg/wheel.rsg w)\n(nonsense))"},
                                   {"rsg/wheel.rsg", kHeader + "((template $name)(node Probe (setName $name)))"}});
  REQUIRE(stage.mount(path) == "");
  CHECK(stage.mounted());
  CHECK(stage.exists("rsg/wheel.rsg"));
  CHECK_FALSE(stage.exists("rsg/nowhere.rsg"));
  CHECK_FALSE(stage.exists("rsg/"));
  CHECK(spark::import_scene(stage.target(), "rsg/car.rsg", {}));
  CHECK(stage.has("/t/w"));
  CHECK(stage.log ==
        std::vector<std::string>{"error: models.zip/rsg/car.rsg:3: /t (oxygen/Transform) has no method 'nonsense'"});
}

TEST_CASE("folders and archives are searched in the order in which they were mounted") {
  ZipStage stage;
  stage.file("both.rsg", kHeader + "(node Probe (setName folder))");
  REQUIRE(stage.mount(stage.archive({{"both.rsg", kHeader + "(node Probe (setName archive))"}})) == "");
  CHECK(spark::import_scene(stage.target(), "both.rsg", {}));
  CHECK(stage.has("/t/folder"));
  std::swap(stage.core.scene_path.front(), stage.core.scene_path.back());
  CHECK(spark::import_scene(stage.target(), "both.rsg", {}));
  CHECK(stage.has("/t/archive"));
}

TEST_CASE("no file outside an archive is found through it") {
  ZipStage stage;
  const auto path = stage.archive({{"../up.rsg", kHeader}, {"/etc/hostname", "x"}, {"in/x.rsg", kHeader}});
  REQUIRE(stage.mount(path) == "");
  CHECK(stage.exists("in/x.rsg"));
  CHECK_FALSE(stage.exists("up.rsg"));
  CHECK_FALSE(stage.exists("in/../in/x.rsg"));
  CHECK_FALSE(stage.exists("in/../../up.rsg"));
  // An absolute name is a file on the disk, never in the archive.
  CHECK_FALSE(std::filesystem::exists(stage.folder / ".." / "up.rsg"));
}

TEST_CASE("a scene in an archive that unpacks to more than the limit is refused with one line") {
  ZipStage stage;
  REQUIRE(stage.mount(stage.archive({{"bomb.rsg", std::string(256 << 20, ' ')}})) == "");
  CHECK(std::filesystem::file_size(stage.folder / "models.zip") < (1 << 20));
  CHECK_FALSE(spark::import_scene(stage.target(), "bomb.rsg", {}));
  CHECK(stage.log == std::vector<std::string>{"error: models.zip/bomb.rsg is larger than 1 MiB"});
}

TEST_CASE("a file that is not an archive is refused with one line") {
  ZipStage stage;
  const auto refused = [&](const std::string& path, const std::string& reason) {
    stage.log.clear();
    stage.engine.evaluate("$mounted = true");
    CHECK(stage.mount(path) == "");
    CHECK_FALSE(stage.mounted());
    REQUIRE(stage.log.size() == 1);
    INFO(stage.log[0]);
    CHECK(stage.log[0].find("cannot mount") != std::string::npos);
    CHECK(stage.log[0].find(reason) != std::string::npos);
  };
  const auto paths = stage.core.scene_path.size();
  refused((stage.folder / "none.zip").string(), "there is no such file");
  refused(stage.file("text.zip", "no archive, but some text that is long enough for one").string(), "");
  const std::string good = stage.archive({{"a.rsg", kHeader}, {"b.rsg", kHeader}}, "good.zip");
  std::ifstream stream(good, std::ios::binary);
  std::string bytes(std::istreambuf_iterator<char>(stream), {});
  refused(stage.file("cut.zip", bytes.substr(0, bytes.size() / 2)).string(), "");
  CHECK(stage.core.scene_path.size() == paths);
}

TEST_CASE("damaged archives are refused, or read within the limit") {
  ZipStage stage;
  const std::string good =
      stage.archive({{"a.rsg", kHeader + "(node Probe)"}, {"b.rsg", kHeader + std::string(5000, ' ')}});
  std::ifstream stream(good, std::ios::binary);
  const std::string bytes(std::istreambuf_iterator<char>(stream), {});
  REQUIRE(stage.run("importBundle 'filesystemzip'") == "");
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    std::string damaged = bytes;
    damaged[i] = static_cast<char>(damaged[i] ^ 0xff);
    auto archive = stage.core.classes.create("FileSystemZIP");
    auto& files = dynamic_cast<spark::FileSystem&>(*archive);
    if (!files.set_path(stage.file("damaged.zip", damaged).string())) continue;
    for (const char* name : {"a.rsg", "b.rsg"})
      if (const auto text = files.read(name, 1 << 20)) CHECK(text->size() <= (1 << 20));
  }
}

TEST_CASE("an archive of too many files is refused") {
  ZipStage stage;
  Files files;
  for (int i = 0; i <= 65536; ++i) files.emplace_back(std::to_string(i), "");
  CHECK(stage.mount(stage.archive(files)) == "");
  CHECK_FALSE(stage.mounted());
  CHECK_THAT(stage.log.at(0), Catch::EndsWith("it has more than 65536 files"));
}

TEST_CASE("unknown file systems are reported by name") {
  Stage stage;
  CHECK(stage.run("get('/sys/server/file').mount('FileSystemZIP', 'x.zip') and raise 'mounted'\n"
                  "get('/sys/server/file').mount('FileSystemRAR', 'x.rar') and raise 'mounted'\n"
                  "get('/sys/server/file').mount('FileSystemSTD', '/nowhere') or raise 'refused'\n") == "");
  CHECK(stage.log ==
        std::vector<std::string>{
            "error: s.rb:1: mount: there is no file system 'FileSystemZIP'; importBundle 'filesystemzip' provides it",
            "error: s.rb:2: mount: there is no file system 'FileSystemRAR'"});
}

TEST_CASE("a folder that an archive lists is not a file") {
  ZipStage stage;
  const std::string path = stage.archive({{"rsg/", ""}, {"rsg/a.rsg", kHeader}});
  REQUIRE(stage.run("importBundle 'filesystemzip'") == "");
  const auto made = stage.core.classes.create("FileSystemZIP");
  auto& files = dynamic_cast<spark::FileSystem&>(*made);
  REQUIRE(files.set_path(path));
  CHECK(files.has("rsg/a.rsg"));
  CHECK_FALSE(files.has("rsg/"));
  CHECK_FALSE(files.read("rsg/", 100));
}

TEST_CASE("an archive of more than 256 MiB is refused because of its size") {
  constexpr std::uintmax_t kMax = 256u << 20;
  ZipStage stage;
  const auto reason = [&](const std::string& name, std::uintmax_t bytes) {
    const auto path = stage.file(name, "no archive, and large only by its size");
    std::filesystem::resize_file(path, bytes);  // with a hole, which takes no space on the disk
    stage.log.clear();
    CHECK(stage.mount(path.string()) == "");
    CHECK_FALSE(stage.mounted());
    REQUIRE(stage.log.size() == 1);
    return stage.log[0];
  };
  CHECK_THAT(reason("most.zip", kMax), !Catch::Contains("larger than"));
  CHECK_THAT(reason("more.zip", kMax + 1), Catch::EndsWith("more.zip: it is larger than 256 MiB"));
}
