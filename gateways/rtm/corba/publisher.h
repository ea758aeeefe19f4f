// SPDX-License-Identifier: Apache-2.0
#pragma once

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
  std::filesystem::path
      reference_folder;  ///< one file `INSTANCE.rtcomp` (and .rtmon) each, of one line `IOR:…`; is created
};

/// Serves components on the ORB, as the interfaces RtComponent, InPort, OutPort and RtmView::Monitor have them, and
/// makes their references known: in the naming service as (instance, rtcomp) and (instance, rtmon), where they are
/// checked and bound again every 10 s of real time, or in files. Any thread; ends before its ORB does.
class CorbaPublisher final : public Publisher {
 public:
  /// Throws std::runtime_error with one line and what to do if the name server cannot be reached.
  CorbaPublisher(Orb& orb, const NamingSettings& settings, spark::RealClock& clock);
  ~CorbaPublisher() override;  ///< withdraws what is left

  std::string choose_name(const std::string& type, const std::function<bool(const std::string&)>& is_free) override;
  void publish(const std::shared_ptr<Component>& component) override;
  void withdraw(const Component& component) override;

  /// For components with operations of their own: makes the servant of their type, in place of that of plain
  /// RtComponent (category_servant.h). To be told before the first is published. "Motor" is known (motor_operations.h).
  class Category;
  void add_category(const std::string& type, std::shared_ptr<Category> category);

  /// What was refused at ports of all components, and other counts for the table of people.
  struct Counts {
    std::uint64_t values_in = 0;    ///< taken by InPorts
    std::uint64_t values_out = 0;   ///< taken by subscribers of OutPorts
    std::uint64_t refused = 0;      ///< values that InPorts have not taken
    std::uint64_t overwritten = 0;  ///< values that subscribers were too slow for
    std::uint64_t watchdogs = 0;    ///< streams that have stopped
  };
  /// Since the start, of components that are gone, too. Of subscriptions that have ended their values are not counted
  /// any more. Any thread.
  Counts counts() const;

 private:
  struct Hidden;
  std::unique_ptr<Hidden> hidden_;
};

}  // namespace rtm
