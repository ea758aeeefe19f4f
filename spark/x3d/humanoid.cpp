// SPDX-License-Identifier: Apache-2.0
#include "spark/x3d/humanoid.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "spark/x3d/attribute_value.h"
#include "spark/x3d/humanoid_nodes.h"
#include "spark/x3d/read_error.h"
#include "spark/x3d/xml_characters.h"

namespace x3d {

using spark::Mat3;
using spark::Vec3;
// Matrices are std::arrays, so argument-dependent look-up does not find their operators in namespace spark.
using spark::operator*;  // NOLINT(misc-unused-using-decls): without it this does not compile

namespace {

constexpr std::array<std::string_view, 4> kJointTypes{"fixed", "rotate", "sphere", "free"};

std::string lower_case(std::string_view text) {
  std::string lower(text);
  std::ranges::transform(lower, lower.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c; });
  return lower;
}

/// Whether all leading principal minors of a symmetric matrix are positive (Sylvester's criterion).
bool is_positive_definite(const Mat3& m) {
  const double minor = m[0] * m[4] - m[1] * m[3];
  const double determinant =
      m[0] * (m[4] * m[8] - m[5] * m[7]) - m[1] * (m[3] * m[8] - m[5] * m[6]) + m[2] * (m[3] * m[7] - m[4] * m[6]);
  return m[0] > 0 && minor > 0 && determinant > 0 && std::isfinite(determinant);
}

/// The axis that a text describes: "X", "-z", "0 0.6 0.8"; zero if it is invalid.
Vec3 axis_in(std::string_view text) {
  if (is_list_of_numbers(text, 3)) {
    const AttributeValue read = read_attribute(FieldType::SFVec3f, text, 3);
    const Floats& numbers = read.value.floats();
    return {numbers[0], numbers[1], numbers[2]};
  }
  const double sign = text.starts_with('-') ? -1 : 1;
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  const std::string name = lower_case(text);
  if (name == "x") return {sign, 0, 0};
  if (name == "y") return {0, sign, 0};
  return name == "z" ? Vec3{0, 0, sign} : Vec3{};
}

/// Assigns each name once.
class PartNames {
 public:
  /// Returns the name, or the name with a number if another part has it.
  std::string take(const std::string& name) {
    std::string made = name;
    while (!taken_.insert(made).second) made = fmt::format("{}_{}", name, ++last_.try_emplace(name, 1).first->second);
    return made;
  }

 private:
  std::unordered_set<std::string> taken_;
  std::unordered_map<std::string, std::size_t> last_;
};

/// Makes the tree of the first humanoid of a scene by recursive descent, whose depth is bounded by the height of the
/// scene.
class HumanoidReader {
 public:
  explicit HumanoidReader(Warnings& warnings) : warnings_(warnings) {}

  std::optional<Humanoid> find(const Scene& scene) {
    for (const SceneNode* root : scene.roots()) look_in(*root, {});
    return std::move(found_);
  }

 private:
  /// The owner to which parts are added: the humanoid, or one of its joints.
  struct Owner {
    std::vector<Joint>* joints = nullptr;
    const std::string* joint = nullptr;  ///< its name; null for the humanoid
    std::vector<Segment> segments;
  };

  void look_in(const SceneNode& node, const Affine& place) {
    visits_.add(node);
    if (humanoid_kind(node.type) != HumanoidKind::humanoid) {
      const auto& children = drawn_children(node);
      if (children.empty()) return;
      const Affine below = placed_children(node, place);
      for (const SceneNode* child : children) look_in(*child, below);
    } else if (found_) {
      warn(node, "another Humanoid: skipped");
    } else {
      found_ = humanoid(node, place);
    }
  }

