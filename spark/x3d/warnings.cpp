// SPDX-License-Identifier: Apache-2.0
#include "spark/x3d/warnings.h"

#include <fmt/format.h>

#include "spark/x3d/read_error.h"

namespace x3d {

void Warnings::add(std::string_view file, Place place, std::string_view what) {
  constexpr std::size_t kMaxKinds = 100;
  const auto found = by_what_.find(std::string(what));
  if (found != by_what_.end()) {
    ++kinds_[found->second].count;
    return;
  }
  if (kinds_.size() == kMaxKinds) {
    ++further_;
    return;
  }
  by_what_.emplace(what, kinds_.size());
  kinds_.push_back({placed(file, place, what), 1});
}

std::vector<std::string> Warnings::lines() const {
  std::vector<std::string> lines;
  lines.reserve(kinds_.size() + 1);
  for (const Kind& kind : kinds_)
    lines.push_back(kind.count == 1 ? kind.line : fmt::format("{} ({} times)", kind.line, kind.count));
  if (further_ > 0) lines.push_back(fmt::format("and {} more warnings", further_));
  return lines;
}

}  // namespace x3d
