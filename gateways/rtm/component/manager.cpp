// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/component/manager.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <exception>
#include <stdexcept>

#include "gateways/rtm/component/modules.h"
#include "gateways/rtm/component/periodic_context.h"
#include "gateways/rtm/component/reaper.h"

namespace rtm {
namespace {

/// The types of execution contexts that come with the program, as modules.
constexpr std::array<const char*, 6> kContextTypes{"PeriodicExecutionContext",
                                                   "ExtTrigExecutionContext",
                                                   "SynchExtTriggerEC",
                                                   "RealTimeEC",
                                                   "RTPreemptEC",
                                                   "rtpreempt_ec"};

Environment with_exit(Environment environment, Reaper& reaper) {
  environment.on_exit = [&reaper](const std::shared_ptr<Component>& component) { reaper.add(component); };
  return environment;
}

template <typename Types>
std::vector<std::string> names_of(const Types& types) {
  std::vector<std::string> names;
  names.reserve(types.size());
  for (const auto& [name, factory] : types) names.push_back(name);
  return names;
}

template <typename Types>
void forget_all_but(const std::vector<std::string>& names, Types& types) {
  std::erase_if(types, [&](const auto& type) { return !std::binary_search(names.begin(), names.end(), type.first); });
}

/// Whether the number after the type's name is below that limit.
bool is_below(std::string_view name, const std::string& type, int first) {
  int number = 0;
  if (name.size() <= type.size()) return false;
  const auto [end, error] = std::from_chars(name.data() + type.size(), name.data() + name.size(), number);
  return error == std::errc() && end == name.data() + name.size() && number < first;
}

}  // namespace

Manager::Manager(Environment environment, std::vector<std::filesystem::path> module_folders, Publisher* publisher)
    : reaper_(std::make_unique<Reaper>(*this)),
      environment_(with_exit(std::move(environment), *reaper_)),
      publisher_(publisher),
      modules_(std::make_unique<Modules>(std::move(module_folders))),
      components_(std::make_shared<const Components>()) {}

Manager::~Manager() {
  shut_down();
}

void Manager::add_type(const std::string& type, Factory factory) {
  if (!is_name(type)) throw std::invalid_argument(not_a_name(type, "a type"));
  const std::lock_guard lock(mutex_);
  if (!factory || !types_.emplace(type, std::move(factory)).second)
    throw std::invalid_argument(fmt::format("there already is a type {}", type));
}

void Manager::add_context_type(const std::string& type, ContextFactory factory) {
  if (!is_name(type)) throw std::invalid_argument(not_a_name(type, "a type"));
  const std::lock_guard lock(mutex_);
  if (!factory || !context_types_.emplace(type, std::move(factory)).second)
    throw std::invalid_argument(fmt::format("there already is a type {} of execution contexts", type));
}

std::vector<std::string> Manager::types() const {
  const std::lock_guard lock(mutex_);
  return names_of(types_);
}

void Manager::load(const std::string& module) {
  std::vector<std::string> types, context_types;
  {
    const std::lock_guard lock(mutex_);
    types = names_of(types_);
    context_types = names_of(context_types_);
  }
  try {
    modules_->load(module, *this);
  } catch (...) {
    const std::lock_guard lock(mutex_);
    forget_all_but(types, types_);
    forget_all_but(context_types, context_types_);
    throw;
  }
}

Manager::ContextFactory Manager::known_context_type(const std::string& type) const {
  const std::lock_guard lock(mutex_);
  const auto found = context_types_.find(type);
  return found == context_types_.end() ? nullptr : found->second;
}

std::string Manager::context_types() const {
  std::vector<std::string> names;
  {
    const std::lock_guard lock(mutex_);
    names = names_of(context_types_);
  }
  for (const char* const name : kContextTypes)
    if (modules_->has(name)) names.emplace_back(name);
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return fmt::format("{}", fmt::join(names, ", "));
}

Manager::ContextFactory Manager::find_context_type(const std::string& type) {
  ContextFactory factory = known_context_type(type);
  if (!factory && modules_->has(type)) {
    load(type);
    factory = known_context_type(type);
  }
  if (!factory)
    throw std::runtime_error(fmt::format("there is no type {} of execution contexts; there are {}",
                                         spark::printable(type), context_types()));
  return factory;
}

std::shared_ptr<ExecutionContext> Manager::make_context(const Component& component, ContextSettings settings) {
  if (!settings.rate) settings.rate = component.rate();
  if (environment_.driven || component.pattern() == Pattern::passive) return nullptr;
  if (settings.type.empty()) return std::make_shared<PeriodicContext>(settings, environment_);
  auto context = find_context_type(settings.type)(settings, environment_);
  if (!context) throw std::runtime_error(fmt::format("the type {} makes no execution context", settings.type));
  return context;
}

std::shared_ptr<Component> Manager::create(const std::string& type, const SetUp& set_up) {
  const auto component = make(type);
  adopt(component, 0, set_up);
  return component;
}

std::shared_ptr<Component> Manager::create(const std::string& type, const Parameters& parameters,
                                           const ContextSettings& context) {
  const auto component = make(type);
  for (const auto& [name, text] : parameters)
    if (!component->set_parameter(name, text))
      throw std::runtime_error(fmt::format("{} has no parameter '{}'{}", type, spark::printable(name),
                                           text.size() > Value::kMaxBytes ? " that takes a text of that length" : ""));
  adopt(component, 0, [&context](Component&, const std::string&, ContextSettings& settings) { settings = context; });
  return component;
}

std::shared_ptr<Component> Manager::make(const std::string& type) const {
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
    throw std::runtime_error(fmt::format("{}: its constructor throws something that is not a std::exception", type));
  }
  if (!component) throw std::runtime_error(fmt::format("{}: the type makes no component", type));
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
  for (const auto& component : *components)
    if (!component->is_ticked_apart()) component->tick();
}

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
    if (!is_name(name)) throw std::runtime_error(not_a_name(name, "a component"));
    const std::lock_guard lock(mutex_);
    if (is_shut_down_) throw std::runtime_error("no more components: all have been stopped");
    if (names_.size() >= kMaxComponents)
      throw std::runtime_error(fmt::format("more than {} components", kMaxComponents));
    // Another thread may have taken the name while the publisher searched.
    if (names_.insert(name).second) return name;
  }
}

