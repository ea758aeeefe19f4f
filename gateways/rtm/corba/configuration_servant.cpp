// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/corba/configuration_servant.h"

#include <optional>
#include <utility>

#include "gateways/rtm/corba/nv_list.h"

namespace rtm {
namespace {

SDOPackage::ConfigurationSet on_wire(const Parameters::Set& set) {
  SDOPackage::ConfigurationSet result;
  result.id = set.id.c_str();
  result.description = set.description.c_str();
  result.configuration_data = nv_list(set.texts);
  return result;
}

/// Returns nothing if a value is not a text.
std::optional<Parameters::Set> from_wire(const SDOPackage::ConfigurationSet& set) {
  if (set.configuration_data.length() > kMaxProperties) return std::nullopt;
  auto texts = texts_of(set.configuration_data);
  if (texts.size() != set.configuration_data.length()) return std::nullopt;
  return Parameters::Set{set.id.in(), set.description.in(), std::move(texts)};
}

/// The parameters of the component as they will be once the active set has been applied.
Parameters::Texts coming_texts(Component& component) {
  Parameters::Texts texts = component.parameters();
  const Parameters::Set active = component.parameter_sets().active();
  for (auto& [name, text] : texts)
    for (const auto& [other, coming] : active.texts)
      if (other == name) text = coming;
  return texts;
}

}  // namespace

ConfigurationServant::ConfigurationServant(std::weak_ptr<Component> component, std::shared_ptr<ServantContext> context)
    : component_(std::move(component)), context_(std::move(context)) {}

std::shared_ptr<Component> ConfigurationServant::component() const {
  auto component = component_.lock();
  if (!component) throw CORBA::OBJECT_NOT_EXIST(0, CORBA::COMPLETED_NO);
  return component;
}

CORBA::Boolean ConfigurationServant::answer(Component& component, bool is_done, const char* what, const char* id) {
  if (!is_done)
    context_->log().complain(component.name(), "cannot {} the set of parameters \"{}\"; nothing changes", what,
                             spark::Printable{id});
  else if (component.pattern() == Pattern::passive)
    component.parameter_sets().take_over();
  return is_done;
}

CORBA::Boolean ConfigurationServant::set_device_profile(const SDOPackage::DeviceProfile&) {
  return false;
}

CORBA::Boolean ConfigurationServant::add_service_profile(const SDOPackage::ServiceProfile&) {
  return false;
}

CORBA::Boolean ConfigurationServant::add_organization(SDOPackage::Organization_ptr) {
  return false;
}

CORBA::Boolean ConfigurationServant::remove_service_profile(const char*) {
  return false;
}

CORBA::Boolean ConfigurationServant::remove_organization(const char*) {
  return false;
}

SDOPackage::ParameterList* ConfigurationServant::get_configuration_parameters() {
  const Parameters::Texts texts = component()->parameters();
  SDOPackage::ParameterList_var result = new SDOPackage::ParameterList;
  result->length(static_cast<CORBA::ULong>(texts.size()));
  for (CORBA::ULong i = 0; i != result->length(); ++i) {
    SDOPackage::Parameter& parameter = result[i];
    parameter.name = texts[i].first.c_str();
    parameter.type = CORBA::TypeCode::_duplicate(CORBA::_tc_string);
    parameter.allowed_values.allowed_enum(SDOPackage::EnumerationType());
  }
  return result._retn();
}

SDOPackage::NVList* ConfigurationServant::get_configuration_parameter_values() {
  return new SDOPackage::NVList(nv_list(coming_texts(*component())));
}

CORBA::Any* ConfigurationServant::get_configuration_parameter_value(const char* name) {
  for (const auto& [other, text] : coming_texts(*component())) {
    if (other != name) continue;
    CORBA::Any_var value = new CORBA::Any;
    value.inout() <<= text.c_str();
    return value._retn();
  }
  throw SDOPackage::InvalidParameter("there is no parameter of that name");
}

CORBA::Boolean ConfigurationServant::set_configuration_parameter(const char* name, const CORBA::Any& value) {
  const auto alive = component();
  auto text = text_of(value);
  if (!text) throw SDOPackage::InvalidParameter("a parameter is a text");
  const Parameters::Set active = alive->parameter_sets().active();
  return answer(*alive, alive->parameter_sets().change({active.id, active.description, {{name, *std::move(text)}}}),
                "change", active.id.c_str());
}

SDOPackage::ConfigurationSetList* ConfigurationServant::get_configuration_sets() {
  const std::vector<Parameters::Set> sets = component()->parameter_sets().sets();
  SDOPackage::ConfigurationSetList_var result = new SDOPackage::ConfigurationSetList;
  result->length(static_cast<CORBA::ULong>(sets.size()));
  for (CORBA::ULong i = 0; i != result->length(); ++i) result[i] = on_wire(sets[i]);
  return result._retn();
}

SDOPackage::ConfigurationSet* ConfigurationServant::get_configuration_set(const char* id) {
  const auto set = component()->parameter_sets().find(id);
  if (!set) throw SDOPackage::NotAvailable("there is no set of that name");
  return new SDOPackage::ConfigurationSet(on_wire(*set));
}

CORBA::Boolean ConfigurationServant::set_configuration_set_values(const SDOPackage::ConfigurationSet& values) {
  const auto alive = component();
  auto set = from_wire(values);
  return answer(*alive, set && alive->parameter_sets().change(*std::move(set)), "change", values.id.in());
}

SDOPackage::ConfigurationSet* ConfigurationServant::get_active_configuration_set() {
  return new SDOPackage::ConfigurationSet(on_wire(component()->parameter_sets().active()));
}

CORBA::Boolean ConfigurationServant::add_configuration_set(const SDOPackage::ConfigurationSet& values) {
  const auto alive = component();
  auto set = from_wire(values);
  return answer(*alive, set && alive->parameter_sets().add(*std::move(set)), "add", values.id.in());
}

CORBA::Boolean ConfigurationServant::remove_configuration_set(const char* id) {
  const auto alive = component();
  return answer(*alive, alive->parameter_sets().remove(id), "remove", id);
}

CORBA::Boolean ConfigurationServant::activate_configuration_set(const char* id) {
  const auto alive = component();
  return answer(*alive, alive->parameter_sets().activate(id), "activate", id);
}

}  // namespace rtm
