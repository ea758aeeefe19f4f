// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/component/manager.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <stdexcept>

#include "gateways/rtm/component/modules.h"

namespace rtm {

Manager::Manager(Environment environment, std::vector<std::filesystem::path> module_folders, Publisher* publisher)
    : environment_(std::move(environment)),
      publisher_(publisher),
      modules_(std::make_unique<Modules>(std::move(module_folders))),
      components_(std::make_shared<const Components>()) {}

Manager::~Manager() {
  shut_down();
}

void Manager::add_type(const std::string& type, Factory factory) {
  if (!is_name(type)) throw std::invalid_argument(fmt::format("'{}' is no name for a type", spark::printable(type)));
  const std::lock_guard lock(mutex_);
  if (!factory || !types_.emplace(type, std::move(factory)).second)
    throw std::invalid_argument(fmt::format("there is a type {} already", type));
}

std::vector<std::string> Manager::types() const {
  const std::lock_guard lock(mutex_);
  std::vector<std::string> names;
  names.reserve(types_.size());
  for (const auto& [name, factory] : types_) names.push_back(name);
  return names;
}

void Manager::load(const std::string& module) {
  const auto before = types();
  try {
    modules_->load(module, *this);
  } catch (...) {
    const std::lock_guard lock(mutex_);
    std::erase_if(types_,
                  [&](const auto& type) { return !std::binary_search(before.begin(), before.end(), type.first); });
    throw;
  }
}

std::shared_ptr<Component> Manager::create(const std::string& type, const Parameters& parameters) {
  Factory factory;
  {
    const std::lock_guard lock(mutex_);
    const auto found = types_.find(type);
    if (found == types_.end())
      throw std::runtime_error(fmt::format("there is no component type {}", spark::printable(type)));
    factory = found->second;
  }
  std::shared_ptr<Component> component;
  try {
    component = factory();
  } catch (const std::exception& error) {
    throw std::runtime_error(fmt::format("{}: {}", type, spark::printable(error.what(), 300)));
  } catch (...) {
    throw std::runtime_error(fmt::format("{}: its constructor throws what is no std::exception", type));
  }
  if (!component) throw std::runtime_error(fmt::format("{}: the type makes no component", type));
  for (const auto& [name, text] : parameters)
    if (!component->set_parameter(name, text))
      throw std::runtime_error(fmt::format("{} has no parameter '{}'{}", type, spark::printable(name),
                                           text.size() > Value::kMostBytes ? " that takes a text of that length" : ""));
  adopt(component);
  return component;
}

std::shared_ptr<const Manager::Components> Manager::present() const {
  const std::lock_guard lock(mutex_);
  return components_;
}

std::shared_ptr<Component> Manager::find(std::string_view name) const {
  const auto components = present();
  const auto found =
      std::find_if(components->begin(), components->end(), [name](const auto& one) { return one->name() == name; });
  return found == components->end() ? nullptr : *found;
}

std::vector<std::shared_ptr<Component>> Manager::components() const {
  return *present();
}

void Manager::tick() {
  const auto components = present();
  for (const auto& component : *components) component->tick();
}

}  // namespace rtm
