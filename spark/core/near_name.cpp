// SPDX-License-Identifier: Apache-2.0
#include "spark/core/near_name.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace spark {
namespace {

/// Longer names are not typing errors.
constexpr std::size_t kMaxLength = 80;

std::string in_lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return lower;
}

/// Optimal string alignment: a row for each letter of `a`, the last three of which are kept.
std::size_t letters_wrong(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before_last, last(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t exchanged = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({exchanged, last[j] + 1, row[j - 1] + 1});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], before_last[j - 2] + 1);
    }
    before_last = last;
    last = row;
  }
  return last[b.size()];
}

}  // namespace

std::string near_name(std::string_view word, const std::vector<std::string>& names) {
  if (word.size() > kMaxLength) return {};
  const std::string wanted = in_lower_case(word);
  std::string nearest;
  std::size_t fewest = std::max<std::size_t>(1, word.size() / 3) + 1;
  for (const std::string& name : names) {
    const std::size_t wrong = letters_wrong(wanted, in_lower_case(name));
    if (wrong >= fewest) continue;
    fewest = wrong;
    nearest = name;
  }
  return nearest;
}

std::string did_you_mean(std::string_view word, const std::vector<std::string>& names) {
  const std::string name = near_name(word, names);
  return name.empty() ? "" : fmt::format("; did you mean --{}?", name);
}

}  // namespace spark
