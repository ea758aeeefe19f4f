// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <omniORB4/CORBA.h>

#include <mutex>
#include <string>
#include <utility>

#include "gateways/rtm/component/service_port.h"

namespace rtm {

// Both ends of a service for components in C++, with the stubs that omniidl makes of its IDL. They are members of a
// component, made in its constructor:
//
//     class Clock final : public rtm::Component {
//      public:
//       Clock() : Component("Clock", rtm::Pattern::passive),
//                 provider_(add_service_port("clock"), "time", "MyTime", new TimeServant(*this)) {}
//      private:
//       rtm::ServiceProvider provider_;
//     };
//
// The type's name is what both ends of a connection know the interface by; it is no repository id.

/// Offers an object at a service port. The servant begins to serve when the first connection is made, and ends with
/// this, which is before the component; what it still refers to after that is its own affair, since a call may last
/// longer.
class ServiceProvider {
 public:
  /// Takes over the caller's reference of the servant.
  ServiceProvider(ServicePort& port, std::string instance, std::string type, PortableServer::Servant servant);
  ~ServiceProvider();
  ServiceProvider(const ServiceProvider&) = delete;
  ServiceProvider& operator=(const ServiceProvider&) = delete;

 private:
  std::string reference();

  std::mutex mutex_;
  PortableServer::ServantBase_var servant_;
  PortableServer::POA_var poa_;
  PortableServer::ObjectId_var id_;
  std::string reference_;  ///< empty until it serves
};

/// The object behind a reference in text form, to be released; nil if it is none. No call leaves the process.
CORBA::Object_ptr service_object(const std::string& reference);

/// What a component calls at a service port: `Interface` is the stub, rcss::Simulation for instance.
template <typename Interface>
class ServiceConsumer {
 public:
  ServiceConsumer(ServicePort& port, std::string instance, std::string type) {
    port.require(std::move(instance), std::move(type), [this](const std::string& reference) { return set(reference); });
  }
  ServiceConsumer(const ServiceConsumer&) = delete;
  ServiceConsumer& operator=(const ServiceConsumer&) = delete;

  /// The provider's object, nil while there is no connection. Any thread. Calls to it throw CORBA::SystemException:
  /// after the time-out of the ORB, and BAD_OPERATION where the provider has something else of this name.
  typename Interface::_var_type get() const {
    const std::lock_guard lock(mutex_);
    return Interface::_duplicate(object_.in());
  }

 private:
  bool set(const std::string& reference) {
    typename Interface::_var_type object = Interface::_nil();
    if (!reference.empty()) {
      const CORBA::Object_var any = service_object(reference);
      if (CORBA::is_nil(any.in())) return false;
      object = Interface::_unchecked_narrow(any.in());
    }
    const std::lock_guard lock(mutex_);
    object_ = object;
    return true;
  }

  mutable std::mutex mutex_;
  typename Interface::_var_type object_;
};

}  // namespace rtm
