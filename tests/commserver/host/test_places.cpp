// SPDX-License-Identifier: Apache-2.0
#include <sys/stat.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <iostream>

#include "commserver/host/places.h"
#include "tests/support/files.h"
#include "tests/support/skipping.h"
#include "tests/support/temporary_folder.h"

using commserver::find_places;
using commserver::named_file;
using commserver::Places;
namespace fs = std::filesystem;

namespace {

constexpr const char* kPrintOnly = "PRINT_PLACES_ONLY";

/// With that variable this program is another one, which prints what it finds.
const bool printed_only = [] {
  if (!std::getenv(kPrintOnly)) return false;
  const Places places = find_places();
  std::cout << "scripts " << places.scripts.string() << "\nscenes " << places.scenes.string() << "\nmodules "
            << places.modules.string() << std::endl;
  std::_Exit(0);
}();

/// What a program finds that lies in `folder`: a copy of this one.
std::string places_of_copy_in(const fs::path& folder) {
  REQUIRE_FALSE(printed_only);
  fs::create_directories(folder);
  fs::copy_file("/proc/self/exe", folder / "program");
  const std::string out = (folder / "out").string();
  const std::string command = std::string(kPrintOnly) + "=1 " + (folder / "program").string() + " > " + out;
  REQUIRE(std::system(command.c_str()) == 0);
  return content(out);
}

}  // namespace

TEST_CASE("a program that was built takes scripts and scenes from its sources") {
  const Places places = find_places();
  CHECK(places.programs == fs::canonical(RCSS_BUILD_DIR "/bin"));
  CHECK(fs::equivalent(places.scripts, RCSS_SOURCE_DIR "/scripts"));
  CHECK(fs::equivalent(places.scenes, RCSS_SOURCE_DIR "/scenes"));
  CHECK(places.modules == fs::canonical(RCSS_BUILD_DIR) / "lib/rcssserver3d");
}

TEST_CASE("a program that was installed takes those beside it") {
  const TemporaryFolder folder;
  const fs::path root = fs::canonical(folder.path());
  fs::create_directories(root / "share/rcssserver3d/scripts");
  const std::string found = places_of_copy_in(root / "bin");
  CHECK_THAT(found, Catch::Contains("scripts " + (root / "share/rcssserver3d/scripts").string() + "\n"));
  CHECK_THAT(found, Catch::Contains("scenes " + (root / "share/rcssserver3d/scenes").string() + "\n"));
  CHECK_THAT(found, Catch::Contains("modules " + (root / "lib/rcssserver3d").string() + "\n"));
}

TEST_CASE("a file is looked for in its folder, and from where the program was started") {
  const TemporaryFolder folder;
  write_file(folder / "s.rb", "");
  CHECK(named_file("--script", folder.path(), "s.rb") == folder / "s.rb");
  CHECK(named_file("--script", "/nowhere", folder / "s.rb") == folder / "s.rb");
  CHECK_THROWS_WITH(named_file("--script", folder.path(), "t.rb"),
                    "--script t.rb: there is no such file, neither here nor in " + folder.path().string());
  CHECK_THROWS_WITH(named_file("--script", folder.path(), folder / "t.rb"),
                    "--script " + (folder / "t.rb").string() + ": there is no such file");
  CHECK_THROWS_WITH(named_file("--script", "/nowhere", folder.path()),
                    "--script " + folder.path().string() + ": this is not a file");
}

TEST_CASE("a file that may not be read is refused with the reason") {
  if (::geteuid() == 0) return skip("root may read every file");
  const TemporaryFolder folder;
  write_file(folder / "s.rb", "");
  REQUIRE(::chmod((folder / "s.rb").c_str(), 0) == 0);
  CHECK_THROWS_WITH(named_file("--script", folder.path(), "s.rb"), "--script s.rb: cannot read it: Permission denied");
}
