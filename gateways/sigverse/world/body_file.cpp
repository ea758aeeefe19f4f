// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/world/body_file.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <initializer_list>
#include <set>
#include <string_view>
#include <utility>

#include "gateways/sigverse/world/expression.h"
#include "gateways/sigverse/world/shape_bounds.h"
#include "spark/core/log.h"

namespace sigverse {
namespace {

constexpr std::size_t kMaxBodyDepth = 256;
constexpr std::size_t kMaxParameters = 10000, kMaxBodyElements = 100000;
constexpr double kMaxBodyNumber = 1e6, kMinBodyLength = 1e-3;

/// The pose of a frame in the frame around it.
struct Placement {
  SigVector place{};
  SigQuaternion turn{1.0, 0.0, 0.0, 0.0};
};

Placement operator*(const Placement& outer, const Placement& inner) {
  return {sum(outer.place, turned(outer.turn, inner.place)), product(outer.turn, inner.turn)};
}

class BodyFileReader {
 public:
  explicit BodyFileReader(const XmlFile& file) : file_(file) {}

  BodyTree read() {
    const pugi::xml_node root = file_.root();
    if (std::string_view(root.name()) != "body")
      file_.fail(root, "not a body file: its outermost element is <{}>, not <body>", spark::printable(root.name()));
    BodyTree tree;
    for (const pugi::xml_node& node : elements(root, {"define-param", "joint", "segment"})) {
      if (is(node, "define-param"))
        define(node);
      else
        add_limb(node, tree.segments, tree.joints, 1);
    }
    return tree;
  }

 private:
  static bool is(const pugi::xml_node& node, std::string_view name) { return name == node.name(); }

  /// Returns the known elements; others are skipped with a warning.
  std::vector<pugi::xml_node> elements(const pugi::xml_node& node, std::initializer_list<const char*> known) {
    std::vector<pugi::xml_node> found;
    for (const pugi::xml_node& child : file_.elements(node)) {
      if (++elements_ > kMaxBodyElements) file_.fail(child, "more than {} elements", kMaxBodyElements);
      if (std::ranges::any_of(known, [&child](const char* name) { return is(child, name); }))
        found.push_back(child);
      else
        warn(child,
             fmt::format("<{}> in <{}> is not known and has no effect", spark::printable(child.name()), node.name()));
    }
    return found;
  }

  void warn(const pugi::xml_node& at, const std::string& text) {
    constexpr std::size_t kMaxKinds = 20;
    if (warned_.size() < kMaxKinds && warned_.insert(text).second) file_.warn(at, text);
  }

  void define(const pugi::xml_node& node) {
    const std::string name = file_.required(node, "name");
    if (!is_parameter_name(name))
      file_.fail(node, "a parameter cannot be called '{}': letters, digits and _, no digit first",
                 spark::printable(name));
    if (parameters_.size() >= kMaxParameters) file_.fail(node, "more than {} parameters", kMaxParameters);
    const std::string value = file_.required(node, "value");
    if (parameters_.contains(name))
      warn(node, fmt::format("there is another parameter '{}'; from here on, this one counts", name));
    try {
      parameters_[name] = evaluate(value, parameters_);
    } catch (const ExpressionError& error) {
      file_.fail(node, "value=\"{}\" of '{}': {}", spark::printable(value), name, error.what());
    }
  }

  std::vector<double> numbers(const pugi::xml_node& node, std::size_t count, double min, double max) {
    const std::string text = file_.text(node);
    std::vector<double> found;
    try {
      found = count == 1 ? std::vector{evaluate(text, parameters_)} : evaluate_list(text, count, parameters_);
    } catch (const ExpressionError& error) {
      file_.fail(node, "'{}' of <{}>: {}", spark::printable(text), node.name(), error.what());
    }
    for (const double number : found)
      if (!(number >= min && number <= max))
        file_.fail(node, "'{}' of <{}>: {} is not from {} to {}", spark::printable(text), node.name(), number, min,
                   max);
    return found;
  }
  SigVector vector(const pugi::xml_node& node) {
    const std::vector<double> found = numbers(node, 3, -kMaxBodyNumber, kMaxBodyNumber);
    return {found[0], found[1], found[2]};
  }
  double length(const pugi::xml_node& node) { return numbers(node, 1, kMinBodyLength, kMaxBodyNumber)[0]; }

  SigVector axis(const pugi::xml_node& node) {
    SigVector axis = vector(node);
    const double size = std::hypot(axis[0], axis[1], axis[2]);
    if (!(size > 0.0)) file_.fail(node, "<{}> has to have a length", node.name());
    for (double& x : axis) x /= size;
    return axis;
  }

  /// The rotation by an axis of any length and an angle; if the angle is 0, the axis may be zero.
  SigQuaternion rotation(const pugi::xml_node& node) {
    const std::vector<double> found = numbers(node, 4, -kMaxBodyNumber, kMaxBodyNumber);
    const double size = std::hypot(found[0], found[1], found[2]);
    if (found[3] == 0.0) return {1.0, 0.0, 0.0, 0.0};
    if (!(size > 0.0)) file_.fail(node, "the axis of <rotation> has to have a length");
    const double along = std::sin(found[3] / 2.0) / size;
    return {std::cos(found[3] / 2.0), found[0] * along, found[1] * along, found[2] * along};
  }

