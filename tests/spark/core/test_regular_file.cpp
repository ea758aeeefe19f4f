// SPDX-License-Identifier: Apache-2.0
#include <sys/stat.h>

#include <catch2/catch.hpp>
#include <filesystem>

#include "spark/core/regular_file.h"
#include "tests/support/files.h"
#include "tests/support/temporary_folder.h"

using spark::read_regular_file;
namespace fs = std::filesystem;

TEST_CASE("a regular file is read whole, up to a size, and not through a link") {
  const TemporaryFolder folder;
  const fs::path file = folder / "file";
  const std::string text("one\0two\n", 8);
  write_file(file, text);
  CHECK(read_regular_file(file, 8) == text);
  CHECK_THROWS_WITH(read_regular_file(file, 7), "cannot read " + file.string() + ": it is larger than 7 bytes");
  fs::create_symlink("file", folder / "link");
  CHECK_THROWS_WITH(read_regular_file(folder / "link", 8), Catch::EndsWith("link: it is a link"));
  fs::create_symlink("nowhere", folder / "dangling");
  CHECK_THROWS_WITH(read_regular_file(folder / "dangling", 8), Catch::EndsWith("dangling: it is a link"));
}

TEST_CASE("anything but a regular file is refused, without waiting for it") {
  const TemporaryFolder folder;
  REQUIRE(::mkfifo((folder / "pipe").c_str(), 0600) == 0);
  CHECK_THROWS_WITH(read_regular_file(folder / "pipe", 8), Catch::EndsWith("pipe: it is not a regular file"));
  CHECK_THROWS_WITH(read_regular_file("/dev/null", 8), "cannot read /dev/null: it is not a regular file");
  CHECK_THROWS_WITH(read_regular_file(folder.path(), 8), Catch::EndsWith(": it is a folder"));
  CHECK_THROWS_WITH(read_regular_file(folder / "none", 8), Catch::EndsWith("none: No such file or directory"));
}
