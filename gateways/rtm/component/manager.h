// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gateways/rtm/component/component.h"
#include "gateways/rtm/component/execution_context.h"

namespace rtm {

/// Publishes components, usually on a network (gateways/rtm/corba/publisher.h).
class Publisher {
 public:
  virtual ~Publisher() = default;
  /// The first free name of its type, from `type`0 on, that `is_free` accepts.
  virtual std::string choose_name(const std::string& type, const std::function<bool(const std::string&)>& is_free) = 0;
  /// Called when the component has its name and is complete. Throws std::runtime_error with one line if it cannot be
  /// published.
  virtual void publish(const std::shared_ptr<Component>& component) = 0;
  virtual void withdraw(const Component& component) = 0;
};

class Modules;
class Reaper;

/// The components of one process: creates them by their types, loads modules with more types, names them, ends them.
/// Any thread; long operations (loading, publishing) run on the caller's thread and hold no lock for which others wait.
/// A manager that has been shut down creates no more components.
class Manager {
 public:
  using Factory = std::function<std::shared_ptr<Component>()>;
  using ContextFactory = std::function<std::shared_ptr<ExecutionContext>(const ContextSettings&, const Environment&)>;
  using Parameters = std::vector<std::pair<std::string, std::string>>;

  /// `publisher` may be null: components are then called Gate0, Gate1 … and are unknown to other processes. It outlives
  /// the manager.
  Manager(Environment environment, std::vector<std::filesystem::path> module_folders, Publisher* publisher);
  ~Manager();  ///< calls shut_down

  /// Called by modules: registers `type`. A type with a known name is refused with std::invalid_argument, and so is an
  /// invalid name.
  void add_type(const std::string& type, Factory factory);
  /// Registers a type of execution contexts in the same way.
  void add_context_type(const std::string& type, ContextFactory factory);
  /// The types that `create` knows, ascending.
  std::vector<std::string> types() const;
  /// Loads NAME.so from the first module folder that has it (or the file, if it is a path) and calls its `extern "C"
  /// void NAMEInit(rtm::Manager&)`. Modules are never unloaded; loading one again does nothing. Throws
  /// std::runtime_error with file and reason: it is missing, lacks the function, or throws; its types are then removed.
  void load(const std::string& module);

  /// Configures a new component. Called when it has its name and before it participates in anything, so that
  /// `on_initialize` finds its parameters; `context` is preset from the environment, and configures its own execution
  /// context.
  using SetUp = std::function<void(Component& component, const std::string& name, ContextSettings& context)>;

  /// Creates an instance, published and off. Its own execution context has the type in the settings, which is loaded as
  /// a module of that name if it is unknown. Throws std::runtime_error: unknown type or parameter, unknown type of
  /// contexts (listing the known ones), too many components, a constructor that throws; and any exception of `set_up`.
  std::shared_ptr<Component> create(const std::string& type, const SetUp& set_up);
  std::shared_ptr<Component> create(const std::string& type, const Parameters& parameters,
                                    const ContextSettings& context);
  /// Creates one with the settings of the environment.
  std::shared_ptr<Component> create(const std::string& type, const Parameters& parameters = {}) {
    return create(type, parameters, environment_.context);
  }
  /// Loads the module of that type of execution contexts if it is unknown. Throws std::runtime_error that lists the
  /// known ones if there is no such type.
  void need_context_type(const std::string& type) { find_context_type(type); }
  /// Adds a component that the caller has made. Its number is the first free one from `first` on. Throws
  /// std::runtime_error if it cannot be added.
  void adopt(const std::shared_ptr<Component>& component, int first = 0);
  /// Withdraws and stops it; does nothing if it is not in the list.
  void remove(const std::shared_ptr<Component>& component);

  std::shared_ptr<Component> find(std::string_view name) const;
  /// The components in the order of their creation.
  std::vector<std::shared_ptr<Component>> components() const;

  /// Runs one pass of every driven component that is not ticked apart, in the order of their creation.
  void tick();
  /// Withdraws and stops all components; `timeout` is for all activities together.
  void shut_down(std::chrono::milliseconds timeout = std::chrono::milliseconds(2000));

  const Environment& environment() const { return environment_; }

 private:
  using Components = std::vector<std::shared_ptr<Component>>;

  std::string reserve_name(const std::string& type, int first = 0);
  std::shared_ptr<Component> make(const std::string& type) const;
  void adopt(const std::shared_ptr<Component>& component, int first, const SetUp& set_up);
  void add(const std::shared_ptr<Component>& component, const std::string& name, const ContextSettings& context);
  ContextFactory find_context_type(const std::string& type);
  ContextFactory known_context_type(const std::string& type) const;
  std::string context_types() const;
  std::shared_ptr<ExecutionContext> make_context(const Component& component, ContextSettings settings);
  bool drop(const Component& component);
  void withdraw(const Component& component);
  void leave(Component& component, std::chrono::milliseconds timeout);
  std::shared_ptr<const Components> present() const;

  const std::unique_ptr<Reaper> reaper_;
  const Environment environment_;
  Publisher* const publisher_;
  const std::unique_ptr<Modules> modules_;
  mutable std::mutex mutex_;
  std::map<std::string, Factory, std::less<>> types_;
  std::map<std::string, ContextFactory, std::less<>> context_types_;
  std::set<std::string, std::less<>> names_;      ///< in use, including those of components that are being created
  std::shared_ptr<const Components> components_;  ///< replaced, never modified, so a tick can iterate over its own copy
  bool is_shut_down_ = false;
};

/// "Motor0 has no InPort 'posision'; did you mean position?", for users to read.
std::string no_in_port(const Component& component, std::string_view name);
std::string no_out_port(const Component& component, std::string_view name);

/// Connects ports of this process: "Sensor0.light" to "Logic0.in2". Returns false with `problem` set if there is no
/// such port, the types do not fit, or the OutPort refuses.
bool connect(const Manager& manager, std::string_view out, std::string_view in, Request request, std::string& problem);

}  // namespace rtm
