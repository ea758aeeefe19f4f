// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/corba/references.h"

#include "gateways/rtm/corba/orb_access.h"

namespace rtm {
namespace {

constexpr std::size_t kMaxReferenceText = 16'384;  ///< one with several addresses has a thousand

}  // namespace

std::string reference_text(Orb& orb, CORBA::Object_ptr object) {
  const CORBA::String_var text = orb.access().orb->object_to_string(object);
  return text.in();
}

CORBA::Object_ptr reference_of_text(Orb& orb, std::string_view text) {
  if (!text.starts_with("IOR:") || text.size() > kMaxReferenceText) return CORBA::Object::_nil();
  try {
    return orb.access().orb->string_to_object(std::string(text).c_str());
  } catch (const CORBA::Exception&) {
    return CORBA::Object::_nil();
  }
}

bool is_no_reference(std::string_view text) {
  return text.empty() || text == "null" || text == "nil";
}

}  // namespace rtm
