// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>

#include "spark/x3d/node.h"
#include "spark/x3d/text_places.h"

namespace x3d {

struct Token {
  enum class Kind : std::uint8_t { end, name, number, string, mark };  ///< mark: one of { } [ ] .
  Kind kind = Kind::end;
  std::string_view text;   ///< of a string the part between the quotes, with its escapes
  std::size_t offset = 0;  ///< of its beginning, which for a string is the quote

  bool is(char mark) const { return kind == Kind::mark && text[0] == mark; }
  bool is_name(std::string_view name) const { return kind == Kind::name && text == name; }
};

/// Splits VRML97 text into tokens, without comments, with a lookahead of one token. Throws `ReadError` at a character
/// that begins no token. Borrows text and file name; tokens point into the text or the scanner.
class VrmlScanner {
 public:
  /// What happens to invalid UTF-8 and characters not allowed in XML in names and strings.
  enum class BadOctets : std::uint8_t { refused, replaced };

  VrmlScanner(std::string_view text, std::string_view file, BadOctets bad)
      : text_(text), file_(file), bad_octets_(bad), places_(text) {}

  const Token& peek();
  Token take();

  Place place(std::size_t offset) { return places_.at(offset); }
  [[noreturn]] void fail(std::size_t offset, std::string_view what);
  [[noreturn]] void fail(Place place, std::string_view what) const;

  /// Skips the rest of the line, after the lookahead token.
  void skip_line();

 private:
  void skip_blanks();
  Token next();
  Token take_string();
  Token take_number();
  Token take_name();
  Token part(Token::Kind kind, std::size_t end);
  std::size_t skip_foreign(std::size_t at) const;
  void check_characters(Token& token);

  std::string_view text_;
  std::string_view file_;
  std::size_t at_ = 0;
  bool has_ahead_ = false;
  Token ahead_;
  BadOctets bad_octets_;
  std::deque<std::string> replaced_;  ///< texts of tokens
  TextPlaces places_;
};

/// A token for error messages: "the end of the text", "'}'", "a string".
std::string to_string(const Token& token);

}  // namespace x3d
