// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/world/body_assembly.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "gateways/sigverse/world/world_plan.h"
#include "spark/core/log.h"

namespace sigverse {
namespace {

constexpr double kMaxSegmentMass = 1e6;  // kg, as for objects

using Matrix3 = std::array<double, 9>;

double trace(const Matrix3& m) {
  return m[0] + m[4] + m[8];
}

/// Checks the leading minors. A matrix that is close to singular is refused, because the physics engine inverts it.
bool is_positive_definite(const Matrix3& m) {
  constexpr double kMax = 1e15, kTiny = 1e-9;
  double largest = 0.0;
  for (const double x : m) {
    if (!(std::abs(x) <= kMax)) return false;
    largest = std::max(largest, std::abs(x));
  }
  for (const auto& [i, j] : {std::pair(1, 3), std::pair(2, 6), std::pair(5, 7)})
    if (std::abs(m[static_cast<std::size_t>(i)] - m[static_cast<std::size_t>(j)]) > 1e-6 * largest) return false;
  const double second = m[0] * m[4] - m[1] * m[3];
  const double third =
      m[0] * (m[4] * m[8] - m[5] * m[7]) - m[1] * (m[3] * m[8] - m[5] * m[6]) + m[2] * (m[3] * m[7] - m[4] * m[6]);
  return m[0] > kTiny * largest && second > kTiny * largest * largest && third > kTiny * largest * largest * largest;
}

/// The inertia of the same mass with all lengths scaled. I = tr(S)·1 − S, where S is the matrix of second moments, each
/// of which scales with the product of two lengths; therefore S = tr(I)/2·1 − I.
Matrix3 scaled_inertia(const Matrix3& inertia, const SigVector& scale) {
  Matrix3 moments = inertia, result;
  for (double& x : moments) x = -x;
  for (const std::size_t i : {0, 4, 8}) moments[i] += 0.5 * trace(inertia);
  for (std::size_t i = 0; i < 9; ++i) moments[i] *= scale[i / 3] * scale[i % 3];
  for (std::size_t i = 0; i < 9; ++i) result[i] = -moments[i];
  for (const std::size_t i : {0, 4, 8}) result[i] += trace(moments);
  return result;
}

bool is_within(const SigVector& v, double limit) {
  return std::ranges::all_of(v, [limit](double x) { return std::abs(x) <= limit; });
}

}  // namespace

BodyAssembly::BodyAssembly(const std::vector<SimpleShape>& simple, const SigVector& scale, const std::string& where,
                           std::vector<std::string>& warnings)
    : scale_(scale), warnings_(&warnings) {
  std::vector<SimpleShape> shapes;
  for (const SimpleShape& shape : simple) shapes.push_back(scaled(shape, where));
  plan_ = body_of(shapes);
  if (plan_.parts.empty()) plan_.parts.emplace_back().name = "body";
  for (const PartPlan& part : plan_.parts) part_names_.insert(part.name);
}

bool BodyAssembly::has_shapes() const {
  return !std::ranges::all_of(plan_.parts, &PartPlan::is_blind);
}

void BodyAssembly::add(const BodyTree& tree) {
  earlier_.clear();
  for (std::size_t i = 1; i < plan_.parts.size(); ++i) earlier_.emplace(plan_.parts[i].name, i);
  for (const BodySegment& segment : tree.segments) add_beside_root(segment);
  for (const BodyJoint& joint : tree.joints) add_joint(joint, 0, {}, true);
}

void BodyAssembly::add_shapes(const std::vector<SimpleShape>& shapes, const std::string& where) {
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    if (i == 0) {
      plan_.parts.front().shape = scaled(shapes[i], where);
      continue;
    }
    PartPlan part;
    part.name = unique(fmt::format("body_{}", i + 1), "part", where, part_names_);
    part.shape = scaled(shapes[i], where);
    part.carried_by = 0;
    add_part(std::move(part), where);
  }
}

/// Whether the segment is to become the part `body`, which no other segment has become yet.
bool BodyAssembly::is_free_for_body(const BodySegment& segment) const {
  return segment.name == "body" && plan_.parts.front().is_blind();
}

