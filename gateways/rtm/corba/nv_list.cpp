// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/corba/nv_list.h"

#include <fmt/format.h>

namespace rtm {
namespace {

template <typename Number>
std::optional<std::string> number_text(const CORBA::Any& value) {
  Number number{};
  if (!(value >>= number)) return std::nullopt;
  return fmt::format("{}", number);
}

std::optional<std::string> string_text(const CORBA::Any& value) {
  const char* text = nullptr;
  if (!(value >>= text)) return std::nullopt;
  const std::string_view view(text);
  if (view.size() > kMaxPropertyBytes) return std::nullopt;
  return std::string(view);
}

std::optional<std::string> boolean_text(const CORBA::Any& value) {
  CORBA::Boolean is_true = false;
  if (!(value >>= CORBA::Any::to_boolean(is_true))) return std::nullopt;
  return is_true ? "YES" : "NO";
}

const SDOPackage::NameValue* find_property(const SDOPackage::NVList& list, std::string_view name) {
  for (CORBA::ULong i = 0; i != list.length(); ++i)
    if (name == list[i].name.in()) return &list[i];
  return nullptr;
}

SDOPackage::NameValue& property(SDOPackage::NVList& list, std::string_view name) {
  CORBA::ULong index = 0;
  while (index != list.length() && name != list[index].name.in()) ++index;
  if (index == list.length()) {
    list.length(index + 1);
    list[index].name = std::string(name).c_str();
  }
  return list[index];
}

std::optional<std::string> text_of_kind(const CORBA::Any& value) {
  const CORBA::TypeCode_var type = value.type();
  // Aliases and enumerations have other kinds and are not read as texts.
  switch (type->kind()) {
    case CORBA::tk_string:
      return string_text(value);
    case CORBA::tk_boolean:
      return boolean_text(value);
    case CORBA::tk_short:
      return number_text<CORBA::Short>(value);
    case CORBA::tk_ushort:
      return number_text<CORBA::UShort>(value);
    case CORBA::tk_long:
      return number_text<CORBA::Long>(value);
    case CORBA::tk_ulong:
      return number_text<CORBA::ULong>(value);
    case CORBA::tk_longlong:
      return number_text<CORBA::LongLong>(value);
    case CORBA::tk_ulonglong:
      return number_text<CORBA::ULongLong>(value);
    case CORBA::tk_float:
      return number_text<CORBA::Float>(value);
    case CORBA::tk_double:
      return number_text<CORBA::Double>(value);
    default:
      return std::nullopt;
  }
}

void marshal_reference(cdrStream& into, void* object) {
  CORBA::Object_Helper::marshalObjRef(static_cast<CORBA::Object_ptr>(object), into);
}

}  // namespace

std::optional<std::string> text_of(const CORBA::Any& value) {
  try {
    return text_of_kind(value);
  } catch (const CORBA::SystemException&) {
    return std::nullopt;  // the octets of a value are decoded, and errors in them found, only here
  }
}

std::optional<std::string> find_text(const SDOPackage::NVList& list, std::string_view name) {
  const SDOPackage::NameValue* const found = find_property(list, name);
  return found ? text_of(found->value) : std::nullopt;
}

CORBA::Object_ptr find_object(const SDOPackage::NVList& list, std::string_view name) {
  CORBA::Object_var object;
  try {
    if (const SDOPackage::NameValue* const found = find_property(list, name))
      found->value >>= CORBA::Any::to_object(object.out());
  } catch (const CORBA::SystemException&) {
    return CORBA::Object::_nil();
  }
  return object._retn();
}

bool has_property(const SDOPackage::NVList& list, std::string_view name) {
  return find_property(list, name) != nullptr;
}

void set_text(SDOPackage::NVList& list, std::string_view name, std::string_view text) {
  property(list, name).value <<= std::string(text).c_str();
}

void set_object(SDOPackage::NVList& list, std::string_view name, CORBA::Object_ptr object, const char* interface) {
  // "InPortCdr" from "IDL:OpenRTM/InPortCdr:1.0", as omniidl names the type.
  std::string_view simple(interface);
  simple = simple.substr(0, simple.rfind(':'));
  simple.remove_prefix(simple.find_last_of("/:") + 1);
  int no_arguments = 0;
  const CORBA::ORB_var orb = CORBA::ORB_init(no_arguments, nullptr, "omniORB4");
  const CORBA::TypeCode_var type = orb->create_interface_tc(interface, std::string(simple).c_str());
  property(list, name).value.PR_insert(type.in(), marshal_reference, object);
}

SDOPackage::NVList nv_list(const std::vector<std::pair<std::string, std::string>>& texts) {
  SDOPackage::NVList list(static_cast<CORBA::ULong>(texts.size()));
  list.length(static_cast<CORBA::ULong>(texts.size()));
  for (CORBA::ULong i = 0; i != list.length(); ++i) {
    list[i].name = texts[i].first.c_str();
    list[i].value <<= texts[i].second.c_str();
  }
  return list;
}

std::vector<std::pair<std::string, std::string>> texts_of(const SDOPackage::NVList& list) {
  std::vector<std::pair<std::string, std::string>> texts;
  for (CORBA::ULong i = 0; i != list.length(); ++i)
    if (auto text = text_of(list[i].value)) texts.emplace_back(list[i].name.in(), std::move(*text));
  return texts;
}

}  // namespace rtm
