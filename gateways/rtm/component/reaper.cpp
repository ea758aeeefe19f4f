// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/component/reaper.h"

#include <utility>

#include "gateways/rtm/component/manager.h"

namespace rtm {

Reaper::~Reaper() {
  end();
}

void Reaper::add(std::shared_ptr<Component> component) {
  {
    const std::lock_guard lock(mutex_);
    if (is_ended_) return;  // all are being ended
    leaving_.push_back(std::move(component));
    if (!thread_.joinable()) thread_ = std::thread([this] { run(); });
  }
  changed_.notify_one();
}

void Reaper::end() {
  {
    const std::lock_guard lock(mutex_);
    is_ended_ = true;
  }
  changed_.notify_one();
  if (thread_.joinable()) thread_.join();
}

void Reaper::run() {
  std::unique_lock lock(mutex_);
  while (!is_ended_) {
    if (leaving_.empty()) {
      changed_.wait(lock);
      continue;
    }
    const auto leaving = std::exchange(leaving_, {});
    lock.unlock();
    for (const auto& component : leaving) manager_.remove(component);
    lock.lock();
  }
}

}  // namespace rtm
