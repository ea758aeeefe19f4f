// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "gateways/sigverse/world/attributes.h"
#include "gateways/sigverse/world/body_assembly.h"
#include "gateways/sigverse/world/body_plan.h"
#include "gateways/sigverse/world/body_tree.h"
#include "gateways/sigverse/world/class_reader.h"
#include "gateways/sigverse/world/file_source.h"
#include "gateways/sigverse/world/read_once.h"
#include "gateways/sigverse/world/shape_reader.h"
#include "gateways/sigverse/world/world_reader.h"

namespace sigverse {

/// The `x3d` element that gives the shape of an object with these attributes: the element for the value of the
/// attribute named by `visStateAttrName`; otherwise the first one without a state; otherwise the first one. Elements
/// for parts other than `body` are used only if there is no other. Null if the class has none.
const ClassShape* shape_in_state(const ClassPlan& plan, const Attributes& attributes);

/// Makes the bodies of objects from the files that their classes name. Each file is read once per world, however many
/// objects and classes use it.
///
/// A body consists of the simple shapes of the class, its body file, and the humanoid of its X3D file, in this order
/// (body_assembly.h). An X3D file without a humanoid provides the shape if the class has no other. `scalex`, `scaley`
/// and `scalez` of the object scale all of it. An object without any shape is a box of 10 cm.
class BodyReader {
 public:
  /// All of these outlive the reader. Lines are added to `warnings`.
  BodyReader(FileSource& files, MissingClass missing, std::vector<std::string>& warnings)
      : files_(files), shapes_(files, warnings), missing_(missing), warnings_(warnings) {}

  /// The body of an object with that class and those attributes; `where` is the object, "FILE:LINE".
  ///
  /// If a file is missing or refused and the class has a shape without it, that is a warning. If the class has no other
  /// shape, a missing file is also a warning, and the body is a box; a refused file is treated like a missing class:
  /// throws `WorldFileError`, or makes a box.
  const BodyPlan& read(const ClassPlan& plan, const Attributes& attributes, const std::string& where);

 private:
  /// Objects share a body if these are equal: class file, `x3d` element and scale.
  using Key = std::tuple<const ClassPlan*, const ClassShape*, SigVector>;
  BodyPlan make(const ClassPlan& plan, const ClassShape* shape, const SigVector& scale, const std::string& where);
  const BodyTree& read_body(const NamedFile& file);
  void warn(const std::string& line);
  void warn_of_nothing(const NamedFile& file);

  FileSource& files_;
  ShapeReader shapes_;
  MissingClass missing_;
  std::vector<std::string>& warnings_;
  ReadOnce<std::string, BodyTree> trees_;  ///< of body files, by path
  std::map<Key, BodyPlan> made_;
  std::set<std::string> said_;  ///< warnings that have been reported
};

}  // namespace sigverse
