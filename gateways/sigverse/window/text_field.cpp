// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/window/text_field.h"

#include <string_view>
#include <utility>

namespace sigverse::window {

using monitor::Input;
using monitor::Key;

namespace {

/// Whether an octet continues a UTF-8 character.
bool continues(char octet) {
  return (static_cast<unsigned char>(octet) & 0xC0U) == 0x80;
}

/// Where the character before a position begins, and where the character at a position ends.
std::size_t begin_of_letter(std::string_view text, std::size_t end) {
  do --end;
  while (end > 0 && continues(text[end]));
  return end;
}
std::size_t end_of_letter(std::string_view text, std::size_t begin) {
  do ++begin;
  while (begin < text.size() && continues(text[begin]));
  return begin;
}

}  // namespace

void TextField::set(std::string text) {
  text_ = std::move(text);
  cursor_ = text_.size();
}

TextField::Result TextField::handle(const Input& input) {
  if (input.kind == Input::Kind::letter) {
    if (input.letter == '\0' || text_.size() >= kMaxOctets) return Result::nothing;
    text_.insert(cursor_++, 1, input.letter);
    return Result::edited;
  }
  if (input.kind != Input::Kind::key_down) return Result::nothing;
  switch (input.key) {
    case Key::enter:
      return Result::entered;
    case Key::escape:
      return Result::cancelled;
    case Key::tab:
      return Result::next;
    case Key::backspace: {
      if (cursor_ == 0) return Result::nothing;
      const std::size_t end = std::exchange(cursor_, begin_of_letter(text_, cursor_));
      text_.erase(cursor_, end - cursor_);
      return Result::edited;
    }
    case Key::remove:
      if (cursor_ == text_.size()) return Result::nothing;
      text_.erase(cursor_, end_of_letter(text_, cursor_) - cursor_);
      return Result::edited;
    case Key::left:
      if (cursor_ > 0) cursor_ = begin_of_letter(text_, cursor_);
      return Result::edited;
    case Key::right:
      if (cursor_ < text_.size()) cursor_ = end_of_letter(text_, cursor_);
      return Result::edited;
    case Key::home:
      cursor_ = 0;
      return Result::edited;
    case Key::end:
      cursor_ = text_.size();
      return Result::edited;
    default:
      return Result::nothing;
  }
}

void TextField::draw(const monitor::Screen& screen, const monitor::Area& area, float size, bool has_focus) const {
  const float unit = screen.unit(), margin = 6 * unit, room = area.width - 2 * margin;
  screen.panel(area, has_focus ? monitor::colours::kPaper : glm::vec4(0.16F, 0.19F, 0.23F, 1));
  const glm::vec4& ink = has_focus ? monitor::colours::kInk : monitor::colours::kBright;
  const std::string_view all = text_;
  if (!has_focus) {
    screen.text(screen.fitted(all, size, room), area.x + margin, area.middle(), size, ink);
    return;
  }
  // Shows as much as fits before the cursor, then as much as fits after it. Texts from servers may be long.
  const auto width = [&](std::size_t from, std::size_t to) {
    return screen.text_width(all.substr(from, to - from), size);
  };
  std::size_t begin = cursor_, end = cursor_;
  float used = 0;
  while (begin > 0) {
    const std::size_t letter = begin_of_letter(all, begin);
    if ((used += width(letter, begin)) > room) break;
    begin = letter;
  }
  while (end < all.size() && used <= room) {
    const std::size_t next = end_of_letter(all, end);
    if ((used += width(end, next)) > room) break;
    end = next;
  }
  const std::size_t count = end - begin;
  screen.text(all.substr(begin, count), area.x + margin, area.middle(), size, ink);
  const float x = area.x + margin + screen.text_width(all.substr(begin, cursor_ - begin), size);
  screen.panel({x, area.y + 4 * unit, 2 * unit, area.height - 8 * unit}, ink);
}

}  // namespace sigverse::window
