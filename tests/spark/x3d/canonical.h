// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <string>
#include <variant>
#include <vector>

#include "spark/x3d/node.h"

/// A document without the differences that are lost in X3D's XML encoding: the order of a node's fields, statements
/// between them, and fields without nodes.
class Canonical {
 public:
  explicit Canonical(x3d::Document document) : document_(std::move(document)) { tidy(document_.statements); }
  const x3d::Document& document() const { return document_; }

 private:
  static void tidy(std::vector<x3d::Statement>& statements) {
    for (x3d::Statement& statement : statements) {
      if (auto* node = std::get_if<x3d::Node>(&statement.what)) tidy(*node);
      if (auto* proto = std::get_if<x3d::Proto>(&statement.what)) {
        for (x3d::Field& field : proto->interface) tidy(field);
        tidy(proto->body);
      }
    }
  }
  static void tidy(x3d::Field& field) {
    if (auto* nodes = std::get_if<x3d::Nodes>(&field.value.data))
      for (x3d::Node& node : *nodes) tidy(node);
  }
  static void tidy(x3d::Node& node) {
    std::erase_if(node.fields, [](const x3d::Field& field) {
      const auto* nodes = std::get_if<x3d::Nodes>(&field.value.data);
      return !field.access && nodes && nodes->empty();
    });
    std::ranges::stable_sort(node.fields, {}, &x3d::Field::name);
    for (x3d::Field& field : node.fields) tidy(field);
    const auto is_route = [](const x3d::Statement& one) { return std::holds_alternative<x3d::Route>(one.what); };
    std::stable_partition(node.statements.begin(), node.statements.end(),
                          [&](const auto& one) { return !is_route(one); });
    for (x3d::Statement& one : node.statements) one.before = is_route(one) ? node.fields.size() : 0;
    tidy(node.statements);
  }

  x3d::Document document_;
};
