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
  /// One file `INSTANCE.rtcomp` (and .rtmon, .rtc) each, of one line `IOR:…`. The folder is created.
  std::filesystem::path reference_folder;
  /// Where the form of the OMG is bound (naming_format.h): one format, or several with commas between.
  std::string format = "%n.rtc";
  /// Real time after which it is checked again whether names are still bound; 0: never.
  std::chrono::nanoseconds check_interval = std::chrono::seconds(10);
};

/// Serves components on the ORB, as the interfaces RtComponent, InPort, OutPort and RtmView::Monitor have them, and in
/// the OMG's form (omg_component.h), and makes their references known: in the naming service as (instance, rtcomp),
/// (instance, rtmon) and by the names that `NamingSettings::format` makes, where they are checked and bound again at
/// times (`NamingSettings::check_interval`), or in files. Any thread; ends before its ORB does.
class CorbaPublisher final : public Publisher {
 public:
  /// Throws std::runtime_error with one line and what to do if the name server cannot be reached, or the format is
  /// none.
  CorbaPublisher(Orb& orb, const NamingSettings& settings, spark::RealClock& clock);
  ~CorbaPublisher() override;  ///< withdraws what is left

  std::string choose_name(const std::string& type, const std::function<bool(const std::string&)>& is_free) override;
  void publish(const std::shared_ptr<Component>& component) override;
  void withdraw(const Component& component) override;

  /// Makes an object known that is no component: the one that this ORB serves under `key` is bound as `name`, with an
  /// empty kind, and kept there as the names of components are. False, with a warning, if the name belongs to an object
  /// of another program that is alive. Throws NamesUnavailable.
  bool bind(const std::string& name, const std::string& key);
  /// Nothing if it was not bound.
  void unbind(const std::string& name);
  /// Who has that name: the key of an object of this program, or the address of another that is alive; empty: it is
  /// free. Throws as bind does.
  std::string holder(const std::string& name) const;

  /// Serves components with operations of their own: makes the servant of their type, in place of that of plain
  /// RtComponent (category_servant.h). To be called before the first is published. "Motor" is known
  /// (motor_operations.h).
  class Category;
  void add_category(const std::string& type, std::shared_ptr<Category> category);

  /// Values that were refused at ports of all components, and other counts for the summary.
  struct Counts {
    std::uint64_t values_in = 0;    ///< taken by InPorts
    std::uint64_t values_out = 0;   ///< taken by subscribers of OutPorts
    std::uint64_t refused = 0;      ///< values that InPorts have not taken
    std::uint64_t overwritten = 0;  ///< values that subscribers were too slow for
    std::uint64_t watchdogs = 0;    ///< streams that have stopped
  };
  /// Counts since the start, including components that are gone. Values of subscriptions that have ended are not
  /// counted any more. May be called on any thread.
  Counts counts() const;

 private:
  struct Hidden;
  std::unique_ptr<Hidden> hidden_;
};

}  // namespace rtm
