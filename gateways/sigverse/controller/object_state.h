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

/// The state of a simulation object in the library: a copy of the server's, and what the handler has changed of it.
class ObjectState {
 public:
  explicit ObjectState(std::string object_name) : name(std::move(object_name)) {}
  ~ObjectState();
  ObjectState(const ObjectState&) = delete;
  ObjectState& operator=(const ObjectState&) = delete;

  /// Throws SimObj::NoAttributeException.
  Attribute& attribute(const std::string& attribute_name) const;
  /// Assigns, for the server, too. A value of another type is converted to the attribute's. Throws as
  /// SimObj::setAttrValue does.
  void assign(const std::string& attribute_name, const Value& value);
  /// Assigns three attributes, PREFIX + x, y, z. Those that the class does not have are made.
  void assign_triple(const char* prefix, const double* xyz, std::uint32_t operation);
  /// Changes the copy only.
  void store(const std::string& attribute_name, const Value& value);
  /// Drops changes of these attributes: a request of its own has replaced them.
  void forget_changes(std::initializer_list<const char*> names, std::uint32_t operation = 0);
  /// The number in the copy; 0 if there is none.
  double stored(const std::string& attribute_name) const;

  /// All of the copy, and what the handler has changed of it. Texts are views into this state.
  wire::ObjectRecord record() const;
  wire::ObjectRecord changes() const;

  std::string name, class_name;
  int id = 0;
  bool attached = false;
  SimObj::AttributeM attributes;  ///< owns them
  SimObj::CPartsC parts;          ///< owns them
  unsigned loaded_in = 0;         ///< the handler, counted from 1; 0: never
  std::set<std::string> changed;
  std::uint32_t operations = 0;
  std::vector<std::string> pointed;  ///< texts to which returned pointers point

 private:
  wire::ObjectRecord head() const;
};

}  // namespace sigverse
