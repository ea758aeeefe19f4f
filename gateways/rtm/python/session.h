// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "gateways/rtm/component/manager.h"
#include "gateways/rtm/corba/publisher.h"
#include "gateways/rtm/python/broker.h"
#include "gateways/rtm/python/python_component.h"

namespace rtm::python {

/// The components of a Python process on the network: a manager with its publisher. No function is called with the GIL,
/// because each may wait for other threads.
class [[gnu::visibility("hidden")]] Session {
 public:
  Session(const NamingSettings& naming, const std::string& endpoint, std::chrono::milliseconds call_timeout,
          std::chrono::milliseconds switch_on_timeout, std::vector<std::filesystem::path> module_folders,
          const ContextSettings& context);
  ~Session();  ///< calls close

  /// Adds a component in Python, switched off. Throws std::runtime_error if it cannot be published.
  void adopt(const std::shared_ptr<PythonComponent>& component);
  /// Creates one from a loaded module.
  std::shared_ptr<Component> create(const std::string& type, const Manager::Parameters& parameters);
  void load(const std::string& module);
  void remove(const std::shared_ptr<Component>& component);
  std::vector<std::shared_ptr<Component>> components() const;
  void connect(const std::string& out, const std::string& in, Request request);
  std::string endpoint() const {
    return broker_->orb().endpoint();
  }

  /// Withdraws and stops all, within `timeout`; returns false if a callback in Python hangs. Called once; no other
  /// function may be called afterwards.
  bool close(std::chrono::milliseconds timeout);
  bool is_closed() const;

 private:
  Manager& manager() const;

  mutable std::mutex mutex_;
  std::shared_ptr<Broker> broker_;
  std::unique_ptr<CorbaPublisher> publisher_;
  std::shared_ptr<Manager> manager_;
  std::vector<std::shared_ptr<PythonComponent>> ours_;
};

}  // namespace rtm::python
