// SPDX-License-Identifier: Apache-2.0
#include "server/record/record_line.h"

#include <bit>
#include <charconv>

#include "spark/agent/act.h"
#include "spark/core/number_text.h"

namespace server {

using namespace spark;
namespace {

constexpr char kDigits[] = "0123456789abcdef";
constexpr std::size_t kBitsDigits = 16;  // of a number with all its bits

int value_of(char digit) {
  if (digit >= '0' && digit <= '9') return digit - '0';
  if (digit >= 'a' && digit <= 'f') return digit - 'a' + 10;
  return -1;
}

bool stands_for_itself(char c) {
  return c > ' ' && c != '%' && c != '\x7f';  // signed bytes above 127 are below ' ', so escaped
}

template <typename Number>
bool read_all(std::string_view text, Number& out, int base = 10) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out, base);
  return error == std::errc() && end == text.data() + text.size();
}

std::optional<InputPosition> read_place(std::string_view word) {
  InputPosition at;
  const std::size_t point = word.find('.');
  if (point == word.npos || !read_all(word.substr(1, point - 1), at.step) ||
      !read_all(word.substr(point + 1), at.events) || at.step < 0)
    return std::nullopt;
  return at;
}

void append_argument(std::string& out, const Arguments::Argument& argument) {
  out += ' ';
  if (!argument.given) {
    out += '-';
  } else if (!argument.text.empty()) {
    out += '\'';
    append_escaped(out, argument.text);
  } else {
    out += '=';
    const auto bits = std::bit_cast<std::uint64_t>(argument.real);
    for (std::size_t i = kBitsDigits; i-- > 0;) out += kDigits[bits >> (4 * i) & 15];
  }
}

}  // namespace

std::optional<RecordLine> RecordLineReader::read(std::string_view line) {
  if (line.starts_with('@')) {
    const auto at = read_place(next_word(line));
    if (!at || *at < at_) return std::nullopt;
    at_ = *at;
  }
  const std::string_view letter = next_word(line);
  if (letter.size() != 1 || std::string_view("vxscrbanhlgtwe").find(letter) == letter.npos) return std::nullopt;
  return RecordLine{at_, static_cast<Entry>(letter.front()), line};
}

void append_escaped(std::string& out, std::string_view text, bool with_blanks) {
  for (const char c : text) {
    if (stands_for_itself(c) || (with_blanks && c == ' ')) {
      out += c;
      continue;
    }
    const auto byte = static_cast<unsigned char>(c);
    out += '%';
    out += kDigits[byte >> 4];
    out += kDigits[byte & 15];
  }
}

std::string unescaped(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const int high = text[i] == '%' && i + 2 < text.size() ? value_of(text[i + 1]) : -1;
    const int low = high >= 0 ? value_of(text[i + 2]) : -1;
    if (low < 0) {
      result += text[i];
    } else {
      result += static_cast<char>(high * 16 + low);
      i += 2;
    }
  }
  return result;
}

std::string_view next_word(std::string_view& rest) {
  const std::size_t end = rest.find(' ');
  const std::string_view word = rest.substr(0, end);
  rest.remove_prefix(end == rest.npos ? rest.size() : end + 1);
  return word;
}

std::optional<std::int64_t> next_number(std::string_view& rest) {
  std::int64_t number = 0;
  if (!whole_integer(next_word(rest), number)) return std::nullopt;
  return number;
}

void append_actions(std::string& out, std::span<const Action> actions) {
  bool first = true;
  for (const Action& action : actions) {
    if (!first) out += ' ';
    first = false;
    out += action.rest ? '!' : '.';
    append_escaped(out, action.effector);
    const auto& values = action.arguments.values;
    std::size_t count = values.size();
    while (count > 0 && !values[count - 1].given) --count;
    for (std::size_t i = 0; i < count; ++i) append_argument(out, values[i]);
  }
}

bool ActionReader::read(std::string_view text) {
  list_.clear();
  texts_.clear();
  std::size_t count = 0;
  while (!text.empty()) {
    const std::string_view word = next_word(text);
    if (word.empty()) return false;
    if (word.front() == '.' || word.front() == '!') {
      if (list_.size() == Act::kMaxActions) return false;
      list_.push_back({keep(word.substr(1)), {}, word.front() == '!'});
      count = 0;
    } else if (list_.empty() || count == Arguments::kMaxArguments ||
               !read_argument(word, list_.back().arguments.values[count++])) {
      return false;
    }
  }
  return !list_.empty();
}

bool ActionReader::read_argument(std::string_view word, Arguments::Argument& argument) {
  if (word == "-") return true;
  argument.given = true;
  const std::string_view rest = word.substr(1);
  if (word.front() == '\'') {
    argument.text = keep(rest);
    return true;
  }
  std::uint64_t bits = 0;
  if (word.front() != '=' || rest.size() != kBitsDigits || !read_all(rest, bits, 16)) return false;
  argument.real = std::bit_cast<double>(bits);
  return true;
}

const std::string& ActionReader::keep(std::string_view escaped) {
  return *texts_.emplace_back(std::make_unique<std::string>(unescaped(escaped)));
}

}  // namespace server
