// SPDX-License-Identifier: Apache-2.0
#include "gateways/rctp/protocol/target.h"

#include <vector>

namespace rctp {
namespace {

std::optional<unsigned> digit(char c) {
  if (c >= '0' && c <= '9') return static_cast<unsigned>(c - '0');
  if (c >= 'a' && c <= 'f') return static_cast<unsigned>(c - 'a' + 10);
  if (c >= 'A' && c <= 'F') return static_cast<unsigned>(c - 'A' + 10);
  return std::nullopt;
}

/// Decodes one name of a path; returns nothing if it is not a valid name.
std::optional<std::string> decoded(std::string_view text) {
  std::string name;
  for (std::size_t i = 0; i < text.size(); ++i) {
    unsigned octet = static_cast<unsigned char>(text[i]);
    if (text[i] == '%') {
      if (text.size() - i < 3) return std::nullopt;
      const auto high = digit(text[i + 1]), low = digit(text[i + 2]);
      if (!high || !low) return std::nullopt;
      octet = *high << 4U | *low;
      i += 2;
    }
    if (octet < ' ' || octet == 0x7f) return std::nullopt;
    name.push_back(static_cast<char>(octet));
  }
  if (name.empty()) return std::nullopt;
  return name;
}

/// The part after host and port of an absolute address; any other text unchanged.
std::string_view path_of(std::string_view text) {
  const std::size_t scheme = text.find("://");
  if (scheme == text.npos || scheme == 0 || text.substr(0, scheme).find('/') != text.npos) return text;
  const std::size_t path = text.find('/', scheme + 3);
  return path == text.npos ? std::string_view() : text.substr(path);
}

/// The names of a path; nothing if one is invalid or there are more than `limit`.
std::optional<std::vector<std::string>> names_of(std::string_view text, std::size_t limit) {
  std::string_view path = path_of(text);
  if (path.starts_with('/')) path.remove_prefix(1);
  std::vector<std::string> names;
  while (!path.empty()) {
    const std::size_t end = path.find('/');
    auto name = decoded(path.substr(0, end));
    // A trailing slash would be followed by an empty name.
    if (!name || names.size() == limit || (end != path.npos && end + 1 == path.size())) return std::nullopt;
    names.push_back(std::move(*name));
    path.remove_prefix(end == path.npos ? path.size() : end + 1);
  }
  return names;
}

}  // namespace

std::optional<Target> assign_target(std::string_view text) {
  auto names = names_of(text, 2);
  if (!names || names->empty()) return std::nullopt;
  if (names->size() == 1) return Target{{}, std::move(names->front())};
  return Target{std::move(names->front()), std::move(names->back())};
}

std::optional<Target> go_target(std::string_view text) {
  if (text == "*") return Target{};
  auto names = names_of(text, 1);
  if (!names) return std::nullopt;
  return names->empty() ? Target{} : Target{std::move(names->front()), {}};
}

}  // namespace rctp
