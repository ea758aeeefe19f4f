// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <SDOPackage.hh>
#include <memory>

#include "gateways/rtm/component/component.h"
#include "gateways/rtm/corba/servant_context.h"

namespace rtm {

/// The sets of parameters of a component (`Component::parameter_sets`) on the network, where parameters are texts, too.
/// Changes take effect before the next on_activated or on_execute, or at once if the component has no activity, because
/// it has no passes. Device and service profiles and organizations are not stored: setting them returns false. Threads
/// of the ORB.
class ConfigurationServant final : public POA_SDOPackage::Configuration {
 public:
  ConfigurationServant(std::weak_ptr<Component> component, std::shared_ptr<ServantContext> context);

  CORBA::Boolean set_device_profile(const SDOPackage::DeviceProfile& profile) override;
  CORBA::Boolean add_service_profile(const SDOPackage::ServiceProfile& profile) override;
  CORBA::Boolean add_organization(SDOPackage::Organization_ptr added) override;
  CORBA::Boolean remove_service_profile(const char* id) override;
  CORBA::Boolean remove_organization(const char* id) override;
  SDOPackage::ParameterList* get_configuration_parameters() override;
  SDOPackage::NVList* get_configuration_parameter_values() override;
  CORBA::Any* get_configuration_parameter_value(const char* name) override;
  CORBA::Boolean set_configuration_parameter(const char* name, const CORBA::Any& value) override;
  SDOPackage::ConfigurationSetList* get_configuration_sets() override;
  SDOPackage::ConfigurationSet* get_configuration_set(const char* id) override;
  CORBA::Boolean set_configuration_set_values(const SDOPackage::ConfigurationSet& values) override;
  SDOPackage::ConfigurationSet* get_active_configuration_set() override;
  CORBA::Boolean add_configuration_set(const SDOPackage::ConfigurationSet& values) override;
  CORBA::Boolean remove_configuration_set(const char* id) override;
  CORBA::Boolean activate_configuration_set(const char* id) override;

 private:
  std::shared_ptr<Component> component() const;  ///< or OBJECT_NOT_EXIST
  /// Logs one line if the operation failed.
  CORBA::Boolean answer(Component& component, bool is_done, const char* what, const char* id);

  const std::weak_ptr<Component> component_;
  const std::shared_ptr<ServantContext> context_;
};

}  // namespace rtm
