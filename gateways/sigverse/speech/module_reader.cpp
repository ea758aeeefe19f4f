// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/speech/module_reader.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <optional>
#include <utility>

namespace sigverse::speech {
namespace {

/// The names that dictionaries and grammars for julius use for silence at both ends of a sentence and between words.
constexpr std::array<std::string_view, 7> kSilences{"<s>", "</s>", "<sp>", "silB", "silE", "sil", "sp"};

struct Element {
  std::string_view name;  ///< with a leading '/' for an end tag
  std::string_view word;  ///< the attribute WORD, as written
};

std::string_view take_until(std::string_view& text, std::string_view ends) {
  const std::size_t count = std::min(text.find_first_of(ends), text.size());
  const std::string_view taken = text.substr(0, count);
  text.remove_prefix(count);
  return taken;
}

/// Takes the next element from the line. Returns nullopt if there is no complete one.
std::optional<Element> take_element_of(std::string_view& line) {
  take_until(line, "<");
  if (line.empty()) return std::nullopt;
  line.remove_prefix(1);
  Element element;
  element.name = line.substr(0, 1) == "/" ? take_until(line, " \t>") : take_until(line, " \t/>");
  for (;;) {
    line.remove_prefix(std::min(line.find_first_not_of(" \t/"), line.size()));
    if (line.empty()) return std::nullopt;
    if (line.front() == '>') {
      line.remove_prefix(1);
      return element;
    }
    const std::string_view key = take_until(line, "= \t>");
    if (line.size() < 2 || line.front() != '=' || (line[1] != '"' && line[1] != '\'')) return std::nullopt;
    const std::string_view quote = line.substr(1, 1);
    line.remove_prefix(2);
    const std::string_view value = take_until(line, quote);
    if (line.empty()) return std::nullopt;
    line.remove_prefix(1);
    if (key == "WORD") element.word = value;
  }
}

/// Appends the character of "&name;" if it is ASCII; otherwise returns false. Other characters are not escaped, because
/// they are in julius' own encoding.
bool append_entity(std::string& out, std::string_view name) {
  constexpr std::pair<std::string_view, char> kNamed[] = {
      {"lt", '<'}, {"gt", '>'}, {"amp", '&'}, {"quot", '"'}, {"apos", '\''}};
  for (const auto& [known, meaning] : kNamed)
    if (name == known) {
      out += meaning;
      return true;
    }
  if (name.size() < 2 || name[0] != '#') return false;
  const bool is_hexadecimal = name[1] == 'x' || name[1] == 'X';
  name.remove_prefix(is_hexadecimal ? 2 : 1);
  std::uint32_t code = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), code, is_hexadecimal ? 16 : 10);
  if (error != std::errc() || end != name.data() + name.size() || code == 0 || code > 0x7f) return false;
  out += static_cast<char>(code);
  return true;
}

std::string without_entities(std::string_view text) {
  constexpr std::size_t kLongest = 10;  // "&#x000041;"
  std::string out;
  while (!text.empty()) {
    out += take_until(text, "&");
    if (text.empty()) break;
    const std::size_t end = text.substr(0, kLongest).find(';');
    if (end != std::string_view::npos && append_entity(out, text.substr(1, end - 1))) {
      text.remove_prefix(end + 1);
    } else {
      out += '&';
      text.remove_prefix(1);
    }
  }
  return out;
}

}  // namespace

void ModuleReader::add(std::string_view octets) {
  while (!octets.empty()) {
    const std::size_t end = octets.find('\n');
    const std::string_view piece = octets.substr(0, end);
    if (!passing_over_ && line_.size() + piece.size() > kMaxLine) {
      passing_over_ = true;
      line_.clear();
    }
    if (!passing_over_) line_ += piece;
    if (end == std::string_view::npos) return;
    octets.remove_prefix(end + 1);
    if (!std::exchange(passing_over_, false)) take_line(line_);
    line_.clear();
  }
}

void ModuleReader::forget() {
  line_.clear();
  passing_over_ = false;
  result_ = Result::none;
}

void ModuleReader::take_line(std::string_view line) {
  line = line.substr(0, line.find_last_not_of(" \t\r") + 1);
  if (line == ".") {
    if (std::exchange(result_, Result::none) != Result::none) heard_(words_);
    return;
  }
  while (const auto element = take_element_of(line)) take_element(element->name, element->word);
}

void ModuleReader::take_element(std::string_view name, std::string_view word) {
  if (name == "RECOGOUT") {
    // If a julius has several recognisers, only the first result counts. A result without an end was truncated.
    if (result_ == Result::ended) return;
    result_ = Result::begun;
    in_best_ = best_seen_ = false;
    words_.clear();
  } else if (name == "/RECOGOUT") {
    if (result_ == Result::begun) result_ = Result::ended;
  } else if (name == "RECOGFAIL" || name == "REJECTED") {
    if (result_ == Result::none) heard_({});
  } else if (result_ != Result::begun) {
    return;
  } else if (name == "SHYPO") {
    in_best_ = !std::exchange(best_seen_, true);
  } else if (name == "/SHYPO") {
    best_seen_ = true;
    in_best_ = false;
  } else if (name == "WHYPO" && in_best_) {
    const std::string plain = without_entities(word);
    if (plain.empty() || std::ranges::find(kSilences, plain) != kSilences.end()) return;
    if (words_.size() + plain.size() >= kMaxWords) return;
    if (!words_.empty()) words_ += ' ';
    words_ += plain;
  }
}

}  // namespace sigverse::speech
