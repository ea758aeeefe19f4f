// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <initializer_list>
#include <set>
#include <string>
#include <vector>

#include "gateways/sigverse/controller/include/SimObj.h"
#include "gateways/sigverse/wire/record.h"

namespace sigverse {

/// The state of a simulation object in the library: a copy of the server's state, and the changes that the handler has
/// made.
class ObjectState {
 public:
  explicit ObjectState(std::string object_name) : name(std::move(object_name)) {}
  ~ObjectState();
  ObjectState(const ObjectState&) = delete;
  ObjectState& operator=(const ObjectState&) = delete;

  /// Throws SimObj::NoAttributeException.
  Attribute& attribute(const std::string& attribute_name) const;
  /// Assigns a value and marks it to be sent. A value of another type is converted to that of the attribute. Throws the
  /// same exceptions as SimObj::setAttrValue.
  void assign(const std::string& attribute_name, const Value& value);
  /// Assigns three attributes, PREFIX + x, y, z. Those that the class does not have are added.
  void assign_triple(const char* prefix, const double* xyz, std::uint32_t operation);
  /// Changes the copy only.
  void store(const std::string& attribute_name, const Value& value);
  /// Drops the changes of these attributes, because a separate request has replaced them.
  void forget_changes(std::initializer_list<const char*> names, std::uint32_t operation = 0);
  /// The number in the copy; 0 if there is none.
  double stored(const std::string& attribute_name) const;

  /// The whole copy, including the changes of the handler. Texts are views into this state.
  wire::ObjectRecord record() const;
  wire::ObjectRecord changes() const;

  std::string name, class_name;
  int id = 0;
  bool attached = false;
  SimObj::AttributeM attributes;  ///< owned
  SimObj::CPartsC parts;          ///< owned
  unsigned loaded_in = 0;         ///< the number of the handler that loaded it, from 1; 0: never
  std::set<std::string> changed;
  std::uint32_t operations = 0;
  std::vector<std::string> pointed;  ///< the texts to which returned pointers refer

 private:
  wire::ObjectRecord head() const;
};

}  // namespace sigverse
