// SPDX-License-Identifier: Apache-2.0
#include "spark/core/held.h"

#include "spark/core/node.h"

namespace spark {

Hold::Hold(Hold&& other) noexcept : owner_(other.owner_), name_(other.name_) {
  replace(other);
}

Hold& Hold::operator=(Hold&& other) noexcept {
  if (this == &other) return *this;
  release();
  owner_ = other.owner_;
  name_ = other.name_;
  replace(other);
  return *this;
}

/// Replaces `other` in the object's list.
void Hold::replace(Hold& other) {
  pointer_ = other.pointer_;
  next_ = other.next_;
  back_ = other.back_;
  if (back_) *back_ = this;
  if (next_) next_->back_ = &next_;
  other.pointer_ = nullptr;
  other.next_ = nullptr;
  other.back_ = nullptr;
}

void Hold::take(const Leaf& object, void* pointer) {
  pointer_ = pointer;
  back_ = &object.holds_;
  next_ = object.holds_;
  if (next_) next_->back_ = &next_;
  object.holds_ = this;
}

void Hold::release() {
  if (back_) *back_ = next_;
  if (next_) next_->back_ = back_;
  pointer_ = nullptr;
  next_ = nullptr;
  back_ = nullptr;
}

std::string Hold::holder() const {
  return owner_ ? owner_->full_path() : std::string(name_);
}

bool Hold::is_from_within(const Leaf& root) const {
  for (const Leaf* at = owner_; at; at = at->parent())
    if (at == &root) return true;
  return false;
}

}  // namespace spark
