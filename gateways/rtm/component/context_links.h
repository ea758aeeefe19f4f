// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <vector>

#include "gateways/rtm/component/life_cycle.h"

namespace rtm {

/// The contexts of others in which a component takes part, by its numbers of them: the first that is free from 1000 on.
/// Any thread.
class ContextLinks {
 public:
  static constexpr std::size_t kMaxLinks = 256;

  /// The number it has already if it is among them; kNoContext if there are too many.
  ContextHandle attach(std::shared_ptr<ContextLink> link);
  /// What has had that number; null if nothing has.
  std::shared_ptr<ContextLink> detach(ContextHandle handle);
  std::shared_ptr<ContextLink> find(ContextHandle handle) const;
  ContextHandle handle_of(const ContextLink& link) const;  ///< kNoContext if it is not among them
  std::vector<std::shared_ptr<ContextLink>> all() const;
  void wake(const Participant& participant) const;

 private:
  mutable std::mutex mutex_;
  std::vector<std::shared_ptr<ContextLink>> links_;  ///< null: free
};

}  // namespace rtm
