// SPDX-License-Identifier: Apache-2.0
#include "spark/x3d/vrml_scanner.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "spark/core/utf8.h"
#include "spark/x3d/read_error.h"
#include "spark/x3d/words.h"
#include "spark/x3d/xml_characters.h"

namespace x3d {
namespace {

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == ',';
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
/// Whether the character may directly follow a number.
bool ends_number(char c) {
  return is_blank(c) || c == '#' || c == '"' || c == '{' || c == '}' || c == '[' || c == ']';
}

}  // namespace

std::string to_string(const Token& token) {
  switch (token.kind) {
    case Token::Kind::end:
      return "the end of the text";
    case Token::Kind::string:
      return "a string";
    default:
      return fmt::format("'{}'", shortened(token.text));
  }
}

void VrmlScanner::fail(std::size_t offset, std::string_view what) {
  fail(place(offset), what);
}

void VrmlScanner::fail(Place place, std::string_view what) const {
  refuse(file_, place, what);
}

const Token& VrmlScanner::peek() {
  if (!has_ahead_) ahead_ = next();
  has_ahead_ = true;
  return ahead_;
}

Token VrmlScanner::take() {
  if (std::exchange(has_ahead_, false)) return ahead_;
  return next();
}

void VrmlScanner::skip_line() {
  at_ = std::min(text_.find_first_of("\r\n", at_), text_.size());
}

void VrmlScanner::skip_blanks() {
  while (at_ < text_.size()) {
    if (is_blank(text_[at_]))
      ++at_;
    else if (text_[at_] == '#')
      skip_line();
    else
      return;
  }
}

Token VrmlScanner::part(Token::Kind kind, std::size_t end) {
  const Token token{kind, text_.substr(at_, end - at_), at_};
  at_ = end;
  return token;
}

Token VrmlScanner::next() {
  skip_blanks();
  if (at_ == text_.size()) return {Token::Kind::end, {}, at_};
  const char c = text_[at_];
  const char behind = at_ + 1 < text_.size() ? text_[at_ + 1] : '\0';
  if (c == '"') return take_string();
  if (is_digit(c) || c == '+' || c == '-' || (c == '.' && is_digit(behind))) return take_number();
  if (c == '{' || c == '}' || c == '[' || c == ']' || c == '.') return part(Token::Kind::mark, at_ + 1);
  if (begins_name(c)) return take_name();
  if (c >= ' ' && c <= '~') fail(at_, fmt::format("unexpected '{}'", c));
  fail(at_, fmt::format("unexpected octet {:#04x}", static_cast<unsigned char>(c)));
}

Token VrmlScanner::take_string() {
  std::size_t end = at_ + 1;
  while (end < text_.size() && text_[end] != '"') {
    const bool escapes =
        text_[end] == '\\' && end + 1 < text_.size() && (text_[end + 1] == '"' || text_[end + 1] == '\\');
    end += escapes ? 2 : skip_foreign(end);
  }
  if (end >= text_.size()) fail(at_, "this string does not end");
  Token token{Token::Kind::string, text_.substr(at_ + 1, end - at_ - 1), at_};
  at_ = end + 1;
  check_characters(token);
  return token;
}

Token VrmlScanner::take_number() {
  std::size_t end = at_;
  while (end < text_.size() && !ends_number(text_[end])) ++end;
  return part(Token::Kind::number, end);
}

Token VrmlScanner::take_name() {
  std::size_t end = at_;
  while (end < text_.size() && continues_name(text_[end])) end += skip_foreign(end);
  Token token = part(Token::Kind::name, std::min(end, text_.size()));
  check_characters(token);
  return token;
}

/// The number of octets to skip at that offset of a name or a string: those of a character of UTF-8 or, because its
/// second octet could be mistaken for an end, of Shift_JIS; 1 if bad octets are refused.
std::size_t VrmlScanner::skip_foreign(std::size_t at) const {
  if (bad_octets_ == BadOctets::refused || static_cast<unsigned char>(text_[at]) < 0x80) return 1;
  const std::string_view rest = text_.substr(at, 4);
  const std::size_t length = spark::utf8_length(rest);
  return length > 0 ? length : foreign_length(rest);
}

void VrmlScanner::check_characters(Token& token) {
  const std::size_t bad = find_bad_character(token.text);
  if (bad == std::string_view::npos) return;
  if (bad_octets_ == BadOctets::replaced) {
    token.text = replaced_.emplace_back(without_foreign_characters(token.text));
    return;
  }
  const std::size_t offset = token.offset + (token.kind == Token::Kind::string ? 1 : 0) + bad;
  const auto octet = static_cast<unsigned char>(text_[offset]);
  fail(offset, octet < 0x80 ? fmt::format("control character {:#04x}", octet)
                            : fmt::format("octet {:#04x} does not begin a valid character", octet));
}

}  // namespace x3d
