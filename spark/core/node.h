// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace spark {

class ClassInfo;
class Hold;
class Leaf;
class Node;
struct Core;

/// Thrown by `linked()`, before it has registered anything, if the object cannot work where it is (a contact handler
/// that is not below a collider, the state of an agent without a body). The object stays, idle, with one line in the
/// log that says why; values set by scripts and scene files are kept. An object that waits for another one is linked
/// again when that has been added to the tree.
struct Misplaced : std::runtime_error {
  using Supplier = bool (*)(const Leaf& newcomer);
  explicit Misplaced(const std::string& reason, Supplier supplier = nullptr)
      : std::runtime_error(reason), waits_for(supplier) {}
  Supplier waits_for;  ///< whether to try again after this newcomer; null if nothing can help
};

/// An object that waits, and what it waits for.
struct WaitingObject {
  Leaf* object;
  Misplaced::Supplier waits_for;
};
inline constexpr std::size_t kMaxWaiting = 256;  ///< further ones stay idle, because trying all of them takes time

/// An object of the tree: it has a class, a name and a parent.
///
/// The parent owns its children. Objects are made by the class registry and added to the tree; `linked()` is the place
/// to find collaborators, once, by type or path, and to throw an exception that says what is missing. An object that
/// requires a collaborator keeps it as `Held`.
class Leaf {
 public:
  Leaf() = default;
  virtual ~Leaf();
  Leaf(const Leaf&) = delete;
  Leaf& operator=(const Leaf&) = delete;

  const std::string& name() const { return name_; }
  void set_name(std::string name);
  Node* parent() const { return parent_; }
  /// The registered class of this object; null only for objects that C++ code made by hand.
  const ClassInfo* class_info() const { return class_info_; }
  /// Serial number of the object among all that its server's registry has made, from 1; 0 for objects made by hand.
  /// Distinguishes an object from a later one at the same address.
  std::uint64_t serial() const { return serial_; }
  std::string full_path() const;
  virtual Node* as_node() { return nullptr; }

  /// Called when another episode of the match begins (`Simulation::restart`): restores the state that the object had
  /// when the match began, or when it was added; the configuration by scripts stays. Bodies, joints and random streams
  /// have restarted already. Does nothing for objects without such a state.
  virtual void restart() {}
  bool is_leaf() { return as_node() == nullptr; }

  /// The server of this object. Valid once it is in the tree or was made by the registry.
  Core& core() const;
  bool is_linked() const { return linked_; }
  /// Whether it is in the tree, but without effect there (`Misplaced`).
  bool is_idle() const { return idle_; }
  /// Whether another object requires this one (`Held`).
  bool is_held() const { return holds_ != nullptr; }

  /// The nearest ancestor of type T, or null.
  template <typename T>
  T* ancestor() const;

 protected:
  /// For setters of visible properties: increments `Core::look_changes`.
  void note_look() const;
  /// Called after the object has entered the tree (parents before children), and before it leaves it (children first).
  virtual void linked() {}
  virtual void unlinking() {}

 private:
  friend class Hold;
  friend class Node;
  friend class ClassRegistry;
  friend struct Core;

  std::string name_;
  Node* parent_ = nullptr;
  const ClassInfo* class_info_ = nullptr;
  Core* core_ = nullptr;
  std::uint64_t serial_ = 0;
  bool linked_ = false;
  bool idle_ = false;
  mutable Hold* holds_ = nullptr;  ///< the holders of this object
};

/// A leaf with children, in creation order. Names need not be unique; look-up finds the first.
class Node : public Leaf {
 public:
  ~Node() override;

  Node* as_node() override { return this; }
  const std::vector<std::unique_ptr<Leaf>>& children() const { return children_; }

  /// Adds `child` after the others and, if this node is in the tree, calls `linked()` on it and everything below it. If
  /// one of these throws, `child` is removed and destroyed before the exception propagates; not so with `Misplaced`.
  Leaf& append(std::unique_ptr<Leaf> child);
  /// Removes `child` (after `unlinking()`); the caller owns it then. Null if it is not a child of this node.
  std::unique_ptr<Leaf> remove(Leaf& child);
  /// Replaces `child` by its children, in their order, followed by `child` itself. Nothing is unlinked: the caller must
  /// know that the children allow that.
  void take_children_of(Node& child);
  /// Deletes `child` for a script. Throws `std::runtime_error` that names object and holder, and changes nothing, if an
  /// object that would remain holds it or anything below it.
  void destroy(Leaf& child);

  Leaf* child(std::string_view name) const;
  /// Follows a path of names separated by `/` or `\`. A leading separator starts at the root; `.` and `..` work.
  Leaf* find(std::string_view path);

  /// The first direct child of type T, or null.
  template <typename T>
  T* child_of_type() const {
    for (const auto& child : children_)
      if (auto* typed = dynamic_cast<T*>(child.get())) return typed;
    return nullptr;
  }

 private:
  friend struct Core;
  static void link(Leaf& leaf, Core& core);
  static void link_one(Leaf& leaf);
  static void stay_idle(Leaf& leaf, const Misplaced& misplaced);
  static void link_waiting(const Leaf& newcomer);
  static void unlink(Leaf& leaf);

  std::vector<std::unique_ptr<Leaf>> children_;
};

template <typename T>
T* Leaf::ancestor() const {
  for (Node* node = parent_; node; node = node->parent())
    if (auto* typed = dynamic_cast<T*>(node)) return typed;
  return nullptr;
}

/// Calls `visit(leaf)` for `root` and everything below it, children before their parent, siblings in creation order.
template <typename Visit>
void visit_children_first(Leaf& root, Visit&& visit) {
  if (Node* node = root.as_node())
    for (const auto& child : node->children()) visit_children_first(*child, visit);
  visit(root);
}

}  // namespace spark
