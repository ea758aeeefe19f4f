// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <RTC.hh>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gateways/rtm/component/value.h"

namespace rtm {

// Read the profiles of components with the OMG interface, ours and foreign ones. All calls throw
// CORBA::SystemException, after the timeout of the ORB at the latest.

/// The maximum number of ports that are read of one component, and of connections of one port; further ones are
/// ignored.
inline constexpr std::size_t kMaxOmgPorts = 256;

/// A port as the profile of its component describes it.
struct OmgPort {
  enum class Kind : std::uint8_t { in, out, service };
  std::string name;  ///< without that of the component: "out". For an OutPort of ours its own name (see `omg_name`)
  Kind kind = Kind::service;
  struct Interface {
    std::string type, instance;
    bool is_provided = false;
  };
  std::vector<Interface> interfaces;  ///< of a service port
  std::string data_type;  ///< of values, as reported by the port: "IDL:RTC/TimedLong:1.0"; empty for a service port
  bool can_push = true, can_pull = true;
  RTC::PortService_var port;
  RTC::ConnectorProfileList connectors;

  /// Nothing if none of our ports has such values.
  std::optional<ValueType> value_type() const;
  /// For users: "long", else the last name of the type, "RangeData".
  std::string type_text() const;
};

struct OmgProfile {
  std::string type, category;
  std::vector<OmgPort> ports;
};

/// Nothing for a port of an unknown kind.
std::optional<OmgPort::Kind> kind_of(const RTC::PortProfile& profile);
/// `get_component_profile`.
OmgProfile read_profile(RTC::RTObject_ptr component);

/// The contexts in which a component is switched: its own, or those in which it participates if it has none.
std::vector<RTC::ExecutionContext_var> contexts_of(RTC::RTObject_ptr component);
/// "fault" if it is in error in one of these contexts, "on" if it is active in all, "off" if it is active in none or
/// some, "unknown" if no context knows it.
std::string state_text(RTC::RTObject_ptr component);

/// The name of a port, as in OmgPort, from its reference if it is one of ours; otherwise empty. Makes no call.
struct OwnPort {
  std::string component, name;
  std::optional<OmgPort::Kind> kind;  ///< nothing if the reference does not contain it
};
std::optional<OwnPort> own_port(RTC::PortService_ptr port);

}  // namespace rtm
