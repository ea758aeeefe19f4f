// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

namespace monitor {

/// A file of the page, compiled in; made by page/join.cmake from what is in page/.
struct PageFile {
  std::string_view name;  ///< "page.js"
  std::string_view type;  ///< Content-Type
  std::string_view text;
};
std::span<const PageFile> page_files();
/// Empty if there is none of that name.
std::string_view page_file(std::string_view name);

}  // namespace monitor
