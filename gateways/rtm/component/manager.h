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

namespace rtm {

/// Makes components known to others, on a network as a rule (gateways/rtm/corba/publisher.h).
class Publisher {
 public:
  virtual ~Publisher() = default;
  /// The first free name of its type, from `type`0 on, of those that `is_free` lets pass.
  virtual std::string choose_name(const std::string& type, const std::function<bool(const std::string&)>& is_free) = 0;
  /// The component has its name and everything it needs. Throws std::runtime_error with one line if it cannot be.
  virtual void publish(const std::shared_ptr<Component>& component) = 0;
  virtual void withdraw(const Component& component) = 0;
};

class Modules;

/// The components of one process: makes them by their types, loads modules of more types, names them, ends them. Any
/// thread; what runs long (loading, publishing) does so on the caller's, with no lock held that others wait for. A
/// manager that has been shut down makes no more components.
class Manager {
 public:
  using Factory = std::function<std::shared_ptr<Component>()>;
  using Parameters = std::vector<std::pair<std::string, std::string>>;

  /// `publisher` may be null: then they are called Gate0, Gate1 … and nobody else knows them. It outlives the manager.
  Manager(Environment environment, std::vector<std::filesystem::path> module_folders, Publisher* publisher);
  ~Manager();  ///< as shut_down

  /// For modules: makes `type` known. The second of a name is refused with std::invalid_argument, and so is a name
  /// that is none.
  void add_type(const std::string& type, Factory factory);
  /// The types that `create` knows, ascending.
  std::vector<std::string> types() const;
  /// Loads NAME.so from the first module folder that has it (or the file, if it is a path) and calls its
  /// `extern "C" void NAMEInit(rtm::Manager&)`. A module that is loaded stays; the second time nothing happens. Throws
  /// std::runtime_error with file and reason: missing, no such function, throws; the types of such a one are forgotten.
  void load(const std::string& module);

  /// A new instance, on the network, off. Throws std::runtime_error: no such type or parameter, too many components,
  /// a constructor that throws.
  std::shared_ptr<Component> create(const std::string& type, const Parameters& parameters = {});
  /// The same for one that somebody has made. Its number is the first one free from `first` on. Throws
  /// std::runtime_error if it cannot be.
  void adopt(const std::shared_ptr<Component>& component, int first = 0);
  /// Withdraws and stops it; nothing if it is not among them.
  void remove(const std::shared_ptr<Component>& component);

  std::shared_ptr<Component> find(std::string_view name) const;
  /// In the order in which they came.
  std::vector<std::shared_ptr<Component>> components() const;

  /// One pass of every driven component, in that order.
  void tick();
  /// Withdraws and stops all; activities have `patience` together.
  void shut_down(std::chrono::milliseconds patience = std::chrono::milliseconds(2000));

  const Environment& environment() const { return environment_; }

 private:
  using Components = std::vector<std::shared_ptr<Component>>;

  std::string reserve_name(const std::string& type, int first = 0);
  void add(const std::shared_ptr<Component>& component, const std::string& name);
  bool drop(const Component& component);
  void withdraw(const Component& component);
  void leave(Component& component, std::chrono::milliseconds patience);
  std::shared_ptr<const Components> present() const;

  const Environment environment_;
  Publisher* const publisher_;
  const std::unique_ptr<Modules> modules_;
  mutable std::mutex mutex_;
  std::map<std::string, Factory, std::less<>> types_;
  std::set<std::string, std::less<>> names_;      ///< taken, also by components that are still on their way
  std::shared_ptr<const Components> components_;  ///< replaced, never changed: a tick goes through its own
  bool is_shut_down_ = false;
};

/// "Motor0 has no InPort 'posision'; did you mean position?", for people.
std::string no_in_port(const Component& component, std::string_view name);
std::string no_out_port(const Component& component, std::string_view name);

/// Wires ports of this process: "Sensor0.light" to "Logic0.in2". False with `problem` set if there is no such port, the
/// types do not fit, or the OutPort refuses.
bool connect(const Manager& manager, std::string_view out, std::string_view in, Request request, std::string& problem);

}  // namespace rtm
