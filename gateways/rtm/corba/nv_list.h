// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <SDOPackage.hh>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rtm {

/// Lists of names and values, by which the OMG interfaces describe components, ports and connections. Values are of
/// type `any`; OpenRTM-aist uses strings and object references. Values of other types are read if they have an obvious
/// text, and are passed on unchanged. If a name occurs twice, the first one counts.

/// Longer texts are not read. Code that takes lists from others refuses more properties than this.
inline constexpr std::size_t kMaxPropertyBytes = 65'536;
inline constexpr CORBA::ULong kMaxProperties = 1'000;

/// The text of a value: strings unchanged, numbers in decimal digits, booleans as YES and NO. Nothing for all other
/// types and for texts that are too long.
std::optional<std::string> text_of(const CORBA::Any& value);

/// The text under that name; nothing if there is none, or its value has no text.
std::optional<std::string> find_text(const SDOPackage::NVList& list, std::string_view name);
/// The object under that name, to be released; nil if there is none.
CORBA::Object_ptr find_object(const SDOPackage::NVList& list, std::string_view name);
bool has_property(const SDOPackage::NVList& list, std::string_view name);

/// Sets the value of that name, at the end of the list if the name is new.
void set_text(SDOPackage::NVList& list, std::string_view name, std::string_view text);
/// Likewise for an object; `interface` is the repository id by which others know the type, "IDL:OpenRTM/InPortCdr:1.0".
void set_object(SDOPackage::NVList& list, std::string_view name, CORBA::Object_ptr object, const char* interface);

/// Converts texts to a list and back, in the same order; values without a text are omitted.
SDOPackage::NVList nv_list(const std::vector<std::pair<std::string, std::string>>& texts);
std::vector<std::pair<std::string, std::string>> texts_of(const SDOPackage::NVList& list);

/// Reads a value of type `any` from a message; all stubs of this library use it. The ORB's own reader follows nested
/// types without a limit, for minutes and to the end of the stack; this one accepts simple types, strings, references,
/// enumerations, sequences of these, and aliases, and throws CORBA::MARSHAL for all others, because the octets of an
/// unknown type cannot be skipped.
void read_any(cdrStream& from, CORBA::Any& into);

}  // namespace rtm
