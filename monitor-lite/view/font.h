// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace monitor {

/// The letters of a font as one grey picture, for drawing text of any size: printable ASCII, and "²" for areas. Other
/// bytes are shown as a question mark.
class Font {
 public:
  /// The usual font of the machine (DejaVu Sans Bold); without one, `found()` is false and nothing is drawn.
  Font();
  explicit Font(const std::filesystem::path& file);

  bool found() const { return !pixels_.empty(); }
  /// In units of the text's size.
  float width(std::string_view words) const;

  struct Glyph {
    float left, top, width, height;  ///< of the picture, from the line's beginning and middle, in text sizes
    float u0, v0, u1, v1;            ///< in `pixels`
    float advance;                   ///< to the next letter, in text sizes
  };
  /// A text with one byte for each letter, to be looked up by `glyph`.
  static std::string letters(std::string_view words);
  const Glyph& glyph(char letter) const;
  static constexpr int kSide = 1024;  ///< of the picture, pixels
  const std::vector<unsigned char>& pixels() const { return pixels_; }

 private:
  void load(const std::filesystem::path& file);

  static constexpr char kFirst = ' ';
  static constexpr char kSquared = '\x7f';  ///< of `letters`: behind those of ASCII
  static constexpr int kCount = kSquared - kFirst + 1;
  std::array<Glyph, kCount> glyphs_{};
  std::vector<unsigned char> pixels_;
};

}  // namespace monitor
