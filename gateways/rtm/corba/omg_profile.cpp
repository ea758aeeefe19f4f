// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/corba/omg_profile.h"

#include <algorithm>
#include <cctype>
#include <utility>

#include "gateways/rtm/component/cdr.h"
#include "gateways/rtm/corba/nv_list.h"
#include "gateways/rtm/corba/orb_access.h"
#include "gateways/rtm/corba/text.h"

namespace rtm {
namespace {

/// The maximum number of contexts that are read of one component; components have one or two.
constexpr CORBA::ULong kMaxContextsAsked = 16;

std::string_view behind_last(std::string_view text, std::string_view separators) {
  return text.substr(text.find_last_of(separators) + 1);
}

/// Whether a list like "push,pull" contains the word, ignoring case; an empty list contains all.
bool lists(std::string_view list, std::string_view word) {
  const auto same = [](char a, char b) { return std::tolower(static_cast<unsigned char>(a)) == b; };
  return list.empty() || std::search(list.begin(), list.end(), word.begin(), word.end(), same) != list.end();
}

/// Returns nothing for ports of unknown kinds.
std::optional<OmgPort> read_port(RTC::PortProfile& profile) {
  const auto kind = kind_of(profile);
  if (!kind || CORBA::is_nil(profile.port_ref.in())) return std::nullopt;
  OmgPort port;
  const auto own = own_port(profile.port_ref.in());
  port.name = own ? own->name : shown(behind_last(profile.name.in(), "."));
  port.kind = *kind;
  port.data_type = find_text(profile.properties, "dataport.data_type").value_or("");
  const std::string flow = find_text(profile.properties, "dataport.dataflow_type").value_or("");
  port.can_push = lists(flow, "push");
  port.can_pull = lists(flow, "pull");
  for (CORBA::ULong i = 0; i != profile.interfaces.length() && i != kMaxOmgPorts; ++i)
    port.interfaces.push_back({shown(profile.interfaces[i].type_name.in()),
                               shown(profile.interfaces[i].instance_name.in()),
                               profile.interfaces[i].polarity == RTC::PROVIDED});
  port.port = RTC::PortService::_duplicate(profile.port_ref.in());
  port.connectors = std::move(profile.connector_profiles);
  return port;
}

}  // namespace

std::optional<ValueType> OmgPort::value_type() const {
  return value_type_of(data_type);
}

std::string OmgPort::type_text() const {
  if (const auto type = value_type()) return std::string(to_string(*type));
  std::string_view id = data_type;
  if (id.starts_with("IDL:")) id = id.substr(0, id.rfind(':'));
  return shown(behind_last(id, "/:"));
}

std::optional<OmgPort::Kind> kind_of(const RTC::PortProfile& profile) {
  const std::string type = find_text(profile.properties, "port.port_type").value_or("");
  if (type == "DataInPort") return OmgPort::Kind::in;
  if (type == "DataOutPort") return OmgPort::Kind::out;
  if (type == "CorbaPort") return OmgPort::Kind::service;
  return std::nullopt;
}

OmgProfile read_profile(RTC::RTObject_ptr component) {
  const RTC::ComponentProfile_var profile = component->get_component_profile();
  OmgProfile result{shown(profile->type_name.in()), shown(profile->category.in()), {}};
  for (CORBA::ULong i = 0; i != profile->port_profiles.length() && i != kMaxOmgPorts; ++i)
    if (auto port = read_port(profile->port_profiles[i])) result.ports.push_back(*std::move(port));
  return result;
}

std::vector<RTC::ExecutionContext_var> contexts_of(RTC::RTObject_ptr component) {
  RTC::ExecutionContextList_var list = component->get_owned_contexts();
  if (list->length() == 0) list = component->get_participating_contexts();
  std::vector<RTC::ExecutionContext_var> contexts;
  for (CORBA::ULong i = 0; i != list->length() && i != kMaxContextsAsked; ++i)
    if (!CORBA::is_nil(list[i])) contexts.emplace_back(RTC::ExecutionContext::_duplicate(list[i]));
  return contexts;
}

std::string state_text(RTC::RTObject_ptr component) {
  std::size_t known = 0, active = 0;
  bool is_at_error = false;
  for (const RTC::ExecutionContext_var& context : contexts_of(component)) {
    const RTC::LifeCycleState state = context->get_component_state(component);
    known += state != RTC::CREATED_STATE ? 1 : 0;
    active += state == RTC::ACTIVE_STATE ? 1 : 0;
    is_at_error |= state == RTC::ERROR_STATE;
  }
  if (is_at_error) return "fault";
  return known == 0 ? "unknown" : active == known ? "on" : "off";
}

std::optional<OwnPort> own_port(RTC::PortService_ptr port) {
  static constexpr std::string_view kBetween = "/port/";
  const std::string key = key_of(port);
  const std::size_t at = key.find(kBetween);
  if (at == std::string::npos) return std::nullopt;
  OwnPort own{shown(key.substr(0, at)), shown(behind_last(key, "/")), {}};
  const std::string_view rest = std::string_view(key).substr(at + kBetween.size());
  if (rest.starts_with("in/")) own.kind = OmgPort::Kind::in;
  if (rest.starts_with("out/")) own.kind = OmgPort::Kind::out;
  return own;
}

}  // namespace rtm
