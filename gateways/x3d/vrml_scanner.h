// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "gateways/x3d/node.h"

namespace x3d {

struct Token {
  enum class Kind : std::uint8_t { end, name, number, string, mark };  ///< mark: one of { } [ ] .
  Kind kind = Kind::end;
  std::string_view text;   ///< of a string what is between the quotes, escapes as they are
  std::size_t offset = 0;  ///< where it begins, quotes included

  bool is(char mark) const { return kind == Kind::mark && text[0] == mark; }
  bool is_name(std::string_view name) const { return kind == Kind::name && text == name; }
};

/// Cuts VRML97 text into tokens, comments left out. It looks one token ahead, never goes past the end, and throws
/// `ReadError` where no token can be. Borrows text and file name; tokens are parts of the text.
class VrmlScanner {
 public:
  VrmlScanner(std::string_view text, std::string_view file) : text_(text), file_(file) {}

  const Token& peek();
  Token take();

  /// In a text that is gone through once, asking for places from the front to the back costs linear time in all.
  Place place(std::size_t offset);
  [[noreturn]] void fail(std::size_t offset, std::string_view what);
  [[noreturn]] void fail(Place place, std::string_view what) const;

  /// Leaves out what comes next, up to the end of the line.
  void skip_line();

 private:
  void skip_blanks();
  Token next();
  Token take_string();
  Token take_number();
  Token take_name();
  Token part(Token::Kind kind, std::size_t end);
  void check_characters(const Token& token);

  std::string_view text_;
  std::string_view file_;
  std::size_t at_ = 0;
  bool has_ahead_ = false;
  Token ahead_;
  std::size_t counted_ = 0;  ///< up to where lines and columns have been counted
  Place counted_place_{1, 1};
};

/// "the end of the text", "'}'", "a string": for messages.
std::string to_string(const Token& token);

}  // namespace x3d
