// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "spark/core/transform.h"

namespace spark {

class Collider;

/// Reacts when its collider (the parent node) touches another one.
class CollisionHandler : public BaseNode {
 public:
  Collider& collider() const { return *collider_; }  ///< not for an idle handler

 protected:
  CollisionHandler() = default;  // an abstract class for scripts
  void linked() override;        ///< throws `Misplaced` if the parent is no collider
  void unlinking() override;
  Collider* collider_ = nullptr;
};

}  // namespace spark
