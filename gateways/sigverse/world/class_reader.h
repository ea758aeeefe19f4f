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
#include "spark/x3d/fit.h"

namespace sigverse {

/// An `x3d` element.
struct ClassShape {
  NamedFile file;
  std::string parts, state, value;
  x3d::FitKind fit = x3d::FitKind::box;  ///< the kind of shape that replaces its meshes in collisions
};

/// The contents of a class file, including everything that it inherits.
struct ClassPlan {
  std::string path, name, superclass;
  Attributes attributes;
  /// Attributes "[a, b]", which get a random number for each object.
  std::map<std::string, std::pair<double, double>, std::less<>> drawn;
  std::vector<SimpleShape> shapes;
  std::vector<ClassShape> x3d;
  std::optional<NamedFile> body;  ///< the file of an articulated body

  /// Sets an attribute to the `value="…"` of the element, or makes it a random one. Returns false if the element has no
  /// such value.
  bool set(const std::string& attribute, const XmlFile& file, const pugi::xml_node& node);
};

/// Reads class files for one world, each once.
class ClassReader {
 public:
  static constexpr std::size_t kMaxDepth = 16;
  static constexpr std::size_t kMaxShapes = 1000;  ///< per class

  /// Lines are added to `warnings`. Both outlive the reader.
  ClassReader(FileSource& files, std::vector<std::string>& warnings) : files_(files), warnings_(warnings) {}

  /// The class in the file `name`, which is named by file `by` at `at`. Throws `MissingFile` if there is no such file.
  const ClassPlan& read(const std::string& name, const XmlFile& by, const pugi::xml_node& at);
  /// The class in a file that no other file names; null if there is none.
  const ClassPlan* read(const std::string& name, const std::string& folder);

 private:
  struct Link {
    std::string path, place;  ///< a file, and the position in it that names the next file
  };
  const ClassPlan& read_named(const std::string& name, const XmlFile& by, const pugi::xml_node& at);
  const ClassPlan& read(const SourceFile& source);
  ClassPlan read_class(const XmlFile& file);
  void read_element(const XmlFile& file, const pugi::xml_node& node, ClassPlan& plan);
  void read_attribute(const XmlFile& file, const pugi::xml_node& node, ClassPlan& plan);
  void read_x3d(const XmlFile& file, const pugi::xml_node& node, ClassPlan& plan);
  void read_shape_file(const XmlFile& file, const pugi::xml_node& node, ClassPlan& plan);
  SourceFile source_of(const std::string& name, const XmlFile& by, const pugi::xml_node& at);

  FileSource& files_;
  std::vector<std::string>& warnings_;
  std::map<std::string, ClassPlan> classes_;  ///< by path
  /// By the folder of the file that names them, and by name, so that each file is searched for once.
  std::map<std::pair<std::string, std::string>, const ClassPlan*> named_;
  std::vector<Link> chain_;  ///< the files being read, each inherited by the one before it
};

}  // namespace sigverse
