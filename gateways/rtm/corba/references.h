// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <omniORB4/CORBA.h>

#include <string>
#include <string_view>

#include "gateways/rtm/corba/orb.h"

namespace rtm {

/// The text form of a reference, "IOR:…", as in properties.
std::string reference_text(Orb& orb, CORBA::Object_ptr object);

/// The object of such a text, to be released; nil if it is not one. Other forms, which make the ORB call name servers
/// of the peer's choice, are not accepted, nor are texts that are longer than any reference.
CORBA::Object_ptr reference_of_text(Orb& orb, std::string_view text);

/// Whether the text stands for no object: empty, "null", "nil".
bool is_no_reference(std::string_view text);

}  // namespace rtm
