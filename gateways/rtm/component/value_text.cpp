// SPDX-License-Identifier: Apache-2.0
#include <charconv>
#include <system_error>
#include <type_traits>

#include "gateways/rtm/component/value.h"

namespace rtm {
namespace {

constexpr std::string_view kBlanks = " \t\n\r";

template <typename Number>
void append(std::string& text, Number number) {
  char digits[32];
  const auto end = std::to_chars(digits, digits + sizeof digits, number).ptr;
  text.append(digits, end);
}

/// The whole word, as the type itself: what was a float comes back as that float, which reading a double and narrowing
/// it need not do.
template <typename Number>
bool read(std::string_view word, Number& number) {
  if (word.size() > 1 && word.front() == '+' && word[1] != '-') word.remove_prefix(1);
  const char* const last = word.data() + word.size();
  const auto [end, error] = std::from_chars(word.data(), last, number);
  return error == std::errc() && end == last;
}

template <typename Numbers>
bool read_all(std::string_view words, Numbers& numbers) {
  for (;;) {
    const auto begin = words.find_first_not_of(kBlanks);
    if (begin == words.npos) return true;
    words.remove_prefix(begin);
    const auto end = std::min(words.find_first_of(kBlanks), words.size());
    if (numbers.size() == Value::kMostElements || !read(words.substr(0, end), numbers.emplace_back())) return false;
    words.remove_prefix(end);
  }
}

bool read_boolean(std::string_view word, bool& into) {
  into = word == "true" || word == "1";
  return into || word == "false" || word == "0";
}

}  // namespace

std::string to_text(const Value& value) {
  return std::visit(
      [](const auto& content) -> std::string {
        using T = std::decay_t<decltype(content)>;
        std::string text;
        if constexpr (std::is_same_v<T, std::string>) {
          text = content;
        } else if constexpr (std::is_same_v<T, bool>) {
          text = content ? "true" : "false";
        } else if constexpr (std::is_arithmetic_v<T>) {
          append(text, content);
        } else {
          for (const auto number : content) {
            if (!text.empty()) text += ' ';
            append(text, number);
          }
        }
        return text;
      },
      value.content());
}

std::optional<Value> from_text(ValueType type, std::span<const std::string> words) {
  Value read_value(type);
  const bool is_value = std::visit(
      [words](auto& content) {
        using T = std::decay_t<decltype(content)>;
        if constexpr (std::is_same_v<T, std::string>) {
          for (const std::string& word : words) content += (&word == words.data() ? "" : " ") + word;
          return true;
        } else if constexpr (std::is_arithmetic_v<T>) {
          if (words.size() != 1) return false;
          if constexpr (std::is_same_v<T, bool>)
            return read_boolean(words.front(), content);
          else
            return read(words.front(), content);
        } else {
          for (const std::string& word : words)
            if (!read_all(word, content)) return false;
          return true;
        }
      },
      read_value.content());
  Value checked(type);
  if (!is_value || assign(read_value, checked) != Refusal::none) return std::nullopt;
  return checked;
}

}  // namespace rtm
