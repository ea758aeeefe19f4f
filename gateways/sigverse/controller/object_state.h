// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <initializer_list>
#include <set>
#include <string>
#include <vector>

#include "gateways/sigverse/controller/include/SimObj.h"

namespace sigverse {

/// What the library keeps of a simulation object: the copy of the server's, and what the handler has changed of it.
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
  /// The same of three or four attributes, PREFIX + x, y, z. Those that the class does not have are made.
  void assign_triple(const char* prefix, const double* xyz, std::uint32_t operation);
  /// Of the copy only.
  void know(const std::string& attribute_name, const Value& value);
  /// A request of its own says more of these than what was assigned before.
  void settle(std::initializer_list<const char*> names, std::uint32_t operation = 0);
  /// 0 if there is none.
  double known(const std::string& attribute_name) const;

  std::string name, class_name;
  int id = 0;
  bool attached = false;
  SimObj::AttributeM attributes;  ///< owns them
  SimObj::CPartsC parts;          ///< owns them
  unsigned loaded_in = 0;         ///< the handler, counted from 1; 0: never
  std::set<std::string> changed;
  std::uint32_t operations = 0;
  // What answers point to.
  std::vector<std::string> pointed;
  std::string link;
};

}  // namespace sigverse
