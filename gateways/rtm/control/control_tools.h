// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <chrono>
#include <functional>
#include <memory>
#include <string>

#include "gateways/rtm/component/manager.h"

namespace rtm {

class Client;
class CorbaPublisher;
class Names;
class Orb;
class PortLog;
class RobotSnapshots;

/// The services of the server for the parts of robots' controls. All of them outlive the parts.
struct ControlTools {
  Manager& manager;
  Orb& orb;
  std::string name_server{};                ///< HOST:PORT, or none
  Client* peers = nullptr;                  ///< components of other programs; null without a name server
  Names* names = nullptr;                   ///< objects of other programs; null without a name server
  CorbaPublisher* publisher = nullptr;      ///< never null in a server
  const RobotSnapshots* robots = nullptr;   ///< as of the last period; never null in a server
  std::array<double, 3> gravity{};          ///< of the world, m/s²
  PortLog* port_log = nullptr;              ///< null: none
  Watchdog::Time watchdog{0};               ///< of InPorts of bridges; 0: never
  std::chrono::nanoseconds tick_timeout{};  ///< real time for the values of a controller whose tick returns early

  // For `ControllerPart::look` only. They throw std::runtime_error with one line.
  /// The component of this process with that name in scripts; null if there is none.
  std::function<std::shared_ptr<Component>(const std::string& name)> find_component{};
  /// Makes the component a component of the server, with a name that scripts can use.
  std::function<void(const std::shared_ptr<Component>&)> adopt{};
  /// Loads a module of components and creates a component of the type with that name, to be ticked as a controller.
  std::function<std::shared_ptr<Component>(const std::string& module)> load{};
};

}  // namespace rtm
