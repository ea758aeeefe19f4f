// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "gateways/rctp/rcml/tables.h"
#include "spark/x3d/node_counts.h"

namespace rcml {
namespace {

/// Counts the nodes of a document, without the bodies of prototypes.
class Census {
 public:
  void count(const std::vector<x3d::Statement>& statements) {
    for (const x3d::Statement& statement : statements) {
      if (const auto* node = std::get_if<x3d::Node>(&statement.what)) count(*node);
      if (const auto* proto = std::get_if<x3d::Proto>(&statement.what)) prototypes_.push_back(proto->name);
      if (const auto* proto = std::get_if<x3d::ExternProto>(&statement.what)) prototypes_.push_back(proto->name);
    }
  }

  std::string text() const {
    std::string text = shown(x3d::counts_text(types_)) + '\n';
    append_list(text, "viewpoints", viewpoints_);
    append_list(text, "prototypes", prototypes_);
    return text;
  }

 private:
  void count(const x3d::Node& node) {
    if (node.is_use()) return;
    ++types_[node.type];
    if (node.type == "Viewpoint") {
      const x3d::Field* description = node.find("description");
      const bool has_one = description && description->value.has_value();
      viewpoints_.push_back(has_one ? description->value.strings().at(0) : node.name);
    }
    for (const x3d::Field& field : node.fields)
      if (const auto* nodes = std::get_if<x3d::Nodes>(&field.value.data))
        for (const x3d::Node& child : *nodes) count(child);
    count(node.statements);
  }

  static void append_list(std::string& text, std::string_view title, const std::vector<std::string>& names) {
    if (names.empty()) return;
    text += fmt::format("{}:", title);
    for (const std::string& name : names)
      text += fmt::format("{} '{}'", &name == &names.front() ? "" : ",", shown(name));
    text += '\n';
  }

  x3d::NodeCounts types_;
  std::vector<std::string> viewpoints_, prototypes_;
};

}  // namespace

std::string document_table(const x3d::Document& document) {
  Census census;
  census.count(document.statements);
  return census.text();
}

}  // namespace rcml
