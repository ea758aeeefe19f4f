// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <system_error>

#include "spark/x3d/read_octets.h"
#include "spark/x3d/scene.h"

namespace x3d {
namespace {

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

std::string file_name(const std::string& path) {
  return path.substr(path.rfind('/') + 1);
}

}  // namespace

std::optional<std::string> local_file_name(std::string_view url) {
  std::string name(url.substr(0, url.find('#')));
  std::ranges::replace(name, '\\', '/');
  if (name.starts_with("file:")) {
    name.erase(0, 5);
    // file://host/path and file:///C:/path
    if (name.starts_with("//")) name.erase(0, std::min(name.find('/', 2), name.size()));
    if (name.size() > 2 && is_letter(name[1]) && name[2] == ':') name.erase(0, 1);
  }
  const std::size_t letters = static_cast<std::size_t>(std::ranges::find_if_not(name, is_letter) - name.begin());
  if (letters == 1 && name.substr(1, 1) == ":")
    return name.size() > 2 ? std::optional(file_name(name.substr(2))) : std::nullopt;
  if (letters > 1 && name.substr(letters, 1) == ":") return std::nullopt;
  if (name.find("://") != std::string::npos) return std::nullopt;
  if (name.starts_with("//")) name = file_name(name);
  if (name.empty() || name.find('\0') != std::string::npos) return std::nullopt;
  return name;
}

TextSource local_files(std::size_t bytes) {
  return [bytes](const std::string& name, const std::string& folder) -> std::optional<SourceText> {
    const std::filesystem::path path = (std::filesystem::path(folder) / name).lexically_normal();
    std::error_code missing;
    const auto status = std::filesystem::status(path, missing);
    if (!std::filesystem::exists(status)) return std::nullopt;
    // Reading a pipe could block.
    if (!std::filesystem::is_regular_file(status)) throw std::runtime_error("it is not a regular file");
    return SourceText{path.string(), path.parent_path().string(), read_octets(path.string(), bytes)};
  };
}

}  // namespace x3d
