// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/server/library_search.h"

#include <fmt/format.h>

#include <stdexcept>
#include <system_error>

#include "spark/core/log.h"

namespace sigverse::server {

namespace fs = std::filesystem;

fs::path find_library(const std::string& implementation, const std::vector<fs::path>& folders) {
  std::error_code none;
  std::string looked;
  for (const fs::path& folder : folders) {
    fs::path file = fs::absolute(folder / implementation, none).lexically_normal();
    if (fs::is_regular_file(file, none)) return file;
    looked += fmt::format("{}{}", looked.empty() ? "" : ", ", file.parent_path().string());
    if (fs::path(implementation).is_absolute()) break;
  }
  throw std::runtime_error(fmt::format("there is no controller '{}' (looked in {})",
                                       spark::printable(implementation, 300), spark::printable(looked, 1000)));
}

}  // namespace sigverse::server
