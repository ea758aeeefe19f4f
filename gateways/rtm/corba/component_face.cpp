// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/corba/component_face.h"

#include "gateways/rtm/corba/in_port_servant.h"
#include "gateways/rtm/corba/orb_access.h"
#include "gateways/rtm/corba/out_port_servant.h"

namespace rtm {

ComponentFace::ComponentFace(const std::shared_ptr<Component>& component, std::shared_ptr<ServantContext> context)
    : component_(component), context_(std::move(context)) {
  try {
    serve(component);
  } catch (...) {
    withdraw();
    throw;
  }
}

ComponentFace::~ComponentFace() {
  withdraw();
}

void ComponentFace::serve(const std::shared_ptr<Component>& component) {
  Orb::Access& access = context_->orb().access();
  for (const auto& port : component->in_ports()) {
    const std::string key = component->name() + "/in/" + port->name();
    const PortableServer::ServantBase_var servant = new InPortServant(component_, port, context_);
    const CORBA::Object_var object = access.add(servant.in(), key);
    keys_.push_back(key);
    const CORBA::ULong count = in_ports_.length();
    in_ports_.length(count + 1);
    in_ports_[count] = ::InPort::_narrow(object.in());
    context_->add_in_port(in_names_.emplace_back(port->full_name()), in_ports_[count].in());
  }
  for (const auto& port : component->out_ports()) {
    const std::string key = component->name() + "/out/" + port->name();
    const PortableServer::ServantBase_var servant = new OutPortServant(component_, port, context_);
    const CORBA::Object_var object = access.add(servant.in(), key);
    keys_.push_back(key);
    const CORBA::ULong count = out_ports_.length();
    out_ports_.length(count + 1);
    out_ports_[count] = ::OutPort::_narrow(object.in());
  }
}

void ComponentFace::withdraw() {
  for (const std::string& name : in_names_) context_->remove_in_port(name);
  for (const std::string& key : keys_) context_->orb().access().remove(key);
  in_names_.clear();
  keys_.clear();
}

std::shared_ptr<Component> ComponentFace::component() const {
  auto component = component_.lock();
  if (!component) throw CORBA::OBJECT_NOT_EXIST(0, CORBA::COMPLETED_NO);
  return component;
}

void ComponentFace::on() const {
  if (!component()->switch_on()) throw CORBA::TIMEOUT(0, CORBA::COMPLETED_MAYBE);
}

void ComponentFace::off() const {
  if (!component()->switch_off()) throw CORBA::TIMEOUT(0, CORBA::COMPLETED_MAYBE);
}

::InPortList* ComponentFace::in_ports() const {
  const auto alive = component();
  return new ::InPortList(in_ports_);
}

::OutPortList* ComponentFace::out_ports() const {
  const auto alive = component();
  return new ::OutPortList(out_ports_);
}

}  // namespace rtm
