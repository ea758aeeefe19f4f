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
  x3d::FitKind fit = x3d::FitKind::box;  ///< the shape that represents its meshes in collisions
};

/// The contents of a class file, including all that it inherits.
struct ClassPlan {
  std::string path, name, superclass;
  Attributes attributes;
  /// Random numbers for each object: "[a, b]".
  std::map<std::string, std::pair<double, double>, std::less<>> drawn;
  std::vector<SimpleShape> shapes;
  std::vector<ClassShape> x3d;
  std::optional<NamedFile> body;  ///< the file of an articulated body

  /// Sets an attribute to the value in `value="…"` of the element, or makes it a random one. Returns false if there is
  /// none.
  bool set(const std::string& attribute, const XmlFile& file, const pugi::xml_node& node);
};

/// Reads class files, each once, for one world.
class ClassReader {
 public:
  static constexpr std::size_t kMaxDepth = 16;
  static constexpr std::size_t kMaxShapes = 1000;  ///< of one class

  /// `warnings` receives lines; both outlive the reader.
  ClassReader(FileSource& files, std::vector<std::string>& warnings) : files_(files), warnings_(warnings) {}

  /// The class in the file of that name, named by `by` at `at`. Throws `MissingFile` if there is none.
  const ClassPlan& read(const std::string& name, const XmlFile& by, const pugi::xml_node& at);
  /// The class in a file that is named by no other file; null if there is none.
  const ClassPlan* read(const std::string& name, const std::string& folder);

 private:
  struct Link {
    std::string path, place;  ///< a file, and the place in it that names the next
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
  /// By the folder of the file that names them, and the name, so that each file is searched for once.
  std::map<std::pair<std::string, std::string>, const ClassPlan*> named_;
  std::vector<Link> chain_;  ///< the files being read, each inherited by the one before
};

}  // namespace sigverse
