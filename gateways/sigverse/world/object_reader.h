// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gateways/sigverse/world/body_reader.h"
#include "gateways/sigverse/world/class_reader.h"
#include "gateways/sigverse/world/file_source.h"
#include "gateways/sigverse/world/world_reader.h"

namespace sigverse {

/// Reads `instanciate` elements.
class ObjectReader {
 public:
  /// All of these outlive the reader.
  ObjectReader(FileSource& files, ClassReader& classes, MissingClass missing, spark::RandomStreams& random,
               std::vector<std::string>& warnings)
      : files_(files),
        classes_(classes),
        bodies_(files, missing, warnings),
        missing_(missing),
        random_(random),
        warnings_(warnings) {}

  /// Returns the object, and its class or the replacement of a missing class.
  std::pair<ObjectPlan, const ClassPlan*> read(const XmlFile& file, const pugi::xml_node& node);

 private:
  const ClassPlan& find_class(const XmlFile& file, const pugi::xml_node& node);
  const ClassPlan& stand_in(const XmlFile& file, const pugi::xml_node& node, std::string_view why);
  void check_name(const XmlFile& file, const pugi::xml_node& node, const std::string& name) const;
  void read_camera(const XmlFile& file, const pugi::xml_node& node, ObjectPlan& object);
  void draw_numbers(const ClassPlan& drawn, ObjectPlan& object);

  FileSource& files_;
  ClassReader& classes_;
  BodyReader bodies_;
  MissingClass missing_;
  spark::RandomStreams& random_;
  std::vector<std::string>& warnings_;
  /// Replacements of missing classes: by the name that the world uses for the class file, and whether it is an agent
  /// class.
  std::map<std::pair<std::string, bool>, ClassPlan> stand_ins_;
};

}  // namespace sigverse
