// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/corba/service.h"

namespace rtm {
namespace {

/// The only ORB of this process.
CORBA::ORB_ptr orb_of_process() {
  int no_arguments = 0;
  return CORBA::ORB_init(no_arguments, nullptr, "omniORB4");
}

}  // namespace

ServiceProvider::ServiceProvider(ServicePort& port, std::string instance, std::string type,
                                 PortableServer::Servant servant)
    : servant_(servant) {
  port.provide(std::move(instance), std::move(type), [this] { return reference(); });
}

ServiceProvider::~ServiceProvider() {
  const std::lock_guard lock(mutex_);
  if (reference_.empty()) return;
  try {
    poa_->deactivate_object(id_.in());
  } catch (const CORBA::Exception&) {  // NOLINT(bugprone-empty-catch): the ORB has already ended
  }
}

std::string ServiceProvider::reference() {
  const std::lock_guard lock(mutex_);
  if (!reference_.empty()) return reference_;
  poa_ = servant_->_default_POA();
  id_ = poa_->activate_object(servant_.in());
  const CORBA::Object_var object = poa_->id_to_reference(id_.in());
  const CORBA::ORB_var orb = orb_of_process();
  const CORBA::String_var text = orb->object_to_string(object.in());
  reference_ = text.in();
  return reference_;
}

CORBA::Object_ptr service_object(const std::string& reference) {
  try {
    const CORBA::ORB_var orb = orb_of_process();
    return orb->string_to_object(reference.c_str());
  } catch (const CORBA::Exception&) {
    return CORBA::Object::_nil();
  }
}

}  // namespace rtm