  Humanoid humanoid(const SceneNode& node, const Affine& place) {
    Humanoid made;
    made.name = node.text("name", node.name);
    made.file = node.file;
    made.place = node.place;
    Owner owner{&made.joints, nullptr, {}};
    const Affine below = placed_children(node, place);
    for (const SceneNode* child : drawn_children(node)) part(*child, below, owner, nullptr);
    made.segments = std::move(owner.segments);
    return made;
  }

  /// Adds the part that a node represents to its owner, or to the segment that contains it. `place` maps the frame of
  /// the node to that of the owner.
  void part(const SceneNode& node, const Affine& place, Owner& owner, Segment* segment) {
    visits_.add(node);
    const HumanoidKind kind = humanoid_kind(node.type);
    if (kind == HumanoidKind::joint) {
      owner.joints->push_back(joint(node, place));
    } else if (kind == HumanoidKind::segment) {
      if (owner.joint && (segment || !owner.segments.empty()))
        refuse(node, fmt::format("joint '{}' has a second segment", shortened(*owner.joint)));
      Segment made = this->segment(node, place, owner);
      if (owner.joint && !owner.segments.empty())
        refuse(node, fmt::format("joint '{}' has a second segment", shortened(*owner.joint)));
      owner.segments.push_back(std::move(made));
    } else if (node.type == "Shape") {
      if (segment)
        segment->shapes.push_back({place, &node, node.node("geometry")});
      else
        warn(node, "a Shape outside any Segment: skipped");
    } else if (const auto& children = drawn_children(node); !children.empty()) {
      const Affine below = placed_children(node, place);
      for (const SceneNode* child : children) part(*child, below, owner, segment);
    }
  }

  Joint joint(const SceneNode& node, const Affine& place) {
    Joint made;
    made.file = node.file;
    made.place = node.place;
    made.name = name_of(node, "joint", joint_names_);
    made.type = type_of(node);
    made.axis = axis_of(node, made.type);
    const Integers& id = node.integers("jointId");
    if (id.size() == 1) made.id = id.front();
    made.lower = first_of(node, "llimit");
    made.upper = first_of(node, "ulimit");
    // The frame is at the joint's centre of rotation.
    const Vec3f center = node.vector("center", {});
    const Affine whole = transform_of(node);
    const Affine frame =
        place * Affine{whole.linear, whole.translation + whole.linear * Vec3{center.x, center.y, center.z}};
    if (!is_finite(frame)) refuse(node, fmt::format("the place of joint '{}' is not finite", shortened(made.name)));
    const SplitAffine parts = split(frame);
    made.pose = parts.pose;
    const Affine below = parts.rest * Affine{spark::kIdentity3, {-center.x, -center.y, -center.z}};
    Owner owner{&made.joints, &made.name, {}};
    for (const SceneNode* child : drawn_children(node)) part(*child, below, owner, nullptr);
    if (!owner.segments.empty()) made.segment = std::move(owner.segments.front());
    return made;
  }

  Segment segment(const SceneNode& node, const Affine& place, Owner& owner) {
    Segment made;
    made.file = node.file;
    made.place = node.place;
    made.name = name_of(node, "segment", segment_names_);
    read_mass(node, place, made);
    for (const SceneNode* child : drawn_children(node)) part(*child, place, owner, &made);
    return made;
  }

  JointType type_of(const SceneNode& node) {
    const std::string type = lower_case(node.text("jointType"));
    if (type.empty()) return node.type == "HAnimJoint" ? JointType::sphere : JointType::free;
    const auto found = std::ranges::find(kJointTypes, type);
    if (found != kJointTypes.end()) return static_cast<JointType>(found - kJointTypes.begin());
    warn(node, fmt::format("unknown jointType '{}': treated as fixed", shortened(type)));
    return JointType::fixed;
  }

