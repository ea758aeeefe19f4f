// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <limits>
#include <pugixml.hpp>

#include "spark/x3d/humanoid_nodes.h"
#include "spark/x3d/names.h"
#include "spark/x3d/node_type.h"
#include "spark/x3d/rcml_nodes.h"
#include "spark/x3d/x3d_reader.h"
#include "spark/x3d/x3d_writer.h"
#include "tests/spark/x3d/canonical.h"
#include "tests/spark/x3d/properties.h"
#include "tests/spark/x3d/shown.h"
#include "tests/spark/x3d/texts.h"

using namespace x3d;

namespace {

float any_float() {
  constexpr float kMax = std::numeric_limits<float>::max();
  // All bit patterns of finite numbers, and sometimes the extremes.
  const auto bits = *rc::gen::arbitrary<std::uint32_t>();
  float value;
  std::memcpy(&value, &bits, sizeof value);
  return std::isfinite(value) ? value : *rc::gen::element(kMax, -kMax, -0.0f, 1e-45f);
}

double any_double() {
  const auto bits = *rc::gen::arbitrary<std::uint64_t>();
  double value;
  std::memcpy(&value, &bits, sizeof value);
  return std::isfinite(value) ? value : 0.1;
}

std::string any_string() {
  const auto raw = *rc::gen::container<std::vector<std::string>>(rc::gen::element<std::string>(
      "a", " ", "\"", "\\", "\n", "\t", "\r", "#", "'", "<", "&", ">", "ä", "語", "\\n", "\x7f"));
  std::string text;
  for (const std::string& piece : raw) text += piece;
  return text;
}

/// Builds nodes with values in any of their fields, some of them used again by USE.
class Builder {
 public:
  Node node(int depth) {
    if (!used_.empty() && *rc::gen::inRange(0, 5) == 0) return Node::use(*rc::gen::elementOf(used_));
    static const std::vector<const NodeType*> types = [] {
      std::vector<const NodeType*> all = standard_types();
      for (const NodeType* type : rcml_types()) all.push_back(type);
      for (const NodeType* type : humanoid_types()) all.push_back(type);
      return all;
    }();
    const NodeType& type = **rc::gen::elementOf(types);
    Node node(type.name());
    if (*rc::gen::arbitrary<bool>()) node.name = names_.take(any_string());
    for (const FieldRow& row : type.rows())
      if (row.access != Access::event_in && row.access != Access::event_out && *rc::gen::inRange(0, 3) == 0)
        set(node, row, depth);
    if (!node.name.empty()) used_.push_back(node.name);
    return node;
  }

 private:
  template <typename One>
  static auto many(std::size_t count, One one) {
    std::vector<decltype(one())> values;
    for (std::size_t i = 0; i < count; ++i) values.push_back(one());
    return values;
  }

  void set(Node& node, const FieldRow& row, int depth) {
    const std::size_t count = is_multiple(row.type) ? *rc::gen::inRange<std::size_t>(0, 5) : 1;
    switch (element_of(row.type)) {
      case Element::boolean:
        node.set(row.name, *rc::gen::arbitrary<bool>());
        break;
      case Element::real:
        node.set(row.name, many(count * components_of(row.type), any_float));
        break;
      case Element::time:
        node.set(row.name, any_double());
        break;
      case Element::string:
        node.set(row.name, many(count, any_string));
        break;
      case Element::integer:
        if (row.type == FieldType::SFImage)
          node.set(row.name, Integers{1, 2, 4, *rc::gen::arbitrary<std::int32_t>(), -1});
        else
          node.set(row.name, many(count, [] { return *rc::gen::arbitrary<std::int32_t>(); }));
        break;
      case Element::node:
        if (depth > 0) node.set(row.name, many(count, [&] { return this->node(depth - 1); }));
        break;
    }
  }

  UniqueNames names_;
  std::vector<std::string> used_;
};

std::size_t elements_in(const pugi::xml_node& node) {
  std::size_t count = 0;
  for (const pugi::xml_node child : node.children()) count += 1 + elements_in(child);
  return count;
}

}  // namespace

TEST_CASE("any document that is built and written is read as the same document") {
  std::size_t elements = 0;
  hold(400, [&] {
    Builder builder;
    Document document;
    for (int i = 0; i < 3; ++i) document.add(builder.node(3));
    RC_ASSERT(shown(read_vrml(to_vrml(document), "written")) == shown(document));
    pugi::xml_document xml;
    RC_ASSERT(static_cast<bool>(xml.load_string(to_x3d(document).c_str())));
    elements += elements_in(xml);
    Warnings warnings;
    RC_ASSERT(shown(Canonical(read_x3d(to_x3d(document), "written", {}, warnings)).document()) ==
              shown(Canonical(document).document()));
    RC_ASSERT(warnings.is_empty());
  });
  CHECK(elements > 2000);
}
