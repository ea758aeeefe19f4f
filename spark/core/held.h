// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace spark {

class Leaf;

/// One entry in the list of holders of an object in the tree: the part of `Held` that does not depend on a type.
class Hold {
 public:
  Hold(const Hold&) = delete;
  Hold& operator=(const Hold&) = delete;

  /// The holder, for messages: the path of the holding object, or the name given to the constructor.
  std::string holder() const;
  /// Whether the holder is `root` or below it.
  bool is_from_within(const Leaf& root) const;

 protected:
  explicit Hold(const Leaf* owner, std::string_view name) : owner_(owner), name_(name) {}
  Hold(Hold&& other) noexcept;
  Hold& operator=(Hold&& other) noexcept;
  ~Hold() { release(); }
  void take(const Leaf& object, void* pointer);
  void release();
  void* pointer() const { return pointer_; }

 private:
  friend class Leaf;
  friend class Node;
  void replace(Hold& other);

  const Leaf* owner_;
  std::string_view name_;
  void* pointer_ = nullptr;  ///< to the object, as the holder's type
  Hold* next_ = nullptr;
  Hold** back_ = nullptr;  ///< the pointer to this entry: the object's list, or `next_` of the previous one
};

/// A pointer to another object of the tree that its holder requires (the body that an effector pushes, the shape that a
/// sensor watches).
///
/// While an object is held, scripts cannot delete it, nor any node above it, unless the holder would be deleted with it
/// (`Node::destroy`): they get an error that names the holder. So holders need not check in every step whether the
/// object still exists. If the object is destroyed anyway, at the end of the server or by C++ code, the pointer becomes
/// null. Lists of objects that are often added and removed do not use this: such objects unregister in `unlinking()`.
///
/// As fast to follow as a plain pointer. For the simulation thread only, like the tree.
template <typename T>
class Held : public Hold {
 public:
  /// `owner` is the object of which this is a member, and outlives it.
  explicit Held(const Leaf& owner) : Hold(&owner, {}) {}
  /// For holders that are not in the tree; `name` is a literal ("the simulation").
  explicit Held(std::string_view name) : Hold(nullptr, name) {}
  Held(Held&&) noexcept = default;
  Held& operator=(Held&&) noexcept = default;

  /// Releases the object held so far and holds `object`; null for nothing.
  void reset(T* object = nullptr) {
    release();
    if (object) take(*object, const_cast<void*>(static_cast<const void*>(object)));
  }
  Held& operator=(T& object) {
    reset(&object);
    return *this;
  }

  T* get() const { return static_cast<T*>(pointer()); }
  T& operator*() const { return *get(); }
  T* operator->() const { return get(); }
  explicit operator bool() const { return get() != nullptr; }
};

}  // namespace spark
