// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "gateways/sigverse/world/body_plan.h"
#include "gateways/sigverse/world/body_tree.h"

namespace sigverse {

/// Makes the plan of a body out of the trees of its files, in which joints hang below joints, by three rules:
///
///   1. The root is a part called `body`.
///   2. A joint connects the segment beside it, that of the joint above, with the segment below it.
///   3. A joint without a segment gets a blind one, `<joint>_dummy_seg`, so that parts and joints take turns.
///
/// The outermost joints connect `body` with their segments. One of them that turns nothing and has no segment is no
/// joint: what hangs below it hangs below `body`. A segment called `body` at such a joint, or beside the outermost
/// joints, is the part `body`; others beside them are further shapes of `body`. The first joint below `body` is fixed
/// where the file calls it free.
///
/// The trees are added one after another. A segment whose name an earlier tree has given to a part is left out with its
/// joint, and the joints below it hang below that part. A name that is missing, or that a tree has twice, is replaced
/// by another one, with a warning; a mass or an inertia that cannot be is left out likewise.
class BodyAssembly {
 public:
  static constexpr std::size_t kMaxParts = 1000;  ///< of one body
  static constexpr double kMinSize = 1e-3;        ///< cm, as of simple shapes; what scale makes thinner is that thick
  static constexpr double kMaxPlace = 1e6;        ///< cm; also of sizes

  /// `simple` are the shapes of the class, in this order: the part `body`, and further shapes of it; may be empty.
  /// `scale` multiplies lengths along the axes of each frame; all > 0. `where` is the object, "FILE:LINE". Lines go to
  /// `warnings`, which outlives this.
  ///
  /// All functions throw `WorldFileError` if the body gets too many parts, has more than one segment at a joint, or
  /// reaches too far; the assembly is good for nothing then.
  BodyAssembly(const std::vector<SimpleShape>& simple, const SigVector& scale, const std::string& where,
               std::vector<std::string>& warnings);

  void add(const BodyTree& tree);
  /// Shapes of a file without joints: the first is that of `body`, which has none yet; it carries the others.
  /// `where` is the file.
  void add_shapes(const std::vector<SimpleShape>& shapes, const std::string& where);

  bool has_shapes() const;
  const BodyPlan& plan() const { return plan_; }

 private:
  struct Frame {
    SigVector place{};
    SigQuaternion turn{1.0, 0.0, 0.0, 0.0};
  };
  void add_beside_root(const BodySegment& segment);
  void add_joint(const BodyJoint& joint, std::size_t parent, const Frame& above, bool is_outermost);
  void add_below(const BodyJoint& joint, std::size_t part, const Frame& frame);
  /// Connects a new part with `parent`.
  std::size_t connect(const BodyJoint& joint, PartPlan part, std::size_t parent);
  std::size_t add_part(PartPlan part, const std::string& where);
  void give(const BodySegment& segment, PartPlan& part);
  bool is_free_for_body(const BodySegment& segment) const;
  SimpleShape scaled(const SimpleShape& shape, const std::string& where) const;
  Frame below(const Frame& above, const BodyJoint& joint) const;
  /// `name`, or another one if it is missing or is one of `taken`; afterwards one of those.
  std::string unique(const std::string& name, std::string_view what, const std::string& where,
                     std::set<std::string, std::less<>>& taken);
  void warn(const std::string& where, const std::string& text);

  BodyPlan plan_;
  SigVector scale_;
  std::vector<std::string>* warnings_;
  std::size_t warned_ = 0;
  std::set<std::string, std::less<>> part_names_, joint_names_;
  /// Parts of the trees before this one.
  std::map<std::string, std::size_t, std::less<>> earlier_;
};

}  // namespace sigverse
