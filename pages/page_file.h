// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

namespace pages {

/// A file of a page for browsers, compiled in (cmake/Pages.cmake): index.html, page.css, page.js, icon.svg, and scripts
/// in folders of the page. It exists as long as the program.
struct PageFile {
  std::string_view name;  ///< "page.js", "translators/stick.js"
  std::string_view type;  ///< Content-Type
  std::string_view text;
};

/// The file of that name, or null.
const PageFile* find_file(std::span<const PageFile> files, std::string_view name);

}  // namespace pages
