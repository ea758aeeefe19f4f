// SPDX-License-Identifier: Apache-2.0
#include "spark/core/node.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <stdexcept>

#include "spark/core/check.h"
#include "spark/core/core.h"
#include "spark/core/held.h"
#include "spark/core/source_place.h"

namespace spark {

Leaf::~Leaf() {
  while (holds_) holds_->release();
}

Core& Leaf::core() const {
  SPARK_DEMAND(core_ != nullptr);
  return *core_;
}

void Leaf::set_name(std::string name) {
  name_ = std::move(name);
  note_look();
}

void Leaf::note_look() const {
  if (linked_) ++core_->look_changes;
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
  if (!is_linked()) return added;
  try {
    link(added, core());
  } catch (...) {
    remove(added);
    throw;
  }
  return added;
}

std::unique_ptr<Leaf> Node::remove(Leaf& child) {
  // From the back: code that removes many objects begins there.
  const auto found =
      std::find_if(children_.rbegin(), children_.rend(), [&](const auto& c) { return c.get() == &child; });
  if (found == children_.rend()) return nullptr;
  const auto it = found.base() - 1;
  if (child.is_linked()) unlink(child);
  std::unique_ptr<Leaf> taken = std::move(*it);
  children_.erase(it);
  taken->parent_ = nullptr;
  return taken;
}

void Node::destroy(Leaf& child) {
  const auto refuse_if_held = [&child](const Leaf& leaf) {
    for (const Hold* hold = leaf.holds_; hold; hold = hold->next_)
      if (!hold->is_from_within(child))
        throw std::runtime_error(fmt::format("{} cannot be deleted: {} needs {}", child.full_path(), hold->holder(),
                                             &leaf == &child ? std::string("it") : leaf.full_path()));
  };
  refuse_if_held(child);  // first, because it has the shortest message
  visit_children_first(child, refuse_if_held);
  remove(child);
}

void Node::take_children_of(Node& child) {
  const auto found =
      std::find_if(children_.rbegin(), children_.rend(), [&](const auto& c) { return c.get() == &child; });
  SPARK_DEMAND(found != children_.rend());
  const auto it = found.base() - 1;
  for (const auto& moved : child.children_) moved->parent_ = this;
  children_.insert(it, std::make_move_iterator(child.children_.begin()),
                   std::make_move_iterator(child.children_.end()));
  child.children_.clear();
  if (is_linked()) ++core().tree_changes;
}

void Node::link(Leaf& leaf, Core& core) {
  leaf.core_ = &core;
  leaf.linked_ = true;
  ++core.tree_changes;
  link_one(leaf);
  if (Node* node = leaf.as_node())
    for (std::size_t i = 0; i < node->children_.size(); ++i)
      if (!node->children_[i]->linked_) link(*node->children_[i], core);
}

/// Links the object itself, and then those that were waiting for it.
void Node::link_one(Leaf& leaf) {
  try {
    leaf.linked();
  } catch (const Misplaced& misplaced) {
    stay_idle(leaf, misplaced);
    return;
  }
  if (!leaf.core().waiting.empty()) link_waiting(leaf);
}

void Node::stay_idle(Leaf& leaf, const Misplaced& misplaced) {
  auto& waiting = leaf.core().waiting;
  const bool waits = misplaced.waits_for && waiting.size() < kMaxWaiting;
  if (waits) waiting.push_back({&leaf, misplaced.waits_for});
  leaf.idle_ = true;
  const std::string kind = leaf.class_info() ? leaf.class_info()->name() : "an object";
  report(leaf.core(), LogLevel::warning, "misplaced " + kind,
         fmt::format("{} below {} has no effect{}: {}", kind, leaf.parent_->full_path(), waits ? " yet" : "",
                     misplaced.what()));
}

void Node::link_waiting(const Leaf& newcomer) {
  auto& waiting = newcomer.core().waiting;
  std::vector<WaitingObject> candidates;
  std::copy_if(waiting.begin(), waiting.end(), std::back_inserter(candidates),
               [&](const WaitingObject& object) { return object.waits_for(newcomer); });
  for (const WaitingObject& candidate : candidates) {
    // An object linked meanwhile may have been the one this one waited for.
    const auto it = std::find_if(waiting.begin(), waiting.end(),
                                 [&](const WaitingObject& object) { return object.object == candidate.object; });
    if (it == waiting.end()) continue;
    Leaf& leaf = *candidate.object;
    try {
      leaf.linked();
    } catch (const Misplaced& still) {
      if (still.waits_for)
        it->waits_for = still.waits_for;
      else
        waiting.erase(it);
      continue;
    } catch (const WrongSetting&) {
      throw;
    } catch (const std::exception& error) {
      leaf.core().log.error("{}{} has no effect: {}", at_place(leaf.core()), leaf.full_path(), error.what());
      std::erase_if(waiting, [&](const WaitingObject& object) { return object.object == &leaf; });
      continue;
    }
    leaf.idle_ = false;
    ++leaf.core().tree_changes;
    std::erase_if(waiting, [&](const WaitingObject& object) { return object.object == &leaf; });
    leaf.core().log.debug("{} takes effect", leaf.full_path());
    link_waiting(leaf);
  }
}

void Node::unlink(Leaf& leaf) {
  if (Node* node = leaf.as_node())
    for (const auto& child : node->children_)
      if (child->linked_) unlink(*child);
  leaf.unlinking();
  leaf.linked_ = false;
  ++leaf.core().tree_changes;
  if (!leaf.idle_) return;
  leaf.idle_ = false;
  std::erase_if(leaf.core().waiting, [&](const WaitingObject& object) { return object.object == &leaf; });
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
