// SPDX-License-Identifier: Apache-2.0
#include <png.h>

#include <array>
#include <catch2/catch.hpp>
#include <filesystem>

#include "monitor-lite/view/png_file.h"
#include "tests/support/files.h"
#include "tests/support/temporary_folder.h"

using namespace monitor;
namespace fs = std::filesystem;

namespace {

constexpr std::array<unsigned char, 12> kPixels{255, 0, 0, 0, 255, 0, 0, 0, 255, 1, 2, 3};

}  // namespace

TEST_CASE("a written picture has its pixels and replaces an earlier file") {
  const TemporaryFolder folder;
  write_file(folder / "a.png", "what was there");
  write_png(folder / "a.png", 2, 2, kPixels.data());
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  REQUIRE(png_image_begin_read_from_file(&image, (folder / "a.png").c_str()));
  CHECK((image.width == 2 && image.height == 2));
  image.format = PNG_FORMAT_RGB;
  std::array<unsigned char, 12> pixels{};
  REQUIRE(png_image_finish_read(&image, nullptr, pixels.data(), 0, nullptr));
  CHECK(pixels == kPixels);
  CHECK_FALSE(fs::exists(folder / "a.png.new"));
}

TEST_CASE("a picture that cannot be written leaves existing files as they are") {
  const TemporaryFolder folder;
  const auto write = [](const fs::path& file) { write_png(file, 2, 2, kPixels.data()); };
  // A link, so that nothing worse than a link is lost if this fails.
  fs::create_symlink("/dev/full", folder / "full.png");
  CHECK_THROWS_WITH(write(folder / "full.png"),
                    "cannot write " + (folder / "full.png").string() + ": No space left on device");
  CHECK(fs::is_character_file(folder / "full.png"));
  fs::create_directory(folder / "folder.png");
  CHECK_THROWS_WITH(write(folder / "folder.png"),
                    "cannot write " + (folder / "folder.png").string() + ": Is a directory");
  CHECK(fs::is_directory(folder / "folder.png"));
  write_file(folder / "a.png", "what was there");
  fs::create_directory(folder / "a.png.new");
  CHECK_THROWS_WITH(write(folder / "a.png"), "cannot write " + (folder / "a.png").string() + ": Is a directory");
  CHECK(content(folder / "a.png") == "what was there");
}
