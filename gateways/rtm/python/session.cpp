// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/python/session.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "spark/core/real_clock.h"

namespace py = pybind11;

namespace rtm::python {

namespace {

constexpr std::chrono::milliseconds kEndTimeout{2000};

void release(const std::vector<std::shared_ptr<PythonComponent>>& components) {
  const py::gil_scoped_acquire gil;
  for (const auto& component : components)
    if (!component->is_inside()) component->release();
}

}  // namespace

Session::Session(const NamingSettings& naming, const std::string& endpoint, std::chrono::milliseconds call_timeout,
                 std::chrono::milliseconds switch_on_timeout, std::vector<std::filesystem::path> module_folders,
                 const ContextSettings& context)
    : broker_(Broker::get(endpoint, call_timeout)) {
  Environment environment = broker_->environment();
  environment.switch_on_timeout = switch_on_timeout;
  environment.context = context;
  publisher_ = std::make_unique<CorbaPublisher>(broker_->orb(), naming, environment.real_clock);
  manager_ = std::make_shared<Manager>(environment, std::move(module_folders), publisher_.get());
}

Session::~Session() {
  close(kEndTimeout);
}

Manager& Session::manager() const {
  const std::lock_guard lock(mutex_);
  if (!manager_) throw std::runtime_error("this manager is closed");
  return *manager_;
}

void Session::adopt(const std::shared_ptr<PythonComponent>& component) {
  try {
    manager().adopt(component);
  } catch (...) {
    release({component});
    throw;
  }
  const std::lock_guard lock(mutex_);
  ours_.push_back(component);
}

std::shared_ptr<Component> Session::create(const std::string& type, const Manager::Parameters& parameters) {
  return manager().create(type, parameters);
}

void Session::load(const std::string& module) {
  manager().load(module);
}

void Session::remove(const std::shared_ptr<Component>& component) {
  manager().remove(component);
  std::vector<std::shared_ptr<PythonComponent>> removed;
  {
    const std::lock_guard lock(mutex_);
    const auto rest =
        std::stable_partition(ours_.begin(), ours_.end(), [&](const auto& one) { return one != component; });
    removed.assign(rest, ours_.end());
    ours_.erase(rest, ours_.end());
  }
  release(removed);
}

std::vector<std::shared_ptr<Component>> Session::components() const {
  return manager().components();
}

void Session::connect(const std::string& out, const std::string& in, Request request) {
  std::string problem;
  if (!rtm::connect(manager(), out, in, request, problem)) throw std::runtime_error(problem);
}

bool Session::is_closed() const {
  const std::lock_guard lock(mutex_);
  return !manager_;
}

bool Session::close(std::chrono::milliseconds timeout) {
  std::shared_ptr<Manager> manager;
  std::vector<std::shared_ptr<PythonComponent>> ours;
  {
    const std::lock_guard lock(mutex_);
    manager = std::move(manager_);
    ours = std::move(ours_);
  }
  if (!manager) return true;
  manager->shut_down(timeout);
  manager.reset();
  publisher_.reset();
  const bool hangs =
      std::any_of(ours.begin(), ours.end(), [](const auto& component) { return component->is_inside(); });
  release(ours);
  return !hangs;
}

}  // namespace rtm::python
