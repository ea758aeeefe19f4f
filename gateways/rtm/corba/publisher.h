// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "gateways/rtm/component/manager.h"
#include "gateways/rtm/corba/orb.h"

namespace rtm {

struct NamingSettings {
  /// HOST:PORT of a COS naming service; "none": references are written as files into `reference_folder` instead.
  std::string name_server = "127.0.0.1:2809";
  /// One file `INSTANCE.rtcomp` (and .rtmon, .rtc) each, with one line `IOR:…`. The folder is created.
  std::filesystem::path reference_folder;
  /// The names for OMG objects (naming_format.h): one format, or several separated by commas.
  std::string format = "%n.rtc";
  /// Real time between two checks whether names are still bound; 0: never.
  std::chrono::nanoseconds check_interval = std::chrono::seconds(10);
};

/// Serves components on the ORB, with the interfaces RtComponent, InPort, OutPort and RtmView::Monitor, and with those
/// of the OMG (omg_component.h), and publishes their references: in the naming service as (instance, rtcomp),
/// (instance, rtmon) and by the names from `NamingSettings::format`, where they are checked and rebound periodically
/// (`NamingSettings::check_interval`), or in files. Any thread. The ORB outlives it.
class CorbaPublisher final : public Publisher {
 public:
  /// Throws std::runtime_error with one line and advice if the name server cannot be reached, or if the format is
  /// invalid.
  CorbaPublisher(Orb& orb, const NamingSettings& settings, spark::RealClock& clock);
  ~CorbaPublisher() override;  ///< withdraws the remaining components

  std::string choose_name(const std::string& type, const std::function<bool(const std::string&)>& is_free) override;
  void publish(const std::shared_ptr<Component>& component) override;
  void withdraw(const Component& component) override;

  /// Publishes an object that is not a component: the one that this ORB serves under `key` is bound as `name`, with an
  /// empty kind, and kept bound like the names of components. Returns false, with a warning, if the name belongs to a
  /// live object of another program. Throws NamesUnavailable.
  bool bind(const std::string& name, const std::string& key);
  /// Does nothing if it was not bound.
  void unbind(const std::string& name);
  /// The holder of that name: the key of an object of this program, or the address of a live one of another program;
  /// empty: the name is free. Throws as bind does.
  std::string holder(const std::string& name) const;

  /// Registers a category: components of that type are served by its servant instead of that of a plain RtComponent
  /// (category_servant.h). Must be called before the first component of the type is published. "Motor" is predefined
  /// (motor_operations.h).
  class Category;
  void add_category(const std::string& type, std::shared_ptr<Category> category);

  /// Counters of all ports and components for the summary.
  struct Counts {
    std::uint64_t values_in = 0;    ///< accepted by InPorts
    std::uint64_t values_out = 0;   ///< accepted by subscribers of OutPorts
    std::uint64_t refused = 0;      ///< values refused by InPorts
    std::uint64_t overwritten = 0;  ///< values missed by slow subscribers
    std::uint64_t watchdogs = 0;    ///< streams that have stopped
  };
  /// Counts since the start, including components that are gone. Values of ended subscriptions are not included. May be
  /// called on any thread.
  Counts counts() const;

 private:
  struct Hidden;
  std::unique_ptr<Hidden> hidden_;
};

}  // namespace rtm
