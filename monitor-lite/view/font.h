// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

struct FT_LibraryRec_;
struct FT_FaceRec_;

namespace monitor {

/// The glyphs of a font as one grey picture, for drawing text of any size. Text is UTF-8. Printable ASCII and "²" are
/// in the picture from the beginning; other glyphs are added on demand, from the font or, if it lacks them, from a
/// further one. A box replaces each letter that neither font has, each octet that is not valid UTF-8, and all letters
/// beyond `kMaxLetters`. Controls and marks without a width are not drawn. Not thread-safe.
class Font {
 public:
  /// Uses the default font of the machine (DejaVu Sans Bold), and one with Japanese letters if there is one in a usual
  /// place; without the first, `found()` is false and nothing is drawn.
  Font();
  /// The first readable file of `further` is used, and only opened when it is needed.
  explicit Font(const std::filesystem::path& file, std::vector<std::filesystem::path> further = {});

  bool found() const { return !pixels_.empty(); }
  /// In units of the text's size.
  float width(std::string_view words);

  struct Glyph {
    float left, top, width, height;  ///< of the picture, from the line's beginning and middle, in text sizes
    float u0, v0, u1, v1;            ///< in `pixels`, pixels from the top left
    float advance;                   ///< to the next letter, in text sizes
  };
  const Glyph& glyph(char32_t letter) {
    return letter >= kFirst && letter - kFirst < kAscii ? ascii_[letter - kFirst] : further_glyph(letter);
  }

  static constexpr char32_t kReplacement = 0xfffd;
  /// Removes the first letter of `words`, which must not be empty. `kReplacement` for an invalid octet.
  static char32_t take_letter(std::string_view& words);
  /// The first `count` letters of `words`, or all of them if there are fewer.
  static std::string_view first_letters(std::string_view words, std::size_t count);

  static constexpr int kSide = 1024;       ///< width of the picture, and its initial height, pixels
  static constexpr int kMaxHeight = 4096;  ///< to which the picture grows with further letters
  static constexpr std::size_t kMaxLetters = 1024;
  const std::vector<unsigned char>& pixels() const { return pixels_; }
  int height() const { return static_cast<int>(pixels_.size() / kSide); }
  /// Changes whenever letters have been added to the picture.
  unsigned changes() const { return changes_; }

 private:
  struct Closer {
    void operator()(FT_LibraryRec_* library) const;
    void operator()(FT_FaceRec_* face) const;
  };
  using Face = std::unique_ptr<FT_FaceRec_, Closer>;

  Face opened(const std::filesystem::path& file, unsigned size) const;
  void load(const std::filesystem::path& file);
  const Glyph& further_glyph(char32_t letter);
  Glyph made(char32_t letter);
  /// Returns nothing if the glyph cannot be drawn or does not fit.
  std::optional<Glyph> draw(FT_FaceRec_* face, unsigned index, int gap);

  static constexpr char32_t kFirst = ' ';
  static constexpr std::size_t kAscii = 0x7f - kFirst;
  std::unique_ptr<FT_LibraryRec_, Closer> library_;
  Face face_;
  Face further_face_;                           ///< empty until it is needed
  std::vector<std::filesystem::path> further_;  ///< files still to be tried
  float middle_ = 0.0F;                         ///< of a line of `face_`, above its base, pixels
  int x_ = 0, y_ = 0, tallest_ = 0;             ///< place of the next glyph, and height of its row, pixels
  std::array<Glyph, kAscii> ascii_{};
  std::unordered_map<char32_t, Glyph> letters_;  ///< others
  std::optional<Glyph> box_;
  std::vector<unsigned char> pixels_;
  unsigned changes_ = 0;
};

}  // namespace monitor
