// SPDX-License-Identifier: Apache-2.0
#include "spark/core/taken_files.h"

#include <algorithm>

namespace spark {

void TakenFiles::note(const std::string& kind, const std::filesystem::path& path) {
  // The agents' scripts read the same few files repeatedly.
  if (path.is_absolute()) {
    const bool is_new = names_.emplace(kind, path.native()).second;
    if (!is_new) return;
  }
  const File file{kind, std::filesystem::absolute(path).lexically_normal()};
  const auto same = [&](const File& one) { return one.kind == file.kind && one.path == file.path; };
  if (std::ranges::any_of(files_, same)) return;
  files_.push_back(file);
  if (listener_) listener_(file);
}

std::filesystem::path TakenFiles::first(const std::string& kind) const {
  const auto found = std::ranges::find(files_, kind, &File::kind);
  return found == files_.end() ? std::filesystem::path() : found->path;
}

}  // namespace spark
