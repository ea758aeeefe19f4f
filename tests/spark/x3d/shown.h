// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <string>

#include "spark/x3d/node.h"

/// All contents of a document except places, in a notation that is independent of the writers': two documents with
/// equal texts are equal.
class Shown {
 public:
  explicit Shown(const x3d::Document& document) { list(document.statements); }
  explicit Shown(const x3d::Node& node) { show(node); }
  const std::string& text() const { return text_; }

 private:
  void list(const std::vector<x3d::Statement>& statements) {
    for (const x3d::Statement& statement : statements) {
      add("@{}", statement.before);
      std::visit([&](const auto& what) { show(what); }, statement.what);
    }
  }
  void show(const x3d::Node& node) {
    add("({}:{}:{} ", node.type, node.name, node.is_use() ? "use" : "");
    fields(node.fields);
    list(node.statements);
    text_ += ')';
  }
  void show(const x3d::Proto& proto) {
    add("(proto {} ", proto.name);
    fields(proto.interface);
    text_ += "body ";
    list(proto.body);
    text_ += ')';
  }
  void show(const x3d::ExternProto& proto) {
    add("(extern {} ", proto.name);
    fields(proto.interface);
    for (const std::string& url : proto.urls) add("<{}>", url);
    text_ += ')';
  }
  void show(const x3d::Route& route) {
    add("(route {} {} {} {})", route.from_node, route.from_field, route.to_node, route.to_field);
  }
  void fields(const std::vector<x3d::Field>& fields) {
    for (const x3d::Field& field : fields) {
      add("{}/{}/{}/{}=", field.name, field.access ? static_cast<int>(*field.access) : -1,
          static_cast<int>(field.value.type), field.is);
      std::visit([&](const auto& data) { value(data); }, field.value.data);
      text_ += "; ";
    }
  }
  void value(std::monostate) { text_ += "nothing"; }
  void value(bool is_true) { text_ += is_true ? "yes" : "no"; }
  void value(const x3d::Strings& strings) {
    for (const std::string& one : strings) add("<{}>", one);
  }
  void value(const x3d::Nodes& nodes) {
    for (const x3d::Node& node : nodes) show(node);
  }
  template <typename Numbers>
  void value(const Numbers& numbers) {
    for (const auto number : numbers) add("{} ", number);
  }

  template <typename... Parts>
  void add(fmt::format_string<Parts...> format, Parts&&... parts) {
    text_ += fmt::format(format, std::forward<Parts>(parts)...);
  }

  std::string text_;
};

template <typename Thing>
std::string shown(const Thing& thing) {
  return Shown(thing).text();
}
