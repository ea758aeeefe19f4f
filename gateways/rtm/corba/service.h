// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <omniORB4/CORBA.h>

#include <mutex>
#include <string>
#include <utility>

#include "gateways/rtm/component/service_port.h"

namespace rtm {

// Provider and consumer of a service for components in C++, with the stubs that omniidl generates from its IDL. They
// are members of a component, made in its constructor:
//
//     class Clock final : public rtm::Component {
//      public:
//       Clock() : Component("Clock", rtm::Pattern::passive),
//                 provider_(add_service_port("clock"), "time", "MyTime", new TimeServant(*this)) {}
//      private:
//       rtm::ServiceProvider provider_;
//     };
//
// Both ends of a connection identify the interface by the type's name, which is not a repository id.

/// Offers an object at a service port. The servant serves from the first connection until this object is destroyed,
/// which happens before the component is. A call may last longer than that, so the servant must not assume that the
/// component still exists.
class ServiceProvider {
 public:
  /// Takes over the caller's reference to the servant.
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

/// The object of a reference in text form, to be released; nil if the text is not one. Makes no remote call.
CORBA::Object_ptr service_object(const std::string& reference);

/// The service that a component calls at a service port: `Interface` is the stub, for instance rcss::Simulation.
template <typename Interface>
class ServiceConsumer {
 public:
  ServiceConsumer(ServicePort& port, std::string instance, std::string type) {
    port.require(std::move(instance), std::move(type), [this](const std::string& reference) { return set(reference); });
  }
  ServiceConsumer(const ServiceConsumer&) = delete;
  ServiceConsumer& operator=(const ServiceConsumer&) = delete;

  /// The provider's object, nil while there is no connection. Any thread. Calls to it throw CORBA::SystemException:
  /// TIMEOUT after the timeout of the ORB, and BAD_OPERATION if the provider's object has another interface.
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
