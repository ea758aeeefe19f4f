// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>

#include "gateways/sigverse/world/body_plan.h"
#include "spark/core/core.h"
#include "spark/core/node.h"

namespace spark {
class Collider;
}

namespace sigverse {

/// Creates an object of a registered class, of type `T`, below a node.
template <typename T>
T& add_node(spark::Node& below, const char* class_name, const std::string& name) {
  auto made = below.core().classes.create(class_name);
  made->set_name(name);
  return dynamic_cast<T&>(below.append(std::move(made)));
}

/// Creates the collider for a shape below a node, at the node's origin.
spark::Collider& add_collider(spark::Node& below, const SimpleShape& shape, const std::string& name);

}  // namespace sigverse
