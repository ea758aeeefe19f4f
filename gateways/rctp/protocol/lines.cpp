// SPDX-License-Identifier: Apache-2.0
#include "gateways/rctp/protocol/lines.h"

#include <algorithm>

namespace rctp {
namespace {

constexpr std::string_view kBlanks = " \t";

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

}  // namespace

std::optional<Line> take_line(std::string_view& text, bool whole) {
  const std::size_t end = text.find('\n');
  if (end == text.npos && (!whole || text.empty())) return std::nullopt;
  Line line{text.substr(0, end)};
  text.remove_prefix(end == text.npos ? text.size() : end + 1);
  if (line.text.ends_with('\r')) {
    line.text.remove_suffix(1);
    line.has_carriage_return = true;
  }
  return line;
}

LineKind kind_of_line(std::string_view text, bool whole) {
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == text.npos || text[first] == '\n' || text[first] == '\r') return LineKind::unknown;
  const std::size_t end = text.find_first_of(": \t\n", first);
  if (end == text.npos) return whole ? LineKind::request : LineKind::unknown;
  return text[end] == ':' ? LineKind::header : LineKind::request;
}

Words::Words(std::string_view line) {
  for (std::size_t at = line.find_first_not_of(kBlanks); at != line.npos; at = line.find_first_not_of(kBlanks, at)) {
    const std::size_t end = std::min(line.find_first_of(kBlanks, at), line.size());
    last_ = line.substr(at, end - at);
    if (count_ < words_.size()) words_[count_] = last_;
    ++count_;
    at = end;
  }
}

bool equal_ignoring_case(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) { return lower(x) == lower(y); });
}

}  // namespace rctp