  /// Adds a joint or a segment to its siblings.
  void add_limb(const pugi::xml_node& node, std::vector<BodySegment>& segments, std::vector<BodyJoint>& joints,
                std::size_t depth) {
    if (depth > kMaxBodyDepth) file_.fail(node, "elements nest more than {} deep", kMaxBodyDepth);
    if (is(node, "segment"))
      segments.push_back(segment(node, depth));
    else
      joints.push_back(joint(node, depth));
  }

  BodyJoint joint(const pugi::xml_node& node, std::size_t depth) {
    BodyJoint joint;
    joint.name = node.attribute("name").value();
    joint.where = file_.place(node);
    for (const pugi::xml_node& element :
         elements(node, {"type", "axis", "translation", "rotation", "children", "joint", "segment"})) {
      if (is(element, "type"))
        joint.type = type(element);
      else if (is(element, "axis"))
        joint.axis = axis(element);
      else if (is(element, "translation"))
        joint.place = vector(element);
      else if (is(element, "rotation"))
        joint.turn = rotation(element);
      else if (!is(element, "children"))
        add_limb(element, joint.segments, joint.joints, depth + 1);
      else
        for (const pugi::xml_node& child : elements(element, {"joint", "segment"}))
          add_limb(child, joint.segments, joint.joints, depth + 1);
    }
    return joint;
  }

  JointPlan::Type type(const pugi::xml_node& node) {
    const std::string text = file_.text(node);
    if (text == "fixed") return JointPlan::Type::fixed;
    if (text == "ball") return JointPlan::Type::ball;
    if (text == "hinge") return JointPlan::Type::hinge;
    file_.fail(node, "the type of a joint has to be fixed, ball or hinge, not '{}'", spark::printable(text));
  }

  BodySegment segment(const pugi::xml_node& node, std::size_t depth) {
    BodySegment segment;
    segment.name = node.attribute("name").value();
    segment.where = file_.place(node);
    std::vector<SimpleShape> shapes;
    for (const pugi::xml_node& element :
         elements(node, {"children", "transform", "shape", "mass", "centerOfMass", "momentsOfInertia"})) {
      if (is(element, "mass")) {
        segment.mass = numbers(element, 1, -kMaxBodyNumber, kMaxBodyNumber)[0];
      } else if (is(element, "centerOfMass")) {
        segment.centre_of_mass = vector(element);
      } else if (is(element, "momentsOfInertia")) {
        const std::vector<double> found = numbers(element, 9, -1e15, 1e15);
        std::ranges::copy(found, segment.inertia.emplace().begin());
      } else {
        add_shapes(element, {}, shapes, depth + 1);
      }
    }
    if (shapes.size() == 1) segment.shape = shapes.front();
    if (shapes.size() > 1) segment.shape = box_around(shapes);
    return segment;
  }

  /// Adds the shapes in the children of `node`, which are `transform` or `shape` elements.
  void add_shapes(const pugi::xml_node& node, const Placement& around, std::vector<SimpleShape>& shapes,
                  std::size_t depth) {
    if (depth > kMaxBodyDepth) file_.fail(node, "elements nest more than {} deep", kMaxBodyDepth);
    if (is(node, "shape")) {
      for (const pugi::xml_node& element : elements(node, {"geometry"})) {
        SimpleShape shape = geometry(element);
        shape.place = around.place;
        shape.turn = around.turn;
        shapes.push_back(shape);
      }
    } else if (is(node, "children")) {
      for (const pugi::xml_node& element : elements(node, {"transform", "shape"}))
        add_shapes(element, around, shapes, depth + 1);
    } else {
      add_transform(node, around, shapes, depth);
    }
  }

  void add_transform(const pugi::xml_node& node, const Placement& around, std::vector<SimpleShape>& shapes,
                     std::size_t depth) {
    Placement own;
    std::vector<pugi::xml_node> inner;
    for (const pugi::xml_node& element :
         elements(node, {"translation", "rotation", "children", "transform", "shape"})) {
      if (is(element, "translation"))
        own.place = vector(element);
      else if (is(element, "rotation"))
        own.turn = rotation(element);
      else
        inner.push_back(element);
    }
    for (const pugi::xml_node& element : inner) add_shapes(element, around * own, shapes, depth + 1);
  }

  SimpleShape geometry(const pugi::xml_node& node) {
    const std::string type = file_.required(node, "type");
    if (type == "box") {
      for (const pugi::xml_node& element : elements(node, {"size"})) {
        const std::vector<double> size = numbers(element, 3, kMinBodyLength, kMaxBodyNumber);
        return {.kind = ShapeKind::box, .size = {size[0], size[1], size[2]}};
      }
      file_.fail(node, "a box needs a <size>");
    }
    std::optional<double> radius, height;
    if (type != "sphere" && type != "cylinder")
      file_.fail(node, "type=\"{}\" of <geometry> has to be box, cylinder or sphere", spark::printable(type));
    for (const pugi::xml_node& element : elements(node, {"radius", "height"}))
      (is(element, "radius") ? radius : height) = length(element);
    if (!radius) file_.fail(node, "a {} needs a <radius>", type);
    if (type == "sphere") return {.kind = ShapeKind::sphere, .size = {*radius, 0.0, 0.0}};
    if (!height) file_.fail(node, "a cylinder needs a <height>");
    return {.kind = ShapeKind::cylinder, .size = {*radius, *height, 0.0}};
  }

  const XmlFile& file_;
  Parameters parameters_;
  std::size_t elements_ = 0;
  std::set<std::string> warned_;
};

}  // namespace

BodyTree read_body_file(const XmlFile& file) {
  return BodyFileReader(file).read();
}

}  // namespace sigverse
