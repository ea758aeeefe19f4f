// SPDX-License-Identifier: Apache-2.0
//
// How components come to a manager and leave it.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <exception>
#include <stdexcept>

#include "gateways/rtm/component/manager.h"
#include "gateways/rtm/component/modules.h"

namespace rtm {

namespace {

/// Whether the number behind the type's name is below that.
bool is_below(std::string_view name, const std::string& type, int first) {
  int number = 0;
  if (name.size() <= type.size()) return false;
  const auto [end, error] = std::from_chars(name.data() + type.size(), name.data() + name.size(), number);
  return error == std::errc() && end == name.data() + name.size() && number < first;
}

}  // namespace

std::string Manager::reserve_name(const std::string& type, int first) {
  const auto is_free = [&](const std::string& name) {
    if (is_below(name, type, first)) return false;
    const std::lock_guard lock(mutex_);
    return !names_.contains(name);
  };
  for (;;) {
    std::string name;
    if (publisher_) {
      name = publisher_->choose_name(type, is_free);
    } else {
      for (int number = first; name.empty() || !is_free(name); ++number) name = type + std::to_string(number);
    }
    if (!is_name(name))
      throw std::runtime_error(fmt::format("'{}' is no name for a component", spark::printable(name)));
    const std::lock_guard lock(mutex_);
    if (is_shut_down_) throw std::runtime_error("no more components: all have been stopped");
    if (names_.size() >= kMostComponents)
      throw std::runtime_error(fmt::format("more than {} components", kMostComponents));
    // Somebody else may have got it while the publisher was asked.
    if (names_.insert(name).second) return name;
  }
}

void Manager::adopt(const std::shared_ptr<Component>& component, int first) {
  if (!component) throw std::runtime_error("there is no component to take in");
  const std::string name = reserve_name(component->type(), first);
  try {
    add(component, name);
  } catch (const std::exception& error) {
    const std::lock_guard lock(mutex_);
    names_.erase(name);
    throw std::runtime_error(fmt::format("{}: {}", name, error.what()));
  }
}

void Manager::add(const std::shared_ptr<Component>& component, const std::string& name) {
  component->enter(name, environment_);
  {
    const std::lock_guard lock(mutex_);
    auto components = std::make_shared<Components>(*components_);
    components->push_back(component);
    components_ = std::move(components);
  }
  if (!publisher_) return;
  try {
    publisher_->publish(component);
  } catch (...) {
    drop(*component);
    leave(*component, environment_.call_timeout);
    throw;
  }
}

bool Manager::drop(const Component& component) {
  const std::lock_guard lock(mutex_);
  auto components = std::make_shared<Components>(*components_);
  const auto dropped = std::erase_if(*components, [&component](const auto& one) { return one.get() == &component; });
  if (dropped > 0) components_ = std::move(components);
  return dropped > 0;
}

void Manager::withdraw(const Component& component) {
  if (!publisher_) return;
  try {
    publisher_->withdraw(component);
  } catch (const std::exception& error) {
    environment_.log.complain(component.name(), "cannot be withdrawn: {}", spark::printable(error.what(), 300));
  }
}

void Manager::leave(Component& component, std::chrono::milliseconds patience) {
  if (!component.leave(patience))
    environment_.log.complain(component.name(), "does not end; its activity is left to itself");
}

void Manager::remove(const std::shared_ptr<Component>& component) {
  if (!component || !drop(*component)) return;
  withdraw(*component);
  leave(*component, environment_.call_timeout);
  const std::lock_guard lock(mutex_);
  names_.erase(component->name());
}

void Manager::shut_down(std::chrono::milliseconds patience) {
  std::shared_ptr<const Components> components;
  {
    const std::lock_guard lock(mutex_);
    is_shut_down_ = true;
    components = std::exchange(components_, std::make_shared<const Components>());
    names_.clear();
  }
  for (const auto& component : *components) withdraw(*component);
  const auto deadline = environment_.real_clock.now() + patience;
  for (const auto& component : *components) component->begin_to_leave();
  for (const auto& component : *components) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - environment_.real_clock.now());
    leave(*component, std::max(left, std::chrono::milliseconds(0)));
  }
}

}  // namespace rtm
