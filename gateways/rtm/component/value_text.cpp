// SPDX-License-Identifier: Apache-2.0
#include <charconv>
#include <system_error>
#include <type_traits>

#include "gateways/rtm/component/value.h"
#include "gateways/rtm/component/value_kinds.h"

namespace rtm {
namespace {

constexpr std::string_view kBlanks = " \t\n\r";

constexpr auto kFirstOfTwo = 0xC0U, kFurther = 0x80U;  // octets of characters from 0x80 on in UTF-8

template <typename Number>
void append(std::string& text, Number number) {
  char digits[32];
  if constexpr (std::is_same_v<Number, StateCode>)
    append(text, static_cast<std::int16_t>(number));
  else
    text.append(digits, std::to_chars(digits, digits + sizeof digits, number).ptr);
}

void append(std::string& text, bool value) {
  text += value ? "true" : "false";
}

/// Appends a character of CORBA, which is ISO 8859-1, as UTF-8. The character 0 is omitted.
void append(std::string& text, char character) {
  const auto code = static_cast<unsigned char>(character);
  if (code >= kFurther) {
    text += static_cast<char>(kFirstOfTwo | code >> 6U);
    text += static_cast<char>(kFurther | (code & 0x3FU));
  } else if (code != 0) {
    text += character;
  }
}

void append(std::string& text, const std::string& string) {
  if (!string.empty() && string.find_first_of(" \t\n\r\"\\") == string.npos) {
    text += string;
    return;
  }
  text += '"';
  for (const char c : string) {
    if (c == '"' || c == '\\') text += '\\';
    text += c;
  }
  text += '"';
}

/// Reads the whole word as the type itself: a float that was printed is read back exactly, which reading a double and
/// narrowing it does not guarantee.
template <typename Number>
bool read(std::string_view word, Number& number) {
  if (word.size() > 1 && word.front() == '+' && word[1] != '-') word.remove_prefix(1);
  const char* const last = word.data() + word.size();
  const auto [end, error] = std::from_chars(word.data(), last, number);
  return error == std::errc() && end == last;
}

bool read(std::string_view word, bool& into) {
  into = word == "true" || word == "1";
  return into || word == "false" || word == "0";
}

bool read(std::string_view word, StateCode& into) {
  std::int16_t code = 0;
  const bool is_code = read(word, code);
  into = StateCode{code};
  return is_code;
}

/// Takes the next character of UTF-8, if ISO 8859-1 has it.
bool read_character(std::string_view& word, char& into) {
  const auto first = static_cast<unsigned char>(word.front());
  word.remove_prefix(1);
  into = static_cast<char>(first);
  if (first < kFurther) return true;
  if (word.empty() || first < kFirstOfTwo || first > (kFirstOfTwo | 3U)) return false;
  const auto second = static_cast<unsigned char>(word.front());
  word.remove_prefix(1);
  into = static_cast<char>((first & 3U) << 6U | (second & 0x3FU));
  return (second & kFirstOfTwo) == kFurther;
}

/// Takes the first word of the rest, or the text between quotation marks if it begins with one.
bool read_string(std::string_view& rest, std::string& into) {
  if (rest.front() != '"') {
    const auto end = std::min(rest.find_first_of(kBlanks), rest.size());
    into = rest.substr(0, end);
    rest.remove_prefix(end);
    return true;
  }
  rest.remove_prefix(1);
  while (!rest.empty() && rest.front() != '"') {
    if (rest.front() == '\\') rest.remove_prefix(1);
    if (rest.empty()) return false;
    into += rest.front();
    rest.remove_prefix(1);
  }
  if (rest.empty()) return false;
  rest.remove_prefix(1);
  return rest.empty() || kBlanks.find(rest.front()) != kBlanks.npos;
}

/// Takes one element, with which the rest begins.
template <typename Element>
bool read_element(std::string_view& rest, Element& into) {
  if constexpr (std::is_same_v<Element, std::string>) {
    return read_string(rest, into);
  } else {
    const auto end = std::min(rest.find_first_of(kBlanks), rest.size());
    const bool is_read = read(rest.substr(0, end), into);
    rest.remove_prefix(end);
    return is_read;
  }
}

/// Calls `take` for each word between blanks; returns false as soon as `take` does.
template <typename Take>
bool each_word(std::string_view words, const Take& take) {
  for (;;) {
    const auto begin = words.find_first_not_of(kBlanks);
    if (begin == words.npos) return true;
    words.remove_prefix(begin);
    if (!take(words)) return false;
  }
}

bool read_content(std::span<const std::string> words, std::string& content) {
  for (const std::string& word : words) content += (&word == words.data() ? "" : " ") + word;
  return true;
}

bool read_content(std::span<const std::string> words, char& content) {
  if (words.empty()) return true;
  std::string_view word = words.front();
  return words.size() == 1 && (word.empty() || (read_character(word, content) && word.empty()));
}

bool read_content(std::span<const std::string> words, Value::Chars& content) {
  std::string text;
  read_content(words, text);
  for (std::string_view rest = text; !rest.empty();)
    if (!read_character(rest, content.emplace_back())) return false;
  return true;
}

template <typename T>
bool read_content(std::span<const std::string> words, T& content) {
  if constexpr (is_number<T>) {
    return words.size() == 1 && read(std::string_view(words.front()), content);
  } else {
    std::size_t count = 0;
    const auto take = [&](std::string_view& rest) {
      if constexpr (is_vector3d<T>) {
        return count < content.size() && read_element(rest, content[count++]);
      } else {
        typename T::value_type element{};
        if (count++ == Value::kMaxElements || !read_element(rest, element)) return false;
        content.push_back(std::move(element));
        return true;
      }
    };
    for (const std::string& word : words)
      if (!each_word(word, take)) return false;
    return !is_vector3d<T> || count == content.size();
  }
}

}  // namespace

std::string to_text(const Value& value) {
  return std::visit(
      [](const auto& content) -> std::string {
        using T = std::decay_t<decltype(content)>;
        std::string text;
        if constexpr (std::is_same_v<T, std::string>) {
          text = content;
        } else if constexpr (is_number<T> || std::is_same_v<T, char>) {
          append(text, content);
        } else {
          constexpr bool kHasBlanks = !std::is_same_v<T, Value::Chars>;
          for (const auto& element : content) {
            if (kHasBlanks && !text.empty()) text += ' ';
            append(text, static_cast<const typename T::value_type&>(element));
          }
        }
        return text;
      },
      value.content());
}

std::optional<Value> from_text(ValueType type, std::span<const std::string> words) {
  Value read_value(type);
  const bool is_value =
      std::visit([words](auto& content) { return read_content(words, content); }, read_value.content());
  Value checked(type);
  if (!is_value || assign(read_value, checked) != Refusal::none) return std::nullopt;
  return checked;
}

}  // namespace rtm