void BodyAssembly::add_beside_root(const BodySegment& segment) {
  if (is_free_for_body(segment)) return give(segment, plan_.parts.front());
  if (segment.name == "body" || earlier_.contains(segment.name)) return;
  PartPlan part;
  part.name = unique(segment.name, "segment", segment.where, part_names_);
  give(segment, part);
  part.carried_by = 0;
  if (!part.is_blind()) add_part(std::move(part), segment.where);
}

void BodyAssembly::add_joint(const BodyJoint& joint, std::size_t parent, const Frame& above, bool is_outermost) {
  if (joint.segments.size() > 1)
    throw WorldFileError(fmt::format("{}: more than one segment below the joint '{}'", joint.segments[1].where,
                                     spark::printable(joint.name)));
  const Frame frame = below(above, joint);
  if (!is_within(frame.place, kMaxPlace))
    throw WorldFileError(
        fmt::format("{}: the joint '{}' lies more than 1e6 cm away", joint.where, spark::printable(joint.name)));
  const bool turns = joint.type == JointPlan::Type::hinge || joint.type == JointPlan::Type::ball;
  const BodySegment* segment = joint.segments.empty() ? nullptr : &joint.segments.front();
  if (is_outermost && !turns) {
    if (!segment) return add_below(joint, 0, frame);
    if (is_free_for_body(*segment)) {
      PartPlan& body = plan_.parts.front();
      body.place = frame.place;
      body.turn = frame.turn;
      give(*segment, body);
    }
    if (segment->name == "body") return add_below(joint, 0, frame);
  }
  PartPlan part;
  part.name = segment ? segment->name : joint.name + "_dummy_seg";
  part.place = frame.place;
  part.turn = frame.turn;
  if (const auto same = earlier_.find(part.name); same != earlier_.end()) {
    const PartPlan& known = plan_.parts[same->second];
    return add_below(joint, known.carried_by.value_or(same->second), {known.place, known.turn});
  }
  if (segment) give(*segment, part);
  add_below(joint, connect(joint, std::move(part), parent), frame);
}

void BodyAssembly::add_below(const BodyJoint& joint, std::size_t part, const Frame& frame) {
  for (const BodyJoint& next : joint.joints) add_joint(next, part, frame, false);
}

std::size_t BodyAssembly::connect(const BodyJoint& joint, PartPlan part, std::size_t parent) {
  JointPlan made;
  made.name = unique(joint.name, "joint", joint.where, joint_names_);
  made.type = joint.type;
  made.parent = parent;
  made.axis = joint.axis;
  if (plan_.joints.empty() && parent == 0 && made.type == JointPlan::Type::free) made.type = JointPlan::Type::fixed;
  if (joint.segments.empty()) part.name = made.name + "_dummy_seg";
  const std::string& where = joint.segments.empty() ? joint.where : joint.segments.front().where;
  part.name = unique(part.name, "segment", where, part_names_);
  made.child = add_part(std::move(part), where);
  plan_.joints.push_back(std::move(made));
  return plan_.joints.back().child;
}

std::size_t BodyAssembly::add_part(PartPlan part, const std::string& where) {
  if (plan_.parts.size() >= kMaxParts)
    throw WorldFileError(fmt::format("{}: the body has more than {} parts", where, kMaxParts));
  plan_.parts.push_back(std::move(part));
  return plan_.parts.size() - 1;
}

