// SPDX-License-Identifier: Apache-2.0
// Letters, one by one and in pictures.
#include <catch2/catch.hpp>
#include <cmath>
#include <string>

#include "monitor-lite/view/screen.h"
#include "tests/monitor-lite/view/studio.h"

using namespace monitor;

namespace {

const std::filesystem::path kDejaVu = "/usr/share/fonts/truetype/dejavu";
const std::filesystem::path kSans = kDejaVu / "DejaVuSans-Bold.ttf", kMono = kDejaVu / "DejaVuSansMono-Bold.ttf";
constexpr char32_t kAlef = 0x5d0;    // DejaVu Sans has it, its Mono has not
constexpr char32_t kKanji = 0x65e5;  // neither has it

std::u32string letters_of(std::string_view words) {
  std::u32string letters;
  while (!words.empty()) letters += Font::take_letter(words);
  return letters;
}

std::string utf8(char32_t letter) {
  const auto last = [&](unsigned shift) { return static_cast<char>(0x80U | ((letter >> shift) & 0x3fU)); };
  if (letter < 0x80) return {static_cast<char>(letter)};
  if (letter < 0x800) return {static_cast<char>(0xc0U | letter >> 6U), last(0)};
  if (letter < 0x10000) return {static_cast<char>(0xe0U | letter >> 12U), last(6), last(0)};
  return {static_cast<char>(0xf0U | letter >> 18U), last(12), last(6), last(0)};
}

bool same(const Font::Glyph& a, const Font::Glyph& b) {
  return a.u0 == b.u0 && a.v0 == b.v0 && a.u1 == b.u1 && a.v1 == b.v1 && a.advance == b.advance;
}

/// The sum of a letter's pixels in the texture.
int ink(const Font& font, const Font::Glyph& glyph) {
  int sum = 0;
  for (int y = static_cast<int>(glyph.v0); y < static_cast<int>(glyph.v1); ++y)
    for (int x = static_cast<int>(glyph.u0); x < static_cast<int>(glyph.u1); ++x)
      sum += font.pixels()[static_cast<std::size_t>(y * Font::kSide + x)];
  return sum;
}

bool has_fonts() {
  return std::filesystem::exists(kSans) && std::filesystem::exists(kMono);
}

}  // namespace

TEST_CASE("text is read letter by letter, and an octet that is not UTF-8 counts as a letter") {
  CHECK(letters_of("a~") == U"a~");
  CHECK(letters_of("\xc3\x84\xe6\x97\xa5\xf0\x9f\x98\x80.") == U"\u00c4\u65e5\U0001f600.");
  // Shift_JIS, a letter that ends too early, an overlong form, a surrogate.
  CHECK(letters_of("\x93\xfa\x96{") == U"\ufffd\ufffd\ufffd{");
  CHECK(letters_of("\xe6\x97") == U"\ufffd\ufffd");
  CHECK(letters_of("\xc0\xaf") == U"\ufffd\ufffd");
  CHECK(letters_of("\xed\xa0\x80") == U"\ufffd\ufffd\ufffd");
  for (char32_t letter : {0x7fU, 0x80U, 0x7ffU, 0x800U, 0xffffU, 0x10000U, 0x10ffffU})
    CHECK(letters_of(utf8(letter)) == std::u32string(1, letter));

  CHECK(Font::first_letters("\xe6\x97\xa5\xe6\x9c\xac", 1) == "\xe6\x97\xa5");
  CHECK(Font::first_letters("\x93\xfa", 1) == "\x93");
  CHECK(Font::first_letters("ab", 0).empty());
  CHECK(Font::first_letters("ab", 9) == "ab");
}

TEST_CASE("letters are added to the font's texture on first use") {
  if (!has_fonts()) return;
  Font font(kSans);
  const std::vector<unsigned char> before = font.pixels();
  const unsigned changes = font.changes();
  for (char32_t letter = ' '; letter < 0x7f; ++letter) font.glyph(letter);
  font.width("s/m\xc2\xb2");
  CHECK(font.changes() == changes);

  const Font::Glyph a = font.glyph(U'A'), umlaut = font.glyph(0xc4);
  CHECK(font.changes() != changes);
  CHECK(umlaut.advance == a.advance);
  CHECK(umlaut.height > a.height);
  CHECK(umlaut.top + umlaut.height == Approx(a.top + a.height).margin(0.03));
  CHECK(ink(font, umlaut) > ink(font, a));
  // Greek and Cyrillic have letters that look like these.
  for (const char32_t alike : {0x391U, 0x410U}) CHECK(ink(font, font.glyph(alike)) == ink(font, a));
  const unsigned after = font.changes();
  CHECK(same(font.glyph(0xc4), umlaut));
  CHECK(font.changes() == after);

  // Earlier letters are unchanged.
  std::size_t changed = 0;
  for (std::size_t i = 0; i < before.size(); ++i) changed += before[i] != 0 && font.pixels()[i] != before[i] ? 1 : 0;
  CHECK(changed == 0);
  CHECK(font.width("\xc3\x84\xc3\x84") == 2 * umlaut.advance);
}

