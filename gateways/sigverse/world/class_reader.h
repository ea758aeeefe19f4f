// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gateways/sigverse/world/file_source.h"
#include "gateways/sigverse/world/world_plan.h"
#include "gateways/sigverse/world/xml_file.h"

namespace sigverse {

/// What a class file says, with all that it inherits.
struct ClassPlan {
  std::string path, name, superclass;
  Attributes attributes;
  /// Numbers that are drawn for each object: "[a, b]".
  std::map<std::string, std::pair<double, double>, std::less<>> drawn;
  std::vector<SimpleShape> shapes;
  std::vector<ShapeFile> x3d;  ///< keys without the class: "parts:state:value"
  std::string body;            ///< the file of an articulated body

  /// Gives an attribute the value that a text says, or makes it one that is drawn. False if it says none.
  bool set(const std::string& attribute, const std::string& text);
};

/// A class file that cannot be found, or one that it needs.
struct MissingFile : WorldFileError {
  using WorldFileError::WorldFileError;
};

/// Reads class files, each once, for one world.
class ClassReader {
 public:
  static constexpr std::size_t kMaxDepth = 16;
  static constexpr std::size_t kMaxShapes = 1000;  ///< of one class

  /// `warnings` is where lines go; both outlive the reader.
  ClassReader(const FileSource& files, std::vector<std::string>& warnings) : files_(files), warnings_(warnings) {}

  /// The class in the file of that name, as `by` names it at `at`. Throws `MissingFile` if there is none.
  const ClassPlan& read(const std::string& name, const XmlFile& by, const pugi::xml_node& at);
  /// The same where no file names it; null if there is none.
  const ClassPlan* read(const std::string& name, const std::string& folder);

 private:
  struct Link {
    std::string path, place;  ///< of a file, and where that names the next
  };
  const ClassPlan& read_named(const std::string& name, const XmlFile& by, const pugi::xml_node& at);
  const ClassPlan& read(const SourceFile& source);
  ClassPlan read_class(const XmlFile& file);
  void read_element(const XmlFile& file, const pugi::xml_node& node, ClassPlan& plan);
  void read_attribute(const XmlFile& file, const pugi::xml_node& node, ClassPlan& plan);
  void read_x3d(const XmlFile& file, const pugi::xml_node& node, ClassPlan& plan);
  void read_shape_file(const XmlFile& file, const pugi::xml_node& node, ClassPlan& plan);
  SourceFile source_of(const std::string& name, const XmlFile& by, const pugi::xml_node& at);

  const FileSource& files_;
  std::vector<std::string>& warnings_;
  std::map<std::string, ClassPlan> classes_;  ///< by path
  /// By the folder of the file that names them, and the name: a file is looked for once.
  std::map<std::pair<std::string, std::string>, const ClassPlan*> named_;
  std::vector<Link> chain_;  ///< of the files that are being read, each inherited by the one before
};

}  // namespace sigverse
