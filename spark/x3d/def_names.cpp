// SPDX-License-Identifier: Apache-2.0
#include "spark/x3d/def_names.h"

#include <fmt/format.h>

#include <stdexcept>

namespace x3d {

void DefNames::add(const Node& node) {
  if (!node.name.empty()) scopes_.back().insert_or_assign(node.name, &node);
}

const Node* DefNames::find(std::string_view name) const {
  const auto found = scopes_.back().find(name);
  return found == scopes_.back().end() ? nullptr : found->second;
}

const Node& DefNames::used_by(const Node& use) const {
  if (const Node* node = find(use.name)) return *node;
  throw std::logic_error(fmt::format("x3d: USE of {}: no earlier node in its scope has this name", use.name));
}

}  // namespace x3d
