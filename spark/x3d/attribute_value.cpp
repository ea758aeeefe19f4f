// SPDX-License-Identifier: Apache-2.0
#include "spark/x3d/attribute_value.h"

#include <fmt/format.h>

#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "spark/x3d/vrml_number.h"
#include "spark/x3d/xml_characters.h"

namespace x3d {
namespace {

bool separates(char c) {
  return c == ' ' || c == ',' || c == '\n' || c == '\t' || c == '\r';
}

/// Removes the next word from a text and returns it; empty at the end.
std::string_view take_word(std::string_view& text) {
  const char* at = text.data();
  const char* const end = at + text.size();
  while (at < end && separates(*at)) ++at;
  const char* const begin = at;
  while (at < end && !separates(*at)) ++at;
  text.remove_prefix(static_cast<std::size_t>(at - text.data()));
  return {begin, static_cast<std::size_t>(at - begin)};
}

/// Reads the text of one attribute. Stops at the first error.
class AttributeReader {
 public:
  AttributeReader(FieldType type, std::string_view text, std::size_t max_count)
      : type_(type), text_(text), max_count_(max_count) {
    read_.value.type = type;
  }

  AttributeValue read() {
    switch (element_of(type_)) {
      case Element::boolean:
        boolean();
        break;
      case Element::real:
        numbers<float>();
        break;
      case Element::time:
        numbers<double>();
        break;
      case Element::integer:
        numbers<std::int32_t>();
        break;
      case Element::string:
        strings();
        break;
      case Element::node:
        fail(text_, "a node cannot be an attribute");
        break;
    }
    return std::move(read_);
  }

 private:
  void fail(std::string_view at, std::string what) {
    if (!read_.fault.empty()) return;
    read_.fault = std::move(what);
    read_.at = at.data();
  }
  bool count(std::string_view at) {
    if (read_.count == max_count_) fail(at, "there are too many values");
    return read_.count++ < max_count_;
  }

  void boolean() {
    std::string_view rest = text_;
    const std::string_view word = take_word(rest);
    const bool is_true = word == "true" || word == "TRUE";
    if ((!is_true && word != "false" && word != "FALSE") || !take_word(rest).empty())
      return fail(text_, fmt::format("expected true or false, not '{}'", shortened(text_)));
    count(text_);
    read_.value.data = is_true;
  }

  template <typename Number>
  bool number(std::string_view word, Number& into) {
    NumberFault fault = NumberFault::none;
    if constexpr (std::is_integral_v<Number>)
      fault = read_integer(word, into);
    else
      fault = read_real(word, into);
    if (fault == NumberFault::none) return true;
    if constexpr (!std::is_integral_v<Number>) {
      if (fault == NumberFault::syntax && is_printed_nonfinite(word)) {
        into = std::numeric_limits<Number>::quiet_NaN();
        if (!read_.nonfinite) read_.nonfinite = word.data();
        return true;
      }
    }
    const bool is_whole = std::is_integral_v<Number>;
    if (fault == NumberFault::syntax)
      fail(word, fmt::format("expected a {}number, not '{}'", is_whole ? "whole " : "", shortened(word)));
    else
      fail(word, fmt::format("'{}' is too large for a number of {} bits", shortened(word), 8 * sizeof(Number)));
    return false;
  }

  template <typename Number>
  void numbers() {
    std::vector<Number>& list = read_.value.data.emplace<std::vector<Number>>();
    std::string_view rest = text_;
    for (;;) {
      const std::string_view word = take_word(rest);
      if (word.empty()) break;
      Number one{};
      if (!count(word) || !number(word, one)) return;
      list.push_back(one);
    }
    if (type_ == FieldType::SFImage) return check_image(list);
    const std::size_t components = components_of(type_);
    const bool fits = is_multiple(type_) ? list.size() % components == 0 : list.size() == components;
    if (fits) return;
    if (is_multiple(type_))
      fail(rest, fmt::format("expected {} numbers for each value of {}; there are {}", components, to_string(type_),
                             list.size()));
    else
      fail(rest, fmt::format("expected {} for {}, not {}",
                             components == 1 ? "one number" : fmt::format("{} numbers", components), to_string(type_),
                             list.size()));
  }

  template <typename Number>
  void check_image(const std::vector<Number>& list) {
    const std::int64_t width = list.size() < 3 ? -1 : static_cast<std::int64_t>(list[0]);
    const std::int64_t height = list.size() < 3 ? -1 : static_cast<std::int64_t>(list[1]);
    const std::int64_t components = list.size() < 3 ? -1 : static_cast<std::int64_t>(list[2]);
    if (width < 0 || height < 0 || components < 0 || components > 4 ||
        width * height != static_cast<std::int64_t>(list.size()) - 3)
      fail(text_, fmt::format("{} numbers for {} by {} pixels of {} components are not a valid picture", list.size(),
                              width, height, components));
  }

  void strings() {
    Strings& list = read_.value.data.emplace<Strings>();
    const bool is_clean = find_bad_character(text_) == std::string_view::npos;
    const std::string cleaned = is_clean ? std::string() : without_foreign_characters(text_);
    std::string_view rest = is_clean ? text_ : std::string_view(cleaned);
    if (type_ == FieldType::SFString) {
      if (count(text_)) list.emplace_back(rest);
      return;
    }
    while (!rest.empty() && separates(rest[0])) rest.remove_prefix(1);
    if (rest.empty()) return;
    if (rest[0] != '"') {
      if (count(text_)) list.emplace_back(rest);
      return;
    }
    while (!rest.empty()) {
      if (rest[0] != '"') return fail(text_, fmt::format("expected a string in quotes, not '{}'", shortened(rest)));
      rest.remove_prefix(1);
      if (!count(text_) || !quoted(rest, list.emplace_back())) return;
      while (!rest.empty() && separates(rest[0])) rest.remove_prefix(1);
    }
  }

  /// Reads up to the quote that ends a string, and removes both from the text.
  bool quoted(std::string_view& rest, std::string& into) {
    for (std::size_t i = 0; i < rest.size(); ++i) {
      if (rest[i] == '"') {
        rest.remove_prefix(i + 1);
        return true;
      }
      if (rest[i] == '\\' && i + 1 < rest.size() && (rest[i + 1] == '"' || rest[i + 1] == '\\')) ++i;
      into += rest[i];
    }
    fail(text_, "a string does not end");
    return false;
  }

  FieldType type_;
  std::string_view text_;
  std::size_t max_count_;
  AttributeValue read_;
};

}  // namespace

AttributeValue read_attribute(FieldType type, std::string_view text, std::size_t max_count) {
  return AttributeReader(type, text, max_count).read();
}

bool is_list_of_numbers(std::string_view text, std::size_t count) {
  for (std::size_t i = 0;; ++i) {
    const std::string_view word = take_word(text);
    if (word.empty()) return i == count;
    float number = 0;
    if (i == count || read_real(word, number) != NumberFault::none) return false;
  }
}

Value usual_value(FieldType type) {
  Value value{type, {}};
  const std::size_t count = is_multiple(type) ? 0 : components_of(type);
  switch (element_of(type)) {
    case Element::boolean:
      value.data = false;
      break;
    case Element::real:
      value.data = type == FieldType::SFRotation ? Floats{0, 0, 1, 0} : Floats(count);
      break;
    case Element::integer:
      value.data = type == FieldType::SFImage ? Integers(3) : Integers(count);
      break;
    case Element::time:
      value.data = Times(count);
      break;
    case Element::string:
      value.data = Strings(count);
      break;
    case Element::node:
      value.data = Nodes();
      break;
  }
  return value;
}

}  // namespace x3d