  Vec3 axis_of(const SceneNode& node, JointType type) const {
    constexpr Vec3 kUsual{0, 0, 1};
    if (type != JointType::rotate) return kUsual;
    const SceneField* field = node.find("jointAxis");
    if (!field) return kUsual;
    const Floats& numbers = node.floats("jointAxis");
    const std::string_view text = node.text("jointAxis");
    Vec3 axis;
    if (numbers.size() == 3)
      axis = {numbers[0], numbers[1], numbers[2]};
    else if (text.empty() && numbers.empty())
      return kUsual;
    else
      axis = axis_in(text);
    const double length = spark::length(axis);
    if (!(length > 0) || !std::isfinite(length))
      refuse(node.file, field->place,
             fmt::format("a joint of type rotate needs an axis: X, Y, Z or a vector that is not 0"));
    return axis * (1.0 / length);
  }

  void read_mass(const SceneNode& node, const Affine& place, Segment& segment) {
    const float mass = node.number("mass", 0);
    if (mass > 0 && std::isfinite(mass))
      segment.mass = mass;
    else if (mass != 0)
      warn(node, "a mass that is negative or not a number: ignored");
    // Defaults of prototypes have no meaning, because they are the same for every segment.
    const SceneField* centre = node.find("centerOfMass");
    if (centre && !centre->is_default) {
      const Vec3f at = node.vector("centerOfMass", {});
      const Vec3 placed = place * Vec3{at.x, at.y, at.z};
      if (spark::is_finite(placed))
        segment.centre_of_mass = placed;
      else
        warn(node, "a centerOfMass that is not a number: ignored");
    }
    const SceneField* inertia = node.find("momentsOfInertia");
    if (inertia && !inertia->is_default) read_inertia(node, place, segment);
  }

  void read_inertia(const SceneNode& node, const Affine& place, Segment& segment) {
    const Floats& numbers = node.floats("momentsOfInertia");
    if (std::ranges::all_of(numbers, [](float one) { return one == 0; })) return;
    Mat3 inertia{};
    bool fits = numbers.size() == 9;
    if (fits) {
      constexpr double kRounding = 1e-3;
      std::ranges::copy(numbers, inertia.begin());
      const Mat3 other = spark::transposed(inertia);
      double largest = 0;
      for (const double one : inertia) largest = std::max(largest, std::abs(one));
      for (std::size_t i = 0; i < 9; ++i) {
        fits = fits && std::abs(inertia[i] - other[i]) <= kRounding * largest;
        inertia[i] = 0.5 * (numbers[i] + other[i]);
      }
      fits = fits && is_positive_definite(inertia);
    }
    if (!fits) return warn(node, "momentsOfInertia that are not symmetric and positive definite: ignored");
    const Mat3 turn = split(place).pose.rotation;
    segment.inertia = turn * inertia * spark::transposed(turn);
  }

  std::string name_of(const SceneNode& node, std::string_view usual, PartNames& names) {
    std::string name(node.text("name"));
    if (name.empty() && !node.name.empty()) {
      name = node.name;
      warn(node, fmt::format("a {} without a name: its DEF name is used", usual));
    } else if (name.empty()) {
      name = usual;
      warn(node, fmt::format("a {} without a name", usual));
    }
    std::string taken = names.take(name);
    if (taken != name)
      warn(node, fmt::format("another {} has the name '{}': called '{}'", usual, shortened(name), shortened(taken)));
    return taken;
  }

  static std::optional<double> first_of(const SceneNode& node, std::string_view field) {
    const Floats& list = node.floats(field);
    if (list.empty() || !std::isfinite(list.front())) return std::nullopt;
    return list.front();
  }

  void warn(const SceneNode& node, std::string_view what) { warnings_.add(node.file, node.place, what); }

  Warnings& warnings_;
  VisitCount visits_;
  PartNames joint_names_, segment_names_;
  std::optional<Humanoid> found_;
};

}  // namespace

std::string_view to_string(JointType type) {
  return kJointTypes.at(static_cast<std::size_t>(type));
}

std::optional<Humanoid> humanoid_of(const Scene& scene, Warnings& warnings) {
  return HumanoidReader(warnings).find(scene);
}

}  // namespace x3d
