// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/view/font.h"

#include <ft2build.h>
#include FT_FREETYPE_H

#include <algorithm>
#include <utility>

#include "spark/core/utf8.h"

namespace monitor {
namespace {

constexpr unsigned kPixels = 72;         // height of the letters in the picture; larger text is blurred, not jagged
constexpr unsigned kFurtherPixels = 48;  // the same for the further font, which has many letters
constexpr int kGlyphGap = 2;
constexpr int kFurtherGap = 4;

constexpr const char* kPlaces[] = {"/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf",
                                   "/usr/share/fonts/TTF/DejaVuSans-Bold.ttf",
                                   "/usr/share/fonts/dejavu-sans-fonts/DejaVuSans-Bold.ttf"};

/// Fonts with Japanese letters: the paths of Debian, then those of Arch and Fedora.
constexpr const char* kFurtherPlaces[] = {"/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc",
                                          "/usr/share/fonts/opentype/ipaexfont-gothic/ipaexg.ttf",
                                          "/usr/share/fonts/opentype/ipafont-gothic/ipagp.ttf",
                                          "/usr/share/fonts/truetype/takao-gothic/TakaoPGothic.ttf",
                                          "/usr/share/fonts/truetype/vlgothic/VL-PGothic-Regular.ttf",
                                          "/usr/share/fonts/truetype/wqy/wqy-microhei.ttc",
                                          "/usr/share/fonts/truetype/wqy/wqy-zenhei.ttc",
                                          "/usr/share/fonts/truetype/droid/DroidSansFallbackFull.ttf",
                                          "/usr/share/fonts/noto-cjk/NotoSansCJK-Regular.ttc",
                                          "/usr/share/fonts/google-noto-cjk/NotoSansCJK-Regular.ttc"};

/// Whether a letter is a control, or a mark without a width: joiners, directions, variants of the previous letter.
bool is_unseen(char32_t letter) {
  const auto within = [letter](char32_t first, char32_t last) { return letter >= first && letter <= last; };
  return letter < 0x20 || within(0x7f, 0x9f) || letter == 0xad || within(0x200b, 0x200f) || within(0x2028, 0x202e) ||
         within(0x2060, 0x206f) || within(0xfe00, 0xfe0f) || letter == 0xfeff || within(0xe0000, 0xe0fff);
}

}  // namespace

void Font::Closer::operator()(FT_LibraryRec_* library) const {
  FT_Done_FreeType(library);
}

void Font::Closer::operator()(FT_FaceRec_* face) const {
  FT_Done_Face(face);
}

Font::Font() : further_(std::begin(kFurtherPlaces), std::end(kFurtherPlaces)) {
  std::error_code none;
  for (const char* place : kPlaces)
    if (!found() && std::filesystem::exists(place, none)) load(place);
}

Font::Font(const std::filesystem::path& file, std::vector<std::filesystem::path> further)
    : further_(std::move(further)) {
  load(file);
}

Font::Face Font::opened(const std::filesystem::path& file, unsigned size) const {
  FT_Face face = nullptr;
  if (FT_New_Face(library_.get(), file.c_str(), 0, &face) != 0) return nullptr;
  Face opened(face);
  return FT_Set_Pixel_Sizes(face, 0, size) == 0 ? std::move(opened) : nullptr;
}

void Font::load(const std::filesystem::path& file) {
  FT_Library library = nullptr;
  if (FT_Init_FreeType(&library) != 0) return;
  library_.reset(library);
  face_ = opened(file, kPixels);
  if (!face_) return;
  const FT_Size_Metrics& metrics = face_->size->metrics;
  middle_ = static_cast<float>(metrics.ascender + metrics.descender) / 128.0F;
  pixels_.assign(static_cast<std::size_t>(kSide) * kSide, 0);
  x_ = y_ = kGlyphGap;
  const auto glyph_of = [&](char32_t letter) {
    return draw(face_.get(), FT_Get_Char_Index(face_.get(), letter), kGlyphGap).value_or(Glyph{});
  };
  for (std::size_t i = 0; i < kAscii; ++i) ascii_[i] = glyph_of(kFirst + static_cast<char32_t>(i));
  constexpr char32_t kSquared = 0xb2;
  letters_.emplace(kSquared, glyph_of(kSquared));
  // Other letters begin in a row of their own, at a distance, so that small text does not show parts of its neighbours.
  x_ = kSide, y_ += 4 * kGlyphGap;
}

std::optional<Font::Glyph> Font::draw(FT_FaceRec_* face, unsigned index, int gap) {
  if (FT_Load_Glyph(face, index, FT_LOAD_RENDER | FT_LOAD_NO_BITMAP) != 0) return std::nullopt;
  const FT_Bitmap& bitmap = face->glyph->bitmap;
  const auto width = static_cast<int>(bitmap.width), height = static_cast<int>(bitmap.rows);
  if (height > 0 && bitmap.pixel_mode != FT_PIXEL_MODE_GRAY) return std::nullopt;
  if (width + 2 * gap > kSide) return std::nullopt;
  if (x_ + width + gap > kSide) x_ = gap, y_ += tallest_ + gap, tallest_ = 0;
  if (y_ + height + gap > kMaxHeight) return std::nullopt;
  while (y_ + height + gap > this->height()) pixels_.resize(2 * pixels_.size());
  auto* const corner = &pixels_[static_cast<std::size_t>(y_) * kSide + static_cast<std::size_t>(x_)];
  for (int row = 0; row < height; ++row)
    std::copy_n(bitmap.buffer + row * bitmap.pitch, width, corner + static_cast<std::ptrdiff_t>(row) * kSide);
  const auto size = static_cast<float>(face->size->metrics.y_ppem);
  const float unit = 1.0F / size, middle = middle_ * (size / kPixels);
  const Glyph glyph{static_cast<float>(face->glyph->bitmap_left) * unit,
                    (middle - static_cast<float>(face->glyph->bitmap_top)) * unit,
                    static_cast<float>(width) * unit,
                    static_cast<float>(height) * unit,
                    static_cast<float>(x_),
                    static_cast<float>(y_),
                    static_cast<float>(x_ + width),
                    static_cast<float>(y_ + height),
                    static_cast<float>(face->glyph->advance.x) / 64.0F * unit};
  x_ += width + gap;
  tallest_ = std::max(tallest_, height);
  ++changes_;
  return glyph;
}

const Font::Glyph& Font::further_glyph(char32_t letter) {
  static constexpr Glyph kNothing{};
  if (!found() || is_unseen(letter)) return kNothing;
  if (const auto known = letters_.find(letter); known != letters_.end()) return known->second;
  // The box is drawn before other letters, so that there is room for it.
  if (!box_) box_ = draw(face_.get(), 0, kFurtherGap).value_or(ascii_['?' - kFirst]);
  if (letter == kReplacement || letters_.size() >= kMaxLetters) return *box_;
  return letters_.emplace(letter, made(letter)).first->second;
}

Font::Glyph Font::made(char32_t letter) {
  if (const unsigned index = FT_Get_Char_Index(face_.get(), letter))
    return draw(face_.get(), index, kFurtherGap).value_or(*box_);
  for (const std::filesystem::path& file : std::exchange(further_, {}))
    if (!further_face_) further_face_ = opened(file, kFurtherPixels);
  const unsigned index = further_face_ ? FT_Get_Char_Index(further_face_.get(), letter) : 0;
  return index > 0 ? draw(further_face_.get(), index, kFurtherGap).value_or(*box_) : *box_;
}

char32_t Font::take_letter(std::string_view& words) {
  const std::size_t length = spark::utf8_length(words);
  const auto octet = [&](std::size_t i) { return static_cast<char32_t>(static_cast<unsigned char>(words[i])); };
  // The first of several octets begins with as many set bits as there are octets, followed by a 0.
  char32_t letter = length == 0 ? kReplacement : length == 1 ? octet(0) : octet(0) & (0x7fU >> length);
  for (std::size_t i = 1; i < length; ++i) letter = letter << 6U | (octet(i) & 0x3fU);
  words.remove_prefix(std::max<std::size_t>(1, length));
  return letter;
}

std::string_view Font::first_letters(std::string_view words, std::size_t count) {
  std::string_view rest = words;
  for (; count > 0 && !rest.empty(); --count) take_letter(rest);
  return words.substr(0, words.size() - rest.size());
}

float Font::width(std::string_view words) {
  float width = 0.0F;
  while (!words.empty()) width += glyph(take_letter(words)).advance;
  return width;
}

}  // namespace monitor
