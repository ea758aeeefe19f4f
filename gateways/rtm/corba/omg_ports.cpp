// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/corba/omg_ports.h"

#include <fmt/format.h>

#include <mutex>
#include <stdexcept>
#include <utility>

#include "gateways/rtm/corba/connector_chain.h"
#include "gateways/rtm/corba/data_roles.h"
#include "gateways/rtm/corba/orb_access.h"
#include "gateways/rtm/corba/port_service_servant.h"
#include "gateways/rtm/corba/service_role.h"

namespace rtm {
namespace {

/// How long the end of a component may wait for peers that hang, in timeouts of a call.
constexpr int kMaxEndTimeouts = 2;

}  // namespace

struct OmgPorts::Hidden {
  struct Served {
    std::string key;
    PortableServer::ServantBase_var servant;
    PortServiceServant* port;  ///< the same
  };

  Hidden(std::weak_ptr<Component> a_component, std::shared_ptr<ServantContext> a_context,
         std::function<RTC::RTObject_ptr()> an_owner)
      : component(std::move(a_component)), context(std::move(a_context)), owner(std::move(an_owner)) {}

  const std::weak_ptr<Component> component;
  const std::shared_ptr<ServantContext> context;
  const std::function<RTC::RTObject_ptr()> owner;
  mutable std::mutex mutex;  ///< guards the list, which other threads read while it is emptied
  std::vector<Served> served;

  void serve_all(const std::shared_ptr<Component>& of);
  void serve(const std::string& full_name, const std::string& key, std::unique_ptr<PortRole> role);
  void inform(const std::vector<ConnectorTable::Taken>& ended, RTC::PortService_ptr self,
              spark::RealClock::Time deadline) const;
};

void OmgPorts::Hidden::serve_all(const std::shared_ptr<Component>& of) {
  const std::string folder = of->name() + "/port/";
  const auto is_twice = [&of](const std::string& name) { return of->in_port(name) && of->out_port(name); };
  for (const auto& port : of->in_ports()) {
    const std::string key = folder + (is_twice(port->name()) ? "in/" : "") + port->name();
    serve(port->full_name(), key, in_port_role(component, port, key, context));
  }
  for (const auto& port : of->out_ports()) {
    const std::string key = folder + (is_twice(port->name()) ? "out/" : "") + port->name();
    const std::string name = omg_name(*of, *port);
    serve(of->name() + "." + name, key, out_port_role(component, port, name, key, context));
  }
  for (const auto& port : of->service_ports())
    serve(of->name() + "." + port->name(), folder + port->name(), service_role(of, port, context));
}

void OmgPorts::Hidden::serve(const std::string& full_name, const std::string& key, std::unique_ptr<PortRole> role) {
  auto* const port = new PortServiceServant(component, full_name, std::move(role), context, owner);
  Served one{key, port, port};
  const CORBA::Object_var object = context->orb().access().add(port, key);
  const RTC::PortService_var reference = RTC::PortService::_narrow(object.in());
  port->set_reference(reference.in());
  served.push_back(std::move(one));
}

void OmgPorts::Hidden::inform(const std::vector<ConnectorTable::Taken>& ended, RTC::PortService_ptr self,
                              spark::RealClock::Time deadline) const {
  for (const ConnectorTable::Taken& one : ended) {
    const RTC::PortServiceList& ports = one.profile.ports;
    for (CORBA::ULong i = 0; i != ports.length(); ++i) {
      if (ports[i]->_is_equivalent(self)) continue;
      // Ports that are not informed detect the end by themselves.
      const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - context->clock().now());
      if (left.count() <= 0) return;
      omniORB::setClientCallTimeout(ports[i].in(), static_cast<CORBA::ULong>(left.count()));
      RTC::ReturnCode_t code = RTC::RTC_ERROR;
      context->goodbyes().say(ports[i].in(),
                              [&] { code = ports[i]->notify_disconnect(one.profile.connector_id.in()); });
      if (code == RTC::RTC_OK) break;
    }
  }
}

OmgPorts::OmgPorts(const std::shared_ptr<Component>& component, std::shared_ptr<ServantContext> context,
                   std::function<RTC::RTObject_ptr()> owner)
    : hidden_(std::make_unique<Hidden>(component, std::move(context), std::move(owner))) {
  try {
    hidden_->serve_all(component);
  } catch (const CORBA::Exception& exception) {
    withdraw();
    throw std::runtime_error(
        fmt::format("the ports of {} cannot be served: CORBA::{}", component->name(), exception._name()));
  } catch (...) {
    withdraw();
    throw;
  }
}

OmgPorts::~OmgPorts() {
  withdraw();
}

RTC::PortServiceList* OmgPorts::ports() const {
  RTC::PortServiceList_var list = new RTC::PortServiceList;
  const std::lock_guard lock(hidden_->mutex);
  list->length(static_cast<CORBA::ULong>(hidden_->served.size()));
  for (CORBA::ULong i = 0; i != list->length(); ++i)
    list[i] = RTC::PortService::_duplicate(hidden_->served[i].port->reference());
  return list._retn();
}

RTC::PortProfileList* OmgPorts::profiles() const {
  std::vector<PortableServer::ServantBase_var> held;
  std::vector<PortServiceServant*> all;
  {
    const std::lock_guard lock(hidden_->mutex);
    for (const Hidden::Served& one : hidden_->served) {
      one.port->_add_ref();
      held.emplace_back(one.port);
      all.push_back(one.port);
    }
  }
  RTC::PortProfileList_var list = new RTC::PortProfileList;
  list->length(static_cast<CORBA::ULong>(all.size()));
  for (CORBA::ULong i = 0; i != list->length(); ++i) {
    const RTC::PortProfile_var profile = all[i]->get_port_profile();
    list[i] = profile.in();
  }
  return list._retn();
}

void OmgPorts::withdraw() {
  std::vector<Hidden::Served> left;
  {
    const std::lock_guard lock(hidden_->mutex);
    left.swap(hidden_->served);
  }
  if (left.empty()) return;
  ServantContext& context = *hidden_->context;
  const auto deadline = context.clock().now() + kMaxEndTimeouts * context.orb().call_timeout();
  for (const Hidden::Served& one : left) {
    auto ended = one.port->close();
    for (ConnectorTable::Taken& taken : ended)
      if (taken.part && taken.part->calls_others()) taken.part.reset();
    hidden_->inform(ended, one.port->reference(), deadline);
  }
  for (const Hidden::Served& one : left) context.orb().access().remove(one.key);
}

std::string omg_name(const Component& component, const OutPort& port) {
  if (!component.in_port(port.name())) return port.name();
  std::string name = port.name() + "_out";
  const auto is_taken = [&component](const std::string& other) {
    if (component.in_port(other) || component.out_port(other)) return true;
    for (const auto& service : component.service_ports())
      if (service->name() == other) return true;
    return false;
  };
  while (is_taken(name)) name += '_';
  return name;
}

}  // namespace rtm
