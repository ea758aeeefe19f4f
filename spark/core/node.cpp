// SPDX-License-Identifier: Apache-2.0
#include "spark/core/node.h"

#include <algorithm>

#include "spark/core/check.h"

namespace spark {

Core& Leaf::core() const {
  SPARK_DEMAND(core_ != nullptr);
  return *core_;
}

std::string Leaf::full_path() const {
  if (!parent_) return "/";
  std::string path = parent_->full_path();
  if (path.back() != '/') path += '/';
  return path + name_;
}

Node::~Node() {
  // Youngest first: the physics world is created before the bodies in it and has to outlive them.
  while (!children_.empty()) children_.pop_back();
}

Leaf& Node::append(std::unique_ptr<Leaf> child) {
  SPARK_DEMAND(child && !child->parent_);
  Leaf& added = *child;
  added.parent_ = this;
  children_.push_back(std::move(child));
  if (is_linked()) link(added, core());
  return added;
}

std::unique_ptr<Leaf> Node::remove(Leaf& child) {
  const auto it = std::find_if(children_.begin(), children_.end(), [&](const auto& c) { return c.get() == &child; });
  if (it == children_.end()) return nullptr;
  if (child.is_linked()) unlink(child);
  std::unique_ptr<Leaf> taken = std::move(*it);
  children_.erase(it);
  taken->parent_ = nullptr;
  return taken;
}

void Node::link(Leaf& leaf, Core& core) {
  leaf.core_ = &core;
  leaf.linked_ = true;
  leaf.linked();
  if (Node* node = leaf.as_node())
    for (std::size_t i = 0; i < node->children_.size(); ++i)
      if (!node->children_[i]->linked_) link(*node->children_[i], core);
}

void Node::unlink(Leaf& leaf) {
  if (Node* node = leaf.as_node())
    for (const auto& child : node->children_) unlink(*child);
  leaf.unlinking();
  leaf.linked_ = false;
}

Leaf* Node::child(std::string_view name) const {
  for (const auto& child : children_)
    if (child->name() == name) return child.get();
  return nullptr;
}

Leaf* Node::find(std::string_view path) {
  Leaf* at = this;
  const auto is_separator = [](char c) { return c == '/' || c == '\\'; };
  if (!path.empty() && is_separator(path.front()))
    while (at->parent()) at = at->parent();
  while (!path.empty()) {
    const auto end = std::find_if(path.begin(), path.end(), is_separator);
    const std::string_view step = path.substr(0, static_cast<std::size_t>(end - path.begin()));
    path.remove_prefix(std::min(path.size(), step.size() + 1));
    if (step.empty() || step == ".") continue;
    if (step == "..") {
      if (at->parent()) at = at->parent();
      continue;
    }
    Node* node = at->as_node();
    at = node ? node->child(step) : nullptr;
    if (!at) return nullptr;
  }
  return at;
}

}  // namespace spark
