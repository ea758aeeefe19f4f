// SPDX-License-Identifier: Apache-2.0
#include "server/record/line_comparison.h"

#include <algorithm>

namespace server {

using namespace spark;

LineComparison::LineComparison(const std::filesystem::path& file) : name_(file.filename().string()), source_(file) {}

void LineComparison::made(std::string_view lines, Step step) {
  while (!lines.empty()) {
    const std::size_t end = lines.find('\n');
    made_line(lines.substr(0, end), step);
    lines.remove_prefix(end == lines.npos ? lines.size() : end + 1);
  }
}

void LineComparison::made_line(std::string_view line, Step step) {
  if (difference_ || ends_at_) return;
  const auto recorded = source_.next();
  // A server that was killed may have written only part of its last line.
  const bool is_part = recorded && source_.is_cut() && line.starts_with(*recorded) && line.size() > recorded->size();
  if (!recorded || is_part) {
    ends_at_ = is_last_cut_ ? last_ : step;
    return;
  }
  if (*recorded == line) {
    ++lines_;
    last_ = step;
    is_last_cut_ = source_.is_cut();
    return;
  }
  const auto differ = std::ranges::mismatch(*recorded, line);
  difference_ = Difference{lines_ + 1, step, static_cast<std::size_t>(differ.in1 - recorded->begin()) + 1,
                           std::string(*recorded), std::string(line)};
}

void LineComparison::ended(bool is_cut, Step step) {
  is_cut_ = is_cut;
  if (difference_ || ends_at_) return;
  if (is_cut) {
    while (source_.next()) ++beyond_;
  } else if (const auto more = source_.next()) {
    difference_ = Difference{lines_ + 1, step, 1, std::string(*more), {}};
  } else if (is_last_cut_) {
    ends_at_ = last_;
  }
}

}  // namespace server
