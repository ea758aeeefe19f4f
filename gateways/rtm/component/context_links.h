// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <vector>

#include "gateways/rtm/component/life_cycle.h"

namespace rtm {

/// The contexts, other than its own, in which a component participates, by its handles of them. A handle is the first
/// free number from 1000 on. Any thread.
class ContextLinks {
 public:
  static constexpr std::size_t kMaxLinks = 256;

  /// Returns the existing handle if the context is already in the list; kNoContext if there are too many.
  ContextHandle attach(std::shared_ptr<ContextLink> link);
  /// Removes and returns the link with that handle; null if there is none.
  std::shared_ptr<ContextLink> detach(ContextHandle handle);
  std::shared_ptr<ContextLink> find(ContextHandle handle) const;
  ContextHandle handle_of(const ContextLink& link) const;  ///< kNoContext if it is not in the list
  std::vector<std::shared_ptr<ContextLink>> all() const;
  void wake(const Participant& participant) const;

 private:
  mutable std::mutex mutex_;
  std::vector<std::shared_ptr<ContextLink>> links_;  ///< null: free
};

}  // namespace rtm
