// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/world/lost_shapes.h"

#include <string>

namespace sigverse {
namespace {

constexpr std::size_t kExtension = 4;

/// The name in lower case (ASCII), without `-` and `_`.
std::string plain(std::string_view name) {
  std::string text;
  for (const char c : name)
    if (c != '-' && c != '_') text += c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  return text;
}

/// The name without a leading `se` and a trailing `_v2`, unless nothing would remain.
std::string bare(std::string_view plain_name, bool has_version) {
  if (has_version && plain_name.size() > 2) plain_name.remove_suffix(2);
  if (plain_name.starts_with("se") && plain_name.size() > 2) plain_name.remove_prefix(2);
  return std::string(plain_name);
}

bool ends_with_version(std::string_view name) {
  constexpr std::size_t kLength = 3;
  if (name.size() <= kLength) return false;
  const std::string_view end = name.substr(name.size() - kLength);
  return (end[0] == '_' || end[0] == '-') && (end[1] == 'v' || end[1] == 'V') && end[2] == '2';
}

}  // namespace

bool is_shape_name(std::string_view file_name) {
  if (file_name.size() <= kExtension) return false;
  const std::string extension = plain(file_name.substr(file_name.size() - kExtension));
  return extension == ".x3d" || extension == ".wrl";
}

std::optional<int> shape_rank(std::string_view class_name, std::string_view file_name) {
  if (!is_shape_name(file_name)) return std::nullopt;
  const std::string_view stem = file_name.substr(0, file_name.size() - kExtension);
  const int kind = plain(file_name.substr(stem.size())) == ".x3d" ? 0 : 1;
  if (stem == class_name) return kind;
  const std::string of_class = plain(class_name), of_file = plain(stem);
  if (of_class == of_file) return 2 + kind;
  if (bare(of_class, ends_with_version(class_name)) == bare(of_file, ends_with_version(stem))) return 4 + kind;
  return std::nullopt;
}

}  // namespace sigverse
