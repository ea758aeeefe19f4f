// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/view/font.h"

#include <ft2build.h>
#include FT_FREETYPE_H

#include <algorithm>

namespace monitor {
namespace {

constexpr unsigned kPixels = 72;  // height of the letters in the picture; larger text is softened, not jagged
constexpr int kGap = 2;

constexpr const char* kPlaces[] = {"/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf",
                                   "/usr/share/fonts/TTF/DejaVuSans-Bold.ttf",
                                   "/usr/share/fonts/dejavu-sans-fonts/DejaVuSans-Bold.ttf"};

}  // namespace

Font::Font() {
  std::error_code none;
  for (const char* place : kPlaces)
    if (!found() && std::filesystem::exists(place, none)) load(place);
}

Font::Font(const std::filesystem::path& file) {
  load(file);
}

void Font::load(const std::filesystem::path& file) {
  FT_Library library = nullptr;
  FT_Face face = nullptr;
  if (FT_Init_FreeType(&library) != 0) return;
  if (FT_New_Face(library, file.c_str(), 0, &face) == 0 && FT_Set_Pixel_Sizes(face, 0, kPixels) == 0) {
    pixels_.assign(static_cast<std::size_t>(kSide) * kSide, 0);
    int x = kGap, y = kGap, tallest = 0;
    const float unit = 1.0F / kPixels;
    const float middle = static_cast<float>(face->size->metrics.ascender + face->size->metrics.descender) / 128.0F;
    for (int i = 0; i < kCount; ++i) {
      const FT_ULong code = i == kSquared - kFirst ? 0xb2 : static_cast<FT_ULong>(kFirst) + static_cast<FT_ULong>(i);
      if (FT_Load_Char(face, code, FT_LOAD_RENDER) != 0) continue;
      const FT_Bitmap& bitmap = face->glyph->bitmap;
      const auto width = static_cast<int>(bitmap.width), height = static_cast<int>(bitmap.rows);
      if (x + width + kGap > kSide) x = kGap, y += tallest + kGap, tallest = 0;
      if (y + height + kGap > kSide) break;
      auto* const corner = &pixels_[static_cast<std::size_t>(y) * kSide + static_cast<std::size_t>(x)];
      for (int row = 0; row < height; ++row)
        std::copy_n(bitmap.buffer + row * bitmap.pitch, width, corner + row * kSide);
      const auto side = static_cast<float>(kSide);
      glyphs_[static_cast<std::size_t>(i)] = {static_cast<float>(face->glyph->bitmap_left) * unit,
                                              (middle - static_cast<float>(face->glyph->bitmap_top)) * unit,
                                              static_cast<float>(width) * unit,
                                              static_cast<float>(height) * unit,
                                              static_cast<float>(x) / side,
                                              static_cast<float>(y) / side,
                                              static_cast<float>(x + width) / side,
                                              static_cast<float>(y + height) / side,
                                              static_cast<float>(face->glyph->advance.x) / 64.0F * unit};
      x += width + kGap;
      tallest = std::max(tallest, height);
    }
  }
  if (face) FT_Done_Face(face);
  FT_Done_FreeType(library);
}

std::string Font::letters(std::string_view words) {
  constexpr std::string_view kSquaredText = "\xc2\xb2";
  std::string letters;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const bool is_squared = words.substr(i, kSquaredText.size()) == kSquaredText;
    letters += is_squared ? kSquared : words[i] == kSquared ? '?' : words[i];
    if (is_squared) ++i;
  }
  return letters;
}

const Font::Glyph& Font::glyph(char letter) const {
  const int index = letter - kFirst;
  return glyphs_[static_cast<std::size_t>(index >= 0 && index < kCount ? index : '?' - kFirst)];
}

float Font::width(std::string_view words) const {
  float width = 0.0F;
  for (const char letter : letters(words)) width += glyph(letter).advance;
  return width;
}

}  // namespace monitor
