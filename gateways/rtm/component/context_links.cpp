// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/component/context_links.h"

#include <algorithm>
#include <utility>

namespace rtm {

ContextHandle ContextLinks::attach(std::shared_ptr<ContextLink> link) {
  if (!link) return kNoContext;
  const std::lock_guard lock(mutex_);
  const auto is_it = [&](const auto& one) { return one && one->is(*link); };
  auto place = std::find_if(links_.begin(), links_.end(), is_it);
  if (place == links_.end()) place = std::find(links_.begin(), links_.end(), nullptr);
  if (place == links_.end()) {
    if (links_.size() >= kMaxLinks) return kNoContext;
    place = links_.insert(links_.end(), nullptr);
  }
  if (!*place) *place = std::move(link);
  return kFirstOtherContext + static_cast<ContextHandle>(place - links_.begin());
}

std::shared_ptr<ContextLink> ContextLinks::detach(ContextHandle handle) {
  const std::lock_guard lock(mutex_);
  const auto place = static_cast<std::size_t>(static_cast<std::int64_t>(handle) - kFirstOtherContext);
  return place < links_.size() ? std::exchange(links_[place], nullptr) : nullptr;
}

std::shared_ptr<ContextLink> ContextLinks::find(ContextHandle handle) const {
  const std::lock_guard lock(mutex_);
  const auto place = static_cast<std::size_t>(static_cast<std::int64_t>(handle) - kFirstOtherContext);
  return place < links_.size() ? links_[place] : nullptr;
}

ContextHandle ContextLinks::handle_of(const ContextLink& link) const {
  const std::lock_guard lock(mutex_);
  for (std::size_t i = 0; i < links_.size(); ++i)
    if (links_[i] && links_[i]->is(link)) return kFirstOtherContext + static_cast<ContextHandle>(i);
  return kNoContext;
}

std::vector<std::shared_ptr<ContextLink>> ContextLinks::all() const {
  std::vector<std::shared_ptr<ContextLink>> all;
  const std::lock_guard lock(mutex_);
  for (const auto& link : links_)
    if (link) all.push_back(link);
  return all;
}

void ContextLinks::wake(const Participant& participant) const {
  const std::lock_guard lock(mutex_);
  for (const auto& link : links_)
    if (link) link->wake(participant);
}

}  // namespace rtm
