// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace spark {

/// The characters that XML and the agent database count as blank.
constexpr std::string_view kBlanks = " \t\r\n";

/// `text` without the blanks at both ends.
inline std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == text.npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

/// The words of `text`, split at blanks only.
inline std::vector<std::string> split_at_blanks(std::string_view text) {
  std::vector<std::string> words;
  for (std::size_t at = text.find_first_not_of(kBlanks); at != text.npos;) {
    const std::size_t end = std::min(text.find_first_of(kBlanks, at), text.size());
    words.emplace_back(text.substr(at, end - at));
    at = text.find_first_not_of(kBlanks, end);
  }
  return words;
}

/// The words of a command line. Text between two quotes of the same kind (" or ') belongs to one word, with its blanks
/// and without the quotes. Nothing else is special: no shell reads these lines, and those of 2006 had no quotes, so an
/// unpaired quote is an ordinary character (O'Brien), and so is a backslash.
inline std::vector<std::string> split_command_line(std::string_view text) {
  std::vector<std::string> words;
  bool in_word = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (kBlanks.find(c) != kBlanks.npos) {
      in_word = false;
      continue;
    }
    if (!in_word) words.emplace_back();
    in_word = true;
    const std::size_t end = c == '"' || c == '\'' ? text.find(c, at + 1) : text.npos;
    if (end == text.npos) {
      words.back() += c;
      continue;
    }
    words.back() += text.substr(at + 1, end - at - 1);
    at = end;
  }
  return words;
}

}  // namespace spark
