// SPDX-License-Identifier: Apache-2.0
#include <png.h>
#include <zlib.h>

#include <array>
#include <catch2/catch.hpp>
#include <cstdint>
#include <cstring>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#ifdef RCSS_HAS_TURBOJPEG
#include <turbojpeg.h>
#endif

#include "monitor-lite/images/decode_image.h"

using namespace monitor;

namespace {

using Octets = std::vector<unsigned char>;

/// How a PNG is written.
struct PngForm {
  int width = 3, height = 2;
  int colours = PNG_COLOR_TYPE_RGB;
  int bits = 8;
  bool is_interlaced = false;
  std::vector<png_color> palette;
  Octets opacities;  ///< of the palette
};

/// `rows` are the pixels in the form's own layout, one row after the other.
std::string png_of(const PngForm& form, const Octets& rows) {
  std::string file;
  png_struct* png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
  png_info* info = png_create_info_struct(png);
  png_set_write_fn(
      png, &file,
      [](png_struct* writer, unsigned char* octets, std::size_t count) {
        static_cast<std::string*>(png_get_io_ptr(writer))->append(reinterpret_cast<const char*>(octets), count);
      },
      nullptr);
  png_set_IHDR(png, info, static_cast<unsigned>(form.width), static_cast<unsigned>(form.height), form.bits,
               form.colours, form.is_interlaced ? PNG_INTERLACE_ADAM7 : PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_BASE,
               PNG_FILTER_TYPE_BASE);
  if (!form.palette.empty()) png_set_PLTE(png, info, form.palette.data(), static_cast<int>(form.palette.size()));
  if (!form.opacities.empty())
    png_set_tRNS(png, info, form.opacities.data(), static_cast<int>(form.opacities.size()), nullptr);
  const std::size_t stride = rows.size() / static_cast<std::size_t>(form.height);
  std::vector<unsigned char*> starts;
  Octets copy = rows;
  for (int row = 0; row < form.height; ++row) starts.push_back(&copy[static_cast<std::size_t>(row) * stride]);
  png_set_rows(png, info, starts.data());
  png_write_png(png, info, PNG_TRANSFORM_IDENTITY, nullptr);
  png_destroy_write_struct(&png, &info);
  return file;
}

/// Six pixels in colours.
const Octets kRgb{255, 0, 0, 0, 255, 0, 0, 0, 255, 10, 20, 30, 0, 0, 0, 255, 255, 255};
const Octets kRgba{255, 0, 0, 255, 0, 255, 0, 128, 0, 0, 255, 0, 10, 20, 30, 40, 0, 0, 0, 1, 255, 255, 255, 254};

/// The pixels of `kRgb` with opacity.
Octets opaque(const Octets& rgb) {
  Octets made;
  for (std::size_t i = 0; i < rgb.size(); i += 3) made.insert(made.end(), {rgb[i], rgb[i + 1], rgb[i + 2], 255});
  return made;
}

void put_32(std::string& file, std::size_t at, std::uint32_t number) {
  for (std::size_t i = 0; i < 4; ++i) file[at + i] = static_cast<char>(number >> (24 - 8 * i));
}

/// The same PNG with another size in its header, whose checksum is right.
std::string with_size(std::string png, std::uint32_t width, std::uint32_t height) {
  put_32(png, 16, width);
  put_32(png, 20, height);
  put_32(png, 29, static_cast<std::uint32_t>(crc32(0, reinterpret_cast<const unsigned char*>(&png[12]), 17)));
  return png;
}

/// The line with which an image is refused; nothing if it is decoded.
std::optional<std::string> refusal(std::string_view octets, const ImageLimits& limits = {}) {
  try {
    const Image image = decode_image(octets, limits);
    CHECK(image.pixels.size() == 4 * static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height));
    bool is_opaque = true;
    for (std::size_t i = 3; i < image.pixels.size(); i += 4) is_opaque = is_opaque && image.pixels[i] == 255;
    CHECK((image.has_opacity || is_opaque));
    return std::nullopt;
  } catch (const std::runtime_error& error) {
    const std::string line = error.what();
    CHECK_FALSE(line.empty());
    CHECK(line.find('\n') == line.npos);
    return line;
  }
}

/// Cuts the file everywhere and damages each octet, and checks that each result is refused or decoded. Returns how many
/// of the cut files are decoded.
int break_everywhere(const std::string& file) {
  int decoded = 0;
  for (std::size_t size = 0; size < file.size(); ++size) {
    CAPTURE(size);
    if (!refusal(std::string_view(file).substr(0, size), {512, 65536})) ++decoded;
  }
  for (std::size_t at = 0; at < file.size(); ++at)
    for (const char flip : {'\x01', '\x80', '\xff'}) {
      CAPTURE(at, flip);
      std::string damaged = file;
      damaged[at] = static_cast<char>(damaged[at] ^ flip);
      refusal(damaged, {512, 65536});
    }
  return decoded;
}

}  // namespace

