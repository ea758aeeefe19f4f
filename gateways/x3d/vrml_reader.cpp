// SPDX-License-Identifier: Apache-2.0
#include "gateways/x3d/vrml_reader.h"

#include <fmt/format.h>

#include "gateways/x3d/value_reader.h"
#include "gateways/x3d/vrml_parser.h"
#include "gateways/x3d/vrml_writer.h"

namespace x3d {

VrmlParser::VrmlParser(std::string_view text, std::string_view file, const Limits& limits)
    : scanner_(text, file), text_(text), limits_(limits) {}

VrmlParser::Level::Level(VrmlParser& parser, const Token& token) : parser_(parser) {
  if (parser.depth_ >= parser.limits_.depth)
    parser.scanner_.fail(token.offset, fmt::format("nodes are nested more than {} deep", parser.limits_.depth));
  ++parser.depth_;
}

void VrmlParser::count(std::size_t offset) {
  if (++values_ > limits_.values) scanner_.fail(offset, fmt::format("there are more than {} values", limits_.values));
}

void VrmlParser::fail_at(const Token& token, std::string_view expected) {
  scanner_.fail(token.offset, fmt::format("expected {}, not {}", expected, to_string(token)));
}

Token VrmlParser::expect_name(std::string_view what) {
  const Token token = scanner_.take();
  if (token.kind != Token::Kind::name) fail_at(token, what);
  return token;
}

void VrmlParser::expect(char mark) {
  const Token token = scanner_.take();
  if (!token.is(mark)) fail_at(token, fmt::format("'{}'", mark));
}

void VrmlParser::check_header() {
  const auto begins = [&](std::string_view with) { return text_.starts_with(with); };
  if (text_.size() > limits_.bytes)
    scanner_.fail(Place{1, 1}, fmt::format("the text is longer than {} octets", limits_.bytes));
  if (begins("\x1f\x8b")) scanner_.fail(Place{1, 1}, "this is compressed by gzip; gunzip makes text of it");
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  std::string_view first_line = text_.substr(0, text_.find_first_of("\r\n"));
  if (begins(kByteOrderMark)) first_line.remove_prefix(kByteOrderMark.size());
  const std::string_view behind = first_line.substr(std::min(kVrmlHeader.size(), first_line.size()));
  if (!first_line.starts_with(kVrmlHeader) || !(behind.empty() || behind[0] == ' ' || behind[0] == '\t')) {
    const bool is_old = first_line.starts_with("#VRML V1");
    scanner_.fail(Place{1, 1}, is_old ? std::string("this is VRML 1.0, which is another language")
                                      : fmt::format("expected '{}' as the first line", kVrmlHeader));
  }
  scanner_.skip_line();
}

Document VrmlParser::document() {
  check_header();
  Document document;
  while (scanner_.peek().kind != Token::Kind::end) document.statements.push_back(statement());
  return document;
}

Document read_vrml(std::string_view text, std::string_view file, const Limits& limits) {
  return VrmlParser(text, file, limits).document();
}

Value read_value(FieldType type, std::string_view text) {
  return VrmlParser(text, "value", {}).value(type);
}

}  // namespace x3d
