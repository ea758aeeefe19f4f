// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <omniORB4/CORBA.h>

#include <cstdint>
#include <optional>
#include <string>

#include "gateways/rtm/component/value.h"

namespace rtm {

/// A received type code, reduced to the types that ports can carry: aliases are resolved; structures and all other
/// types that no port has only have a name for messages. Our own code reads it from the octets of a message, because
/// the ORB builds a tree of the nested types and copies the rest of the octets at each level: an untrusted peer can
/// keep omniORB 4.2.5 busy for more than a minute, deeper in the stack with each level, with a message of a megabyte.
struct WireType {
  CORBA::TCKind kind = CORBA::tk_void;  ///< of the value, or of the elements of a sequence
  bool is_sequence = false;
  bool is_readable = false;  ///< false: not usable for ports, for instance nested too deeply
  /// The equal type of a port.
  std::optional<ValueType> value_type() const;
};

/// Reads any type code to its end. Throws CORBA::MARSHAL if the message ends early.
WireType read_type(cdrStream& from);

/// Text for users: "float" as in value.h, else the IDL's word.
std::string to_string(const WireType& type);

/// The maximum nesting of aliases, and the maximum length of a type's description; others are not readable. IDL in use
/// has names of some ten letters and an alias or two.
inline constexpr int kMaxAliases = 16;
inline constexpr std::uint32_t kMaxTypeBytes = 4096;

}  // namespace rtm
