// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/corba/component_profile.h"

#include <string>
#include <utility>
#include <vector>

#include "gateways/rtm/corba/nv_list.h"

namespace rtm {
namespace {

constexpr const char* kVendor = "rcssserver3D";

std::vector<std::pair<std::string, std::string>> component_properties(Component& component) {
  std::vector<std::pair<std::string, std::string>> properties{
      {"implementation_id", component.type()},
      {"type_name", component.type()},
      {"instance_name", component.name()},
      {"description", component.category()},
      {"version", RCSS_VERSION},
      {"vendor", kVendor},
      {"category", component.category()},
      {"activity_type", component.pattern() == Pattern::passive ? "SPORADIC" : "PERIODIC"},
      {"kind", "DataFlowComponent"},
      {"max_instance", std::to_string(kMaxComponents)},
      {"language", std::string(component.language())},
      {"lang_type", component.language() == "C++" ? "compile" : "script"},
  };
  for (const Parameters::Set& set : component.parameter_sets().sets())
    for (const auto& [name, text] : set.texts) properties.emplace_back("conf." + set.id + "." + name, text);
  return properties;
}

}  // namespace

RTC::ComponentProfile* component_profile(Component& component) {
  RTC::ComponentProfile_var profile = new RTC::ComponentProfile;
  profile->instance_name = component.name().c_str();
  profile->type_name = component.type().c_str();
  profile->description = component.category().c_str();
  profile->version = RCSS_VERSION;
  profile->vendor = kVendor;
  profile->category = component.category().c_str();
  profile->properties = nv_list(component_properties(component));
  return profile._retn();
}

SDOPackage::DeviceProfile* device_profile(const Component& component) {
  SDOPackage::DeviceProfile_var profile = new SDOPackage::DeviceProfile;
  profile->device_type = component.category().c_str();
  profile->manufacturer = kVendor;
  profile->model = component.type().c_str();
  profile->version = RCSS_VERSION;
  return profile._retn();
}

}  // namespace rtm
