// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <RtComponent.hh>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gateways/rtm/corba/directory.h"
#include "gateways/rtm/corba/omg_connection.h"

namespace rtm {

/// "Motor0" and "position" of "Motor0.position". Throws std::runtime_error for a text that is not the name of a port.
std::pair<std::string, std::string> split_port(std::string_view port);

/// "; did you mean position?", or an empty text.
std::string guess(std::string_view word, const std::vector<std::string>& names);

/// A component and the name of one of its ports. Both are only looked up, not called.
struct PortOwner {
  PortOwner(Directory& directory, const std::string& full_name);
  const std::string full_name, component, port;
  const ComponentObjects objects;
};

// Finds the port of a component by the interface of 2003. If there is none with that name, returns nil and puts the
// existing names into `others`; CORBA::SystemException.
::InPort_var find_in_port(const PortOwner& owner, std::vector<std::string>& others);
::OutPort_var find_out_port(const PortOwner& owner, std::vector<std::string>& others);

/// Finds the port by the OMG interface: one of that kind, else a service port.
std::optional<NamedPort> find_omg_port(const PortOwner& owner, OmgPort::Kind kind, std::vector<std::string>& others);

/// Throws std::runtime_error: "Motor0 has no InPort posision; did you mean position?".
[[noreturn]] void no_such_port(std::string_view kind, const PortOwner& owner, const std::vector<std::string>& others);

}  // namespace rtm
