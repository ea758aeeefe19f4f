// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <omniORB4/CORBA.h>

#include <cstdint>
#include <optional>
#include <string>

#include "gateways/rtm/component/value.h"

namespace rtm {

/// A type code as it comes from elsewhere, reduced to what ports can carry: aliases are seen through, structures and
/// everything else that no port has are only named. It is read from the octets of a message by ourselves, because the
/// ORB builds a tree of what an untrusted peer has nested and copies the rest at each level: a message of a megabyte
/// keeps omniORB 4.2.5 busy for more than a minute, deeper in the stack with each level.
struct WireType {
  CORBA::TCKind kind = CORBA::tk_void;  ///< of the value; of a sequence that of its elements
  bool is_sequence = false;
  bool is_readable = false;  ///< false: of no use for ports, for instance nested too deeply
  /// The same type as that of a port.
  std::optional<ValueType> value_type() const;
};

/// Reads a type code to its end, whatever it is. Throws CORBA::MARSHAL where the message ends before.
WireType read_type(cdrStream& from);

/// Text for users: "float" as in value.h, else the IDL's word.
std::string to_string(const WireType& type);

/// How deep aliases may be nested, and how long the description of a type may be; longer ones are not readable. IDL
/// in use has names of some ten letters and an alias or two.
inline constexpr int kMaxAliases = 16;
inline constexpr std::uint32_t kMaxTypeBytes = 4096;

}  // namespace rtm