TEST_CASE("a fallback font provides letters that the first font lacks, and a box stands for unknown letters") {
  if (!has_fonts()) return;
  Font alone(kMono), both(kMono, {"/nowhere/none.ttf", "/dev/null", kSans}), sans(kSans);
  const Font::Glyph box = alone.glyph(Font::kReplacement);
  CHECK(box.advance > 0);
  CHECK(ink(alone, box) > 0);
  CHECK(same(alone.glyph(kAlef), box));
  CHECK(alone.width("\x93\xfa") == 2 * box.advance);

  const Font::Glyph alef = both.glyph(kAlef), wanted = sans.glyph(kAlef);
  CHECK(!same(alef, both.glyph(Font::kReplacement)));
  CHECK(alef.advance == Approx(wanted.advance).margin(0.03));
  CHECK(alef.height == Approx(wanted.height).margin(0.05));
  // On the same base line: the letter's foot is as far below an A as in its own font.
  const auto foot = [](Font& font, char32_t letter) { return font.glyph(letter).top + font.glyph(letter).height; };
  CHECK(foot(both, kAlef) - foot(both, U'A') == Approx(foot(sans, kAlef) - foot(sans, U'A')).margin(0.05));
  CHECK(same(both.glyph(kKanji), both.glyph(Font::kReplacement)));
}

TEST_CASE("control characters and marks without width are not drawn") {
  if (!has_fonts()) return;
  Font font(kSans);
  for (char32_t letter : {0x0U, 0x9U, 0xaU, 0x1bU, 0x7fU, 0x85U, 0x200bU, 0x202eU, 0xfe0fU, 0xfeffU}) {
    CHECK(font.glyph(letter).width == 0);
    CHECK(font.glyph(letter).advance == 0);
  }
  CHECK(font.width("a\tb\x7f\n") == font.width("ab"));
}

TEST_CASE("the number of letters of a font is limited") {
  if (!has_fonts()) return;
  Font font(kSans);
  const Font::Glyph box = font.glyph(Font::kReplacement), first = font.glyph(0xc4);
  for (char32_t letter = 0xc0; letter < 0x11000; ++letter) font.glyph(letter);
  CHECK(font.height() <= Font::kMaxHeight);
  CHECK(font.pixels().size() == static_cast<std::size_t>(font.height()) * Font::kSide);
  const unsigned changes = font.changes();
  CHECK(changes <= Font::kMaxLetters + 100);
  CHECK(same(font.glyph(0x1d7d8), box));  // a digit that the font has
  CHECK(same(font.glyph(0xc4), first));
  CHECK(font.glyph(U'A').advance > 0);
  CHECK(font.changes() == changes);

  Font none("/nowhere/none.ttf");
  CHECK(!none.found());
  CHECK(none.width("\xc3\x84") == 0);
}

TEST_CASE("letters that are new in a picture are drawn in the same picture") {
  Studio studio(640, 200);
  if (!studio.font.found()) return;
  const auto white = [&](std::string_view words) {
    studio.painter.begin(640, 200, glm::mat4(1), glm::vec4(0), glm::vec4(0));
    studio.painter.begin_overlay();
    studio.painter.panel(0, 0, 640, 200, {0, 0, 0, 1});
    studio.painter.text(words, 20, 100, 100, {1, 1, 1, 1});
    studio.painter.end();
    studio.picture = studio.offscreen.picture();
    return studio.count(0, 0, 640, 200, is_white);
  };
  const int plain = white("AOU");
  REQUIRE(plain > 500);
  const int dots = white("\xc3\x84\xc3\x96\xc3\x9c");
  CHECK(dots > plain * 1.05);
  CHECK(dots < plain * 1.5);
  CHECK(white("\xd0\x90\xd0\x9e") == Approx(white("AO")).epsilon(0.02));
  // Enough letters to enlarge the texture: earlier letters stay in their places.
  const int height = studio.font.height();
  for (char32_t letter = 0x100; letter < 0x500; ++letter) studio.font.glyph(letter);
  CHECK(studio.font.height() > height);
  CHECK(white("AOU") == plain);
  CHECK(white("\xc3\x84\xc3\x96\xc3\x9c") == dots);
  CHECK(white("\x01\x1b\x7f") == 0);
}

TEST_CASE("text is cut between letters, not within one") {
  Studio studio;
  if (!studio.font.found()) return;
  const Screen screen{studio.painter, 1280, 720};
  std::string words;
  for (int i = 0; i < 100; ++i) words += "\xc3\x84";
  const std::string cut = screen.fitted(words, 20, 300);
  REQUIRE(cut.ends_with("\xc3\x84..."));
  CHECK(cut.size() % 2 == 1);
  CHECK(screen.text_width(cut, 20) <= 300);
}

TEST_CASE("a team's name with accents is drawn on the score board") {
  Studio studio;
  if (!studio.font.found()) return;
  Snapshot now = kick_off();
  now.team_left = "M\xc3\xbcller";
  const auto picture = [&](const char* name) {
    now.team_left = name;
    studio.draw(now, "field");
    return studio.picture.pixels;
  };
  const auto accent = picture("M\xc3\xbcller"), plain = picture("Muller"), octets = picture("M??ller");
  const auto differing = [](const auto& a, const auto& b) {
    int count = 0;
    for (std::size_t i = 0; i < a.size(); i += 3) count += a[i] != b[i] ? 1 : 0;
    return count;
  };
  CHECK(differing(accent, plain) > 2);
  CHECK(differing(accent, plain) * 3 < differing(octets, plain));
}
