// SPDX-License-Identifier: Apache-2.0
#include "commserver/starter/linked_folder.h"

#include <fmt/format.h>

#include <stdexcept>
#include <system_error>

namespace commserver {

namespace fs = std::filesystem;

void make_linked_folder(const fs::path& folder, const fs::path& original) {
  std::error_code error;
  fs::create_directories(folder, error);
  for (fs::directory_iterator entry(original, error), end; !error && entry != end; entry.increment(error)) {
    // The folder may be inside the original, and so may an earlier one of the same name.
    if (const fs::path link = folder / entry->path().filename(); !fs::exists(fs::symlink_status(link)))
      fs::create_symlink(fs::absolute(original / entry->path().filename()), link, error);
  }
  if (error) throw std::runtime_error(fmt::format("cannot make the folder {}: {}", folder.string(), error.message()));
}

void remove_links(const fs::path& folder, const fs::path& original) {
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    std::error_code none;
    const fs::path target = fs::absolute(original / entry->path().filename());
    if (entry->is_symlink(none) && fs::read_symlink(entry->path(), none) == target) fs::remove(entry->path(), none);
  }
  fs::remove(folder, error);  // succeeds only if it is empty
}

}  // namespace commserver
