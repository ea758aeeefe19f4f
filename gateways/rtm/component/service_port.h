// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace rtm {

/// A port through which components call each other's services. A service is an interface with operations, whereas data
/// ports only carry values. An interface is provided (others call the component) or required (the component calls
/// others). Both ends are references of CORBA objects in their text form, "IOR:…", so that this room needs no CORBA;
/// gateways/rtm/corba/service.h makes them from servants and stubs.
///
/// A component declares its service ports and their interfaces in its constructor (`Component::add_service_port`), and
/// they live as long as the component. Only connections of the OMG's form reach them: the interfaces of 2003 have no
/// service ports.
class ServicePort {
 public:
  /// Returns the reference of the offered object; empty if there is none. Called when a connection is made, on threads
  /// of the ORB, possibly several at the same time.
  using Provide = std::function<std::string()>;
  /// Takes the reference of a provider, or an empty text when the connection to it ends. Returns false if it is not a
  /// reference of such an object, which makes the connection fail. Called on threads of the ORB, one call at a time for
  /// each port; it must only store the reference, since other threads wait for it. With several connected providers the
  /// latest one is set; when it disconnects, the one before is set again.
  using Require = std::function<bool(const std::string& reference)>;

  struct Interface {
    std::string instance;  ///< a name, unique in its port among the provided, or the required, interfaces of its type
    std::string type;      ///< the name by which both ends know the interface: "Simulation"
    Provide provide;       ///< empty for one that is required
    Require require;       ///< empty for one that is provided
    bool is_provided() const { return static_cast<bool>(provide); }
  };

  explicit ServicePort(std::string name) : name_(std::move(name)) {}
  ServicePort(const ServicePort&) = delete;
  ServicePort& operator=(const ServicePort&) = delete;

  const std::string& name() const { return name_; }

  // Called in the constructor of the component. Both throw std::invalid_argument for invalid names, for an interface
  // that is declared twice, for an empty function, and for more than kMaxInterfaces.
  void provide(std::string instance, std::string type, Provide reference);
  void require(std::string instance, std::string type, Require set);

  const std::vector<Interface>& interfaces() const { return interfaces_; }

  static constexpr std::size_t kMaxInterfaces = 64;

 private:
  void add(Interface interface, bool has_function);

  const std::string name_;
  std::vector<Interface> interfaces_;
};

}  // namespace rtm
