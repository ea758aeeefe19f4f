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

/// Makes the plan of a body from the trees of its files, in which joints are nested. There are three rules:
///
///   1. The root is a part called `body`.
///   2. A joint connects its sibling segment, which belongs to the joint above, with the segment below it.
///   3. A joint without a segment gets a blind one, `<joint>_dummy_seg`, so that parts and joints alternate.
///
/// The outermost joints connect `body` with their segments. An outermost joint that cannot turn and has no segment is
/// ignored: its children become children of `body`. A segment called `body` at such a joint, or beside the outermost
/// joints, is the part `body`; other segments beside them are further shapes of `body`. The first joint below `body` is
/// treated as fixed if the file calls it free.
///
/// The trees are added one after another. If an earlier tree has already used the name of a segment for a part, the
/// segment and its joint are omitted, and the joints below it become children of that part. A name that is missing, or
/// that occurs twice in a tree, is replaced, with a warning; an impossible mass or inertia is omitted, also with a
/// warning.
class BodyAssembly {
 public:
  static constexpr std::size_t kMaxParts = 1000;  ///< of one body
  static constexpr double kMinSize = 1e-3;        ///< cm, as for simple shapes; scaled shapes are at least that thick
  static constexpr double kMaxPlace = 1e6;        ///< cm; also of sizes

  /// `simple` has the simple shapes of the class, in this order: the part `body`, then further shapes of it; it may be
  /// empty. `scale` multiplies lengths along the axes of each frame; all values > 0. `where` is the object,
  /// "FILE:LINE". Lines are added to `warnings`, which outlives the assembly.
  ///
  /// All functions throw `WorldFileError` if the body gets too many parts, has more than one segment at a joint, or
  /// extends too far; the assembly is then unusable.
  BodyAssembly(const std::vector<SimpleShape>& simple, const SigVector& scale, const std::string& where,
               std::vector<std::string>& warnings);

  void add(const BodyTree& tree);
  /// Adds shapes of a file without joints. The first becomes the shape of `body`, which must not have one yet; the
  /// others are carried by it. `where` is the file.
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
  /// Connects a new part to `parent`.
  std::size_t connect(const BodyJoint& joint, PartPlan part, std::size_t parent);
  std::size_t add_part(PartPlan part, const std::string& where);
  void give(const BodySegment& segment, PartPlan& part);
  bool is_free_for_body(const BodySegment& segment) const;
  SimpleShape scaled(const SimpleShape& shape, const std::string& where) const;
  Frame below(const Frame& above, const BodyJoint& joint) const;
  /// Returns `name`, or a generated name if it is missing or in `taken`, and adds the result to `taken`.
  std::string unique(const std::string& name, std::string_view what, const std::string& where,
                     std::set<std::string, std::less<>>& taken);
  void warn(const std::string& where, const std::string& text);

  BodyPlan plan_;
  SigVector scale_;
  std::vector<std::string>* warnings_;
  std::size_t warned_ = 0;
  std::set<std::string, std::less<>> part_names_, joint_names_;
  /// Parts of the earlier trees.
  std::map<std::string, std::size_t, std::less<>> earlier_;
};

}  // namespace sigverse
