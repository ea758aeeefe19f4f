// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <OpenRTM.hh>
#include <memory>
#include <string>

#include "gateways/rtm/component/component.h"
#include "gateways/rtm/corba/omg_ports.h"
#include "gateways/rtm/corba/servant_context.h"

namespace rtm {

/// The OMG interface of a component. Remote contexts call its callbacks here; ports and parameters are separate
/// objects. It keeps neither the component nor its program alive: when the component is gone, callers get
/// OBJECT_NOT_EXIST. No operation makes remote calls. Threads of the ORB.
class OmgComponentServant final : public POA_OpenRTM::DataFlowComponent {
 public:
  /// The servant itself is served under `key`, the parameters under `configuration`.
  OmgComponentServant(std::weak_ptr<Component> component, std::shared_ptr<ServantContext> context,
                      std::shared_ptr<const OmgPorts> ports, std::string key, std::string configuration);

  std::shared_ptr<Component> component_or_null() const { return component_.lock(); }

  // ComponentAction, DataFlowComponentAction. The first two return PRECONDITION_NOT_MET: a component is initialized and
  // finalized once, by the manager of its process.
  RTC::ReturnCode_t on_initialize() override;
  RTC::ReturnCode_t on_finalize() override;
  RTC::ReturnCode_t on_startup(RTC::ExecutionContextHandle_t handle) override;
  RTC::ReturnCode_t on_shutdown(RTC::ExecutionContextHandle_t handle) override;
  RTC::ReturnCode_t on_activated(RTC::ExecutionContextHandle_t handle) override;
  RTC::ReturnCode_t on_deactivated(RTC::ExecutionContextHandle_t handle) override;
  RTC::ReturnCode_t on_aborting(RTC::ExecutionContextHandle_t handle) override;
  RTC::ReturnCode_t on_error(RTC::ExecutionContextHandle_t handle) override;
  RTC::ReturnCode_t on_reset(RTC::ExecutionContextHandle_t handle) override;
  RTC::ReturnCode_t on_execute(RTC::ExecutionContextHandle_t handle) override;
  RTC::ReturnCode_t on_state_update(RTC::ExecutionContextHandle_t handle) override;
  RTC::ReturnCode_t on_rate_changed(RTC::ExecutionContextHandle_t handle) override;

  // LightweightRTObject.
  RTC::ReturnCode_t initialize() override;
  RTC::ReturnCode_t finalize() override;
  RTC::ReturnCode_t exit() override;
  CORBA::Boolean is_alive(RTC::ExecutionContext_ptr context) override;
  RTC::ExecutionContextHandle_t attach_context(RTC::ExecutionContext_ptr context) override;
  RTC::ReturnCode_t detach_context(RTC::ExecutionContextHandle_t handle) override;
  RTC::ExecutionContext_ptr get_context(RTC::ExecutionContextHandle_t handle) override;
  RTC::ExecutionContextList* get_owned_contexts() override;
  RTC::ExecutionContextList* get_participating_contexts() override;
  RTC::ExecutionContextHandle_t get_context_handle(RTC::ExecutionContext_ptr context) override;

  // RTObject.
  RTC::ComponentProfile* get_component_profile() override;
  RTC::PortServiceList* get_ports() override;

  // SDO. There are no organizations and services, and nothing to be monitored.
  char* get_sdo_id() override;
  char* get_sdo_type() override;
  SDOPackage::DeviceProfile* get_device_profile() override;
  SDOPackage::ServiceProfileList* get_service_profiles() override;
  SDOPackage::ServiceProfile* get_service_profile(const char* id) override;
  SDOPackage::SDOService_ptr get_sdo_service(const char* id) override;
  SDOPackage::Configuration_ptr get_configuration() override;
  SDOPackage::Monitoring_ptr get_monitoring() override;
  SDOPackage::OrganizationList* get_organizations() override;
  SDOPackage::OrganizationList* get_owned_organizations() override;
  SDOPackage::NVList* get_status_list() override;
  CORBA::Any* get_status(const char* name) override;

 private:
  std::shared_ptr<Component> component() const;  ///< throws OBJECT_NOT_EXIST if it is gone
  RTC::ReturnCode_t call(Callback callback, RTC::ExecutionContextHandle_t handle) const;
  /// The context of a reference from a peer; null if it cannot be one.
  std::shared_ptr<ContextLink> link(RTC::ExecutionContext_ptr context) const;
  RTC::ExecutionContext_ptr reference_of(const std::shared_ptr<ContextLink>& context) const;

  const std::weak_ptr<Component> component_;
  const std::shared_ptr<ServantContext> context_;
  const std::shared_ptr<const OmgPorts> ports_;
  const std::string key_, configuration_;
};

}  // namespace rtm
