// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/corba/omg_component_servant.h"

#include <utility>
#include <vector>

#include "gateways/rtm/corba/component_profile.h"
#include "gateways/rtm/corba/context_servant.h"
#include "gateways/rtm/corba/omg_types.h"
#include "gateways/rtm/corba/orb_access.h"
#include "gateways/rtm/corba/remote_context.h"

namespace rtm {
namespace {

template <typename Contexts, typename Reference>
RTC::ExecutionContextList* list_of(const Contexts& contexts, const Reference& reference_of) {
  RTC::ExecutionContextList_var list = new RTC::ExecutionContextList;
  list->length(static_cast<CORBA::ULong>(contexts.size()));
  for (CORBA::ULong i = 0; i != list->length(); ++i) list[i] = reference_of(contexts[i]);
  return list._retn();
}

}  // namespace

OmgComponentServant::OmgComponentServant(std::weak_ptr<Component> component, std::shared_ptr<ServantContext> context,
                                         std::shared_ptr<const OmgPorts> ports, std::string key,
                                         std::string configuration)
    : component_(std::move(component)),
      context_(std::move(context)),
      ports_(std::move(ports)),
      key_(std::move(key)),
      configuration_(std::move(configuration)) {}

std::shared_ptr<Component> OmgComponentServant::component() const {
  auto component = component_.lock();
  if (!component) throw CORBA::OBJECT_NOT_EXIST(0, CORBA::COMPLETED_NO);
  return component;
}

RTC::ReturnCode_t OmgComponentServant::call(Callback callback, RTC::ExecutionContextHandle_t handle) const {
  return to_wire(component()->call(callback, handle));
}

RTC::ReturnCode_t OmgComponentServant::on_initialize() {
  return initialize();
}

RTC::ReturnCode_t OmgComponentServant::on_finalize() {
  return RTC::PRECONDITION_NOT_MET;
}

RTC::ReturnCode_t OmgComponentServant::on_startup(RTC::ExecutionContextHandle_t handle) {
  return call(Callback::startup, handle);
}

RTC::ReturnCode_t OmgComponentServant::on_shutdown(RTC::ExecutionContextHandle_t handle) {
  return call(Callback::shutdown, handle);
}

RTC::ReturnCode_t OmgComponentServant::on_activated(RTC::ExecutionContextHandle_t handle) {
  return call(Callback::activated, handle);
}

RTC::ReturnCode_t OmgComponentServant::on_deactivated(RTC::ExecutionContextHandle_t handle) {
  return call(Callback::deactivated, handle);
}

RTC::ReturnCode_t OmgComponentServant::on_aborting(RTC::ExecutionContextHandle_t handle) {
  return call(Callback::aborting, handle);
}

RTC::ReturnCode_t OmgComponentServant::on_error(RTC::ExecutionContextHandle_t handle) {
  return call(Callback::error, handle);
}

RTC::ReturnCode_t OmgComponentServant::on_reset(RTC::ExecutionContextHandle_t handle) {
  return call(Callback::reset, handle);
}

RTC::ReturnCode_t OmgComponentServant::on_execute(RTC::ExecutionContextHandle_t handle) {
  return call(Callback::execute, handle);
}

RTC::ReturnCode_t OmgComponentServant::on_state_update(RTC::ExecutionContextHandle_t handle) {
  return call(Callback::state_update, handle);
}

RTC::ReturnCode_t OmgComponentServant::on_rate_changed(RTC::ExecutionContextHandle_t handle) {
  return call(Callback::rate_changed, handle);
}

RTC::ReturnCode_t OmgComponentServant::initialize() {
  return to_wire(component()->initialize());
}

RTC::ReturnCode_t OmgComponentServant::finalize() {
  return to_wire(component()->finalize());
}

RTC::ReturnCode_t OmgComponentServant::exit() {
  return to_wire(component()->exit());
}

std::shared_ptr<ContextLink> OmgComponentServant::link(RTC::ExecutionContext_ptr context) const {
  if (CORBA::is_nil(context)) return nullptr;
  Orb::Access& access = context_->orb().access();
  const PortableServer::ServantBase_var ours = access.local_servant(context);
  if (ours.in()) return local_context(*context_, context);
  const CORBA::Object_var self = access.reference(key_);
  const RTC::LightweightRTObject_var component = RTC::LightweightRTObject::_unchecked_narrow(self.in());
  return std::make_shared<RemoteContext>(context, component.in());
}

CORBA::Boolean OmgComponentServant::is_alive(RTC::ExecutionContext_ptr context) {
  const auto alive = component();
  const std::shared_ptr<ContextLink> link = this->link(context);
  return link && alive->is_alive(*link);
}

RTC::ExecutionContextHandle_t OmgComponentServant::attach_context(RTC::ExecutionContext_ptr context) {
  const auto alive = component();
  std::shared_ptr<ContextLink> link = this->link(context);
  return link ? alive->attach_context(std::move(link)) : kNoContext;
}

RTC::ReturnCode_t OmgComponentServant::detach_context(RTC::ExecutionContextHandle_t handle) {
  return to_wire(component()->detach_context(handle));
}

RTC::ExecutionContext_ptr OmgComponentServant::get_context(RTC::ExecutionContextHandle_t handle) {
  return reference_of(component()->context(handle));
}

RTC::ExecutionContextList* OmgComponentServant::get_owned_contexts() {
  return list_of(component()->owned_contexts(), [this](const auto& context) { return reference_of(context); });
}

RTC::ExecutionContextList* OmgComponentServant::get_participating_contexts() {
  return list_of(component()->participating_contexts(), [this](const auto& context) { return reference_of(context); });
}

RTC::ExecutionContextHandle_t OmgComponentServant::get_context_handle(RTC::ExecutionContext_ptr context) {
  const auto alive = component();
  const std::shared_ptr<ContextLink> link = this->link(context);
  return link ? alive->handle_of(*link) : kNoContext;
}

RTC::ExecutionContext_ptr OmgComponentServant::reference_of(const std::shared_ptr<ContextLink>& context) const {
  if (!context) return RTC::ExecutionContext::_nil();
  if (const auto* const remote = dynamic_cast<const RemoteContext*>(context.get()))
    return RTC::ExecutionContext::_duplicate(remote->reference());
  const CORBA::Object_var object =
      context_->orb().access().reference_of(dynamic_cast<const ExecutionContext*>(context.get()));
  return RTC::ExecutionContext::_unchecked_narrow(object.in());
}

RTC::ComponentProfile* OmgComponentServant::get_component_profile() {
  RTC::ComponentProfile_var profile = component_profile(*component());
  const RTC::PortProfileList_var ports = ports_->profiles();
  profile->port_profiles = ports.in();
  return profile._retn();
}

RTC::PortServiceList* OmgComponentServant::get_ports() {
  const auto alive = component();
  return ports_->ports();
}

char* OmgComponentServant::get_sdo_id() {
  return CORBA::string_dup(component()->name().c_str());
}

char* OmgComponentServant::get_sdo_type() {
  return CORBA::string_dup(component()->type().c_str());
}

SDOPackage::DeviceProfile* OmgComponentServant::get_device_profile() {
  return device_profile(*component());
}

SDOPackage::ServiceProfileList* OmgComponentServant::get_service_profiles() {
  return new SDOPackage::ServiceProfileList;
}

SDOPackage::ServiceProfile* OmgComponentServant::get_service_profile(const char*) {
  throw SDOPackage::InvalidParameter("there are no services");
}

SDOPackage::SDOService_ptr OmgComponentServant::get_sdo_service(const char*) {
  throw SDOPackage::InvalidParameter("there are no services");
}

SDOPackage::Configuration_ptr OmgComponentServant::get_configuration() {
  const auto alive = component();
  const CORBA::Object_var object = context_->orb().access().reference(configuration_);
  if (CORBA::is_nil(object.in())) throw CORBA::OBJECT_NOT_EXIST(0, CORBA::COMPLETED_NO);
  return SDOPackage::Configuration::_unchecked_narrow(object.in());
}

SDOPackage::Monitoring_ptr OmgComponentServant::get_monitoring() {
  throw SDOPackage::InterfaceNotImplemented("there is no monitoring");
}

SDOPackage::OrganizationList* OmgComponentServant::get_organizations() {
  return new SDOPackage::OrganizationList;
}

SDOPackage::OrganizationList* OmgComponentServant::get_owned_organizations() {
  return new SDOPackage::OrganizationList;
}

SDOPackage::NVList* OmgComponentServant::get_status_list() {
  return new SDOPackage::NVList;
}

CORBA::Any* OmgComponentServant::get_status(const char*) {
  throw SDOPackage::InvalidParameter("there is no status of that name");
}

}  // namespace rtm
