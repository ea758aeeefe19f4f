// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "gateways/sigverse/world/class_reader.h"
#include "gateways/sigverse/world/world_reader.h"

namespace sigverse {

/// Reads `instanciate` elements.
class ObjectReader {
 public:
  /// All outlive the reader.
  ObjectReader(ClassReader& classes, MissingClass missing, spark::RandomStreams& random,
               std::vector<std::string>& warnings)
      : classes_(classes), missing_(missing), random_(random), warnings_(warnings) {}

  /// The object, and its class; null if that is missing.
  std::pair<ObjectPlan, const ClassPlan*> read(const XmlFile& file, const pugi::xml_node& node);

 private:
  const ClassPlan* find_class(const XmlFile& file, const pugi::xml_node& node);
  ClassPlan grey_box(const XmlFile& file, const pugi::xml_node& node);
  void check_name(const XmlFile& file, const pugi::xml_node& node, const std::string& name) const;
  void read_camera(const XmlFile& file, const pugi::xml_node& node, ObjectPlan& object);
  void draw_numbers(const ClassPlan& drawn, ObjectPlan& object);
  void give_shapes(const ClassPlan& plan, ObjectPlan& object);

  ClassReader& classes_;
  MissingClass missing_;
  spark::RandomStreams& random_;
  std::vector<std::string>& warnings_;
  std::set<std::string> warned_;  ///< class files without a shape that could be used
};

}  // namespace sigverse
