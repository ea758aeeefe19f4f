// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace rtm {

class Component;
class Manager;

/// Removes components that have been asked to exit, on a thread of its own, because the caller may be in a callback of
/// the component or serve its object on the network. The thread starts with the first component. Any thread.
class Reaper {
 public:
  explicit Reaper(Manager& manager) : manager_(manager) {}
  ~Reaper();  ///< as end

  void add(std::shared_ptr<Component> component);
  /// Accepts no more components and waits until the thread has ended; must not be called by the thread.
  void end();

 private:
  void run();

  Manager& manager_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::shared_ptr<Component>> leaving_;
  bool is_ended_ = false;
  std::thread thread_;
};

}  // namespace rtm