TEST_CASE("a PNG of any form is decoded to its pixels, row by row from the top") {
  const auto check = [](const PngForm& form, const Octets& rows, const Octets& pixels, bool is_grey, bool has_opacity) {
    const Image image = decode_image(png_of(form, rows));
    CHECK(image.width == form.width);
    CHECK(image.height == form.height);
    CHECK(image.pixels == pixels);
    CHECK(image.is_grey == is_grey);
    CHECK(image.has_opacity == has_opacity);
  };
  for (const bool is_interlaced : {false, true}) {
    CAPTURE(is_interlaced);
    PngForm form;
    form.is_interlaced = is_interlaced;
    check(form, kRgb, opaque(kRgb), false, false);
    form.colours = PNG_COLOR_TYPE_RGBA;
    check(form, kRgba, kRgba, false, true);
    form.colours = PNG_COLOR_TYPE_GRAY;
    check(form, {0, 50, 100, 150, 200, 255},
          opaque({0, 0, 0, 50, 50, 50, 100, 100, 100, 150, 150, 150, 200, 200, 200, 255, 255, 255}), true, false);
    form.colours = PNG_COLOR_TYPE_GRAY_ALPHA;
    check({form.width, 1, form.colours, 8, is_interlaced, {}, {}}, {0, 255, 100, 7, 255, 128},
          {0, 0, 0, 255, 100, 100, 100, 7, 255, 255, 255, 128}, true, true);
    form.colours = PNG_COLOR_TYPE_PALETTE;
    form.palette = {{9, 8, 7}, {255, 255, 0}};
    check({2, 1, form.colours, 8, is_interlaced, form.palette, {}}, {1, 0}, {255, 255, 0, 255, 9, 8, 7, 255}, false,
          false);
    check({2, 1, form.colours, 8, is_interlaced, form.palette, {30}}, {1, 0}, {255, 255, 0, 255, 9, 8, 7, 30}, false,
          true);
  }
  // One bit for each pixel.
  check({3, 1, PNG_COLOR_TYPE_GRAY, 1, false, {}, {}}, {0xA0}, {255, 255, 255, 255, 0, 0, 0, 255, 255, 255, 255, 255},
        true, false);
}

TEST_CASE("an image with 16 bits per colour keeps black and white") {
  const Image image = decode_image(
      png_of({2, 1, PNG_COLOR_TYPE_RGB, 16, false, {}, {}}, {255, 255, 255, 255, 255, 255, 0, 0, 0, 0, 0, 0}));
  CHECK(image.pixels == Octets{255, 255, 255, 255, 0, 0, 0, 255});
}

TEST_CASE("an image that is too large is refused by its header") {
  const bool is_interlaced = GENERATE(false, true);
  PngForm form;
  form.is_interlaced = is_interlaced;
  const std::string png = png_of(form, kRgb);
  CHECK_FALSE(refusal(with_size(png, 3, 2)));
  CHECK(refusal(with_size(png, 60000, 60000)) == "the image has 60000 x 60000 pixels; a side may have at most 8192");
  CHECK(refusal(with_size(png, 1, 8193)) == "the image has 1 x 8193 pixels; a side may have at most 8192");
  CHECK(refusal(with_size(png, 8192, 8192)) == "the image has 8192 x 8192 pixels; it may have at most 16777216 in all");
  // Within the limits by its header, but with too few pixels in the file.
  CHECK(refusal(with_size(png, 4096, 4096)));
  CHECK(refusal(with_size(png, 0x7FFFFFFF, 0x7FFFFFFF)));
  CHECK(refusal(with_size(png, 0xFFFFFFFF, 0xFFFFFFFF)));
  CHECK(refusal(with_size(png, 0, 2)));
  CHECK(refusal(png, {2, 100}));
  CHECK(refusal(png, {100, 5}));
  CHECK_FALSE(refusal(png, {3, 6}));
}

TEST_CASE("a PNG that is cut or damaged is rejected with a line, and does no harm") {
  const bool is_interlaced = GENERATE(false, true);
  PngForm form;
  form.colours = PNG_COLOR_TYPE_RGBA;
  form.is_interlaced = is_interlaced;
  const std::string png = png_of(form, kRgba);
  // Only the IEND chunk may be missing.
  CHECK(break_everywhere(png) <= 13);
  CHECK_THAT(*refusal(png.substr(0, png.size() / 2)), Catch::StartsWith("the PNG is cut or damaged: "));
}

TEST_CASE("files that are no images are rejected with the reason") {
  CHECK(refusal("") == "the file is empty");
  CHECK(refusal("GIF89a") == "it is neither PNG nor JPEG");
  CHECK(refusal("#VRML V2.0 utf8") == "it is neither PNG nor JPEG");
  CHECK(refusal(std::string(kMaxImageFile + 1, 'x')) == "the file has more than 33554432 octets");
}

TEST_CASE("images are read from the files that a source finds") {
  const std::string png = png_of({}, kRgb);
  const ImageSource images =
      images_of([&](const std::string& name, const std::string& folder) -> std::optional<x3d::SourceText> {
        if (name == "none.png") return std::nullopt;
        if (name == "closed.png") throw std::runtime_error("closed.png: Permission denied");
        return x3d::SourceText{folder + "/" + name, folder, name == "wall.png" ? png : "text"};
      });
  const auto wall = images("wall.png", "house");
  REQUIRE(wall);
  CHECK(wall->width == 3);
  CHECK_FALSE(images("none.png", "house"));
  CHECK_THROWS_WITH(images("closed.png", "house"), "closed.png: Permission denied");
  CHECK_THROWS_WITH(images("notes.txt", "house"), "it is neither PNG nor JPEG");
}