void BodyAssembly::give(const BodySegment& segment, PartPlan& part) {
  if (segment.shape) part.shape = scaled(*segment.shape, segment.where);
  const auto drop = [this, &segment](std::string_view what, std::string_view rule) {
    warn(segment.where, fmt::format("the {} of the segment '{}' has to be {}; that of its shape counts", what,
                                    spark::printable(segment.name), rule));
  };
  part.mass = segment.mass;
  if (part.mass && !(*part.mass > 0.0 && *part.mass <= kMaxSegmentMass)) {
    drop("mass", "above 0 and at most 1e6 kg");
    part.mass.reset();
  }
  part.centre_of_mass = segment.centre_of_mass;
  if (part.centre_of_mass) {
    for (std::size_t i = 0; i < 3; ++i) (*part.centre_of_mass)[i] *= scale_[i];
    if (!is_within(*part.centre_of_mass, kMaxPlace)) {
      drop("centre of mass", "at most 1e6 cm away");
      part.centre_of_mass.reset();
    }
  }
  part.inertia.reset();
  if (!segment.inertia) return;
  const Matrix3 inertia = scaled_inertia(*segment.inertia, scale_);
  if (is_positive_definite(*segment.inertia) && is_positive_definite(inertia))
    part.inertia = inertia;
  else
    drop("inertia", "a positive definite matrix");
}

SimpleShape BodyAssembly::scaled(const SimpleShape& shape, const std::string& where) const {
  SimpleShape result = shape;
  const auto& [x, y, z] = scale_;
  for (std::size_t i = 0; i < 3; ++i) result.place[i] *= scale_[i];
  // A cylinder or sphere stays round and gets the width of the shape that it replaces.
  if (shape.kind == ShapeKind::box)
    result.size = {shape.size[0] * x, shape.size[1] * y, shape.size[2] * z};
  else if (shape.kind == ShapeKind::cylinder)
    result.size = {shape.size[0] * std::max(x, z), shape.size[1] * y, 0.0};
  else
    result.size = {shape.size[0] * std::max({x, y, z}), 0.0, 0.0};
  const std::size_t lengths = shape.kind == ShapeKind::box ? 3 : shape.kind == ShapeKind::cylinder ? 2 : 1;
  for (std::size_t i = 0; i < lengths; ++i) result.size[i] = std::max(result.size[i], kMinSize);
  if (!is_within(result.place, kMaxPlace) || !is_within(result.size, kMaxPlace))
    throw WorldFileError(fmt::format("{}: a shape is larger than 1e6 cm, or farther away", where));
  return result;
}

BodyAssembly::Frame BodyAssembly::below(const Frame& above, const BodyJoint& joint) const {
  SigVector offset = joint.place;
  for (std::size_t i = 0; i < 3; ++i) offset[i] *= scale_[i];
  Frame frame{sum(above.place, turned(above.turn, offset)), product(above.turn, joint.turn)};
  double square = 0.0;
  for (const double x : frame.turn) square += x * x;
  for (double& x : frame.turn) x /= std::sqrt(square);
  return frame;
}

std::string BodyAssembly::unique(const std::string& name, std::string_view what, const std::string& where,
                                 std::set<std::string, std::less<>>& taken) {
  constexpr std::size_t kMaxLength = 255;
  const bool is_name = !name.empty() && name.size() <= kMaxLength && name.find_first_of(",:") == name.npos;
  if (is_name && taken.insert(name).second) return name;
  const std::string stem = is_name ? name.substr(0, kMaxLength - 10) : std::string(what);
  std::string other;
  for (std::size_t i = is_name ? 2 : 1; other.empty() || !taken.insert(other).second; ++i)
    other = fmt::format("{}_{}", stem, i);
  if (is_name)
    warn(where, fmt::format("there is another {} '{}'; this one is called '{}'", what, spark::printable(name), other));
  else if (name.empty())
    warn(where, fmt::format("a {} has no name; it is called '{}'", what, other));
  else
    warn(where, fmt::format("a {} cannot be called '{}': at most 255 octets, no comma, no colon; it is called '{}'",
                            what, spark::printable(name), other));
  return other;
}

void BodyAssembly::warn(const std::string& where, const std::string& text) {
  constexpr std::size_t kMaxLines = 10;
  if (warned_ < kMaxLines)
    warnings_->push_back(fmt::format("{}: {}", where, text));
  else if (warned_ == kMaxLines)
    warnings_->push_back(fmt::format("{}: {}; further mistakes of this body are not listed", where, text));
  ++warned_;
}

}  // namespace sigverse
