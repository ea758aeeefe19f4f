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

/// Lists of names and values, with which the OMG's form describes components, ports and connections. Values are of type
/// `any`; published programs put strings there, and references of objects. Others are read where they have an evident
/// text, and passed on as they are. Where a name stands twice the first counts.

/// Longer texts are not read, and more properties than this are refused by those who take lists from others.
inline constexpr std::size_t kMaxPropertyBytes = 65'536;
inline constexpr CORBA::ULong kMaxProperties = 1'000;

/// The text of a value: strings as they are, numbers in decimal digits, booleans as YES and NO. Nothing for everything
/// else and for texts that are too long.
std::optional<std::string> text_of(const CORBA::Any& value);

/// The text under that name; nothing if there is none, or its value has no text.
std::optional<std::string> find_text(const SDOPackage::NVList& list, std::string_view name);
/// The object under that name, to be released; nil if there is none.
CORBA::Object_ptr find_object(const SDOPackage::NVList& list, std::string_view name);
bool has_property(const SDOPackage::NVList& list, std::string_view name);

/// Sets the value of that name, at the end of the list if the name is new.
void set_text(SDOPackage::NVList& list, std::string_view name, std::string_view text);
/// The same; `interface` is the repository id by which others know the type, "IDL:OpenRTM/InPortCdr:1.0".
void set_object(SDOPackage::NVList& list, std::string_view name, CORBA::Object_ptr object, const char* interface);

/// A list of texts, and the texts of a list, in its order, without the values that have none.
SDOPackage::NVList nv_list(const std::vector<std::pair<std::string, std::string>>& texts);
std::vector<std::pair<std::string, std::string>> texts_of(const SDOPackage::NVList& list);

/// Reads a value of type `any` from a message; all stubs of this library read theirs with it. The ORB's own reader
/// follows nested types without a limit, for minutes and to the end of the stack; this one takes simple types, strings,
/// references, enumerations, sequences of these, and aliases, and throws CORBA::MARSHAL for everything else: the octets
/// of a type that is not understood cannot be skipped.
void read_any(cdrStream& from, CORBA::Any& into);

}  // namespace rtm
