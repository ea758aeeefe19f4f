// SPDX-License-Identifier: Apache-2.0
#include "pages/page_file.h"

#include <algorithm>

namespace pages {

const PageFile* find_file(std::span<const PageFile> files, std::string_view name) {
  const auto found = std::ranges::find(files, name, &PageFile::name);
  return found == files.end() ? nullptr : &*found;
}

}  // namespace pages
