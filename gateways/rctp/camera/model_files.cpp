// SPDX-License-Identifier: Apache-2.0
#include "gateways/rctp/camera/model_files.h"

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <string>
#include <system_error>

#include "spark/core/regular_file.h"

namespace rctp::camera {

namespace fs = std::filesystem;

x3d::TextSource files_below(const fs::path& folder, std::size_t bytes) {
  return [root = fs::canonical(folder.empty() ? "." : folder), bytes](
             const std::string& name, const std::string& beside) -> std::optional<x3d::SourceText> {
    std::error_code missing;
    const fs::path path = fs::canonical(fs::path(beside) / name, missing);
    if (missing) return std::nullopt;
    if (std::ranges::mismatch(root, path).in1 != root.end())
      throw std::runtime_error("it is outside the folder of the model");
    return x3d::SourceText{path.string(), path.parent_path().string(), spark::read_regular_file(path, bytes)};
  };
}

}  // namespace rctp::camera