void Manager::adopt(const std::shared_ptr<Component>& component, int first) {
  adopt(component, first, {});
}

void Manager::adopt(const std::shared_ptr<Component>& component, int first, const SetUp& set_up) {
  if (!component) throw std::runtime_error("there is no component to adopt");
  const std::string name = reserve_name(component->type(), first);
  try {
    ContextSettings context = environment_.context;
    if (set_up) set_up(*component, name, context);
    add(component, name, context);
  } catch (const std::exception& error) {
    const std::lock_guard lock(mutex_);
    names_.erase(name);
    throw std::runtime_error(fmt::format("{}: {}", name, error.what()));
  }
}

void Manager::add(const std::shared_ptr<Component>& component, const std::string& name,
                  const ContextSettings& context) {
  component->enter(name, environment_, make_context(*component, context));
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

void Manager::leave(Component& component, std::chrono::milliseconds timeout) {
  if (!component.leave(timeout)) environment_.log.complain(component.name(), "does not end; its activity is abandoned");
}

void Manager::remove(const std::shared_ptr<Component>& component) {
  if (!component || !drop(*component)) return;
  withdraw(*component);
  leave(*component, environment_.call_timeout);
  const std::lock_guard lock(mutex_);
  names_.erase(component->name());
}

void Manager::shut_down(std::chrono::milliseconds timeout) {
  reaper_->end();
  std::shared_ptr<const Components> components;
  {
    const std::lock_guard lock(mutex_);
    is_shut_down_ = true;
    components = std::exchange(components_, std::make_shared<const Components>());
    names_.clear();
  }
  for (const auto& component : *components) withdraw(*component);
  const auto deadline = environment_.real_clock.now() + timeout;
  for (const auto& component : *components) component->begin_to_leave();
  for (const auto& component : *components) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - environment_.real_clock.now());
    leave(*component, std::max(left, std::chrono::milliseconds(0)));
  }
}

}  // namespace rtm