#ifdef RCSS_HAS_TURBOJPEG
namespace {

/// An image whose left half is red and whose right half is blue; grey: black and white.
std::string jpeg_of(int width, int height, int sampling, int flags) {
  Octets rgb;
  for (int row = 0; row < height; ++row)
    for (int column = 0; column < width; ++column) {
      const bool is_left = column < width / 2;
      rgb.insert(rgb.end(),
                 {static_cast<unsigned char>(is_left ? 255 : 0), 0, static_cast<unsigned char>(is_left ? 0 : 255)});
    }
  void* writer = tjInitCompress();
  unsigned char* octets = nullptr;
  unsigned long size = 0;  // NOLINT(google-runtime-int): the library's type
  REQUIRE(tjCompress2(writer, rgb.data(), width, 0, height, TJPF_RGB, &octets, &size, sampling, 95, flags) == 0);
  std::string file(reinterpret_cast<const char*>(octets), size);
  tjFree(octets);
  tjDestroy(writer);
  return file;
}

const unsigned char* pixel(const Image& image, int column, int row) {
  return &image.pixels[4 * static_cast<std::size_t>(row * image.width + column)];
}

}  // namespace

TEST_CASE("JPEGs are decoded, progressive and grey ones, too") {
  for (const int flags : {0, TJFLAG_PROGRESSIVE}) {
    CAPTURE(flags);
    const Image image = decode_image(jpeg_of(32, 16, TJSAMP_444, flags));
    REQUIRE(image.width == 32);
    REQUIRE(image.height == 16);
    CHECK_FALSE(image.is_grey);
    CHECK_FALSE(image.has_opacity);
    CHECK(pixel(image, 2, 2)[0] > 240);
    CHECK(pixel(image, 2, 2)[2] < 20);
    CHECK(pixel(image, 29, 13)[0] < 20);
    CHECK(pixel(image, 29, 13)[2] > 240);
    CHECK(pixel(image, 29, 13)[3] == 255);
    const Image grey = decode_image(jpeg_of(32, 16, TJSAMP_GRAY, flags));
    CHECK(grey.is_grey);
    CHECK(pixel(grey, 2, 2)[0] == pixel(grey, 2, 2)[2]);
  }
}

TEST_CASE("a JPEG that is too large, cut or damaged is rejected with a line, and does no harm") {
  for (const int flags : {0, TJFLAG_PROGRESSIVE}) {
    CAPTURE(flags);
    const std::string file = jpeg_of(32, 16, TJSAMP_420, flags);
    CHECK(break_everywhere(file) == 0);
    CHECK_THAT(*refusal(file.substr(0, file.size() / 2)), Catch::StartsWith("the JPEG is cut or damaged: "));
    CHECK(refusal(file, {16, 512}) == "the image has 32 x 16 pixels; a side may have at most 16");
    // Height and width stand behind the start of the frame, its length and the bits of a sample.
    std::string large = file;
    const std::size_t frame = file.find(flags == 0 ? "\xff\xc0" : "\xff\xc2");
    REQUIRE(frame != file.npos);
    large.replace(frame + 5, 4, "\xea\x60\xea\x60");
    CHECK(refusal(large) == "the image has 60000 x 60000 pixels; a side may have at most 8192");
  }
}

TEST_CASE("a JPEG with CMYK colours is rejected for that reason") {
  const Octets cmyk(std::size_t{4} * 32 * 16, 100);
  void* writer = tjInitCompress();
  unsigned char* octets = nullptr;
  unsigned long size = 0;  // NOLINT(google-runtime-int): the library's type
  REQUIRE(tjCompress2(writer, cmyk.data(), 32, 0, 16, TJPF_CMYK, &octets, &size, TJSAMP_444, 95, 0) == 0);
  CHECK(refusal({reinterpret_cast<const char*>(octets), size}) ==
        "the JPEG has CMYK colours; only RGB and grey can be read");
  tjFree(octets);
  tjDestroy(writer);
}

TEST_CASE("a JPEG with too many passes over its pixels is rejected") {
  std::string file = jpeg_of(32, 16, TJSAMP_420, TJFLAG_PROGRESSIVE);
  // Repeats the last pass often enough.
  const std::size_t pass = file.rfind("\xff\xda"), end = file.rfind("\xff\xd9");
  const std::string last = file.substr(pass, end - pass);
  for (int i = 0; i < 100; ++i) file.insert(end, last);
  CHECK_THAT(*refusal(file), Catch::Contains("passes over 512 pixels"));
}
#else
TEST_CASE("without libturbojpeg a JPEG is rejected with a line that says so") {
  CHECK_THAT(*refusal("\xff\xd8\xff\xe0"), Catch::Contains("built without libturbojpeg"));
}
#endif
