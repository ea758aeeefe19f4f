// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "gateways/x3d/node.h"
#include "gateways/x3d/node_type.h"
#include "gateways/x3d/vrml_reader.h"
#include "gateways/x3d/vrml_scanner.h"

namespace x3d {

/// Makes nodes of tokens (vrml_reader.h). It goes into itself once per level of nodes in nodes, of which the limits
/// have few. Throws `ReadError`.
class VrmlParser {
 public:
  VrmlParser(std::string_view text, std::string_view file, const Limits& limits);

  Document document();
  Value value(FieldType type);

 private:
  /// The file, or the body of a prototype: each has DEF names of its own, and prototypes that are known in it.
  struct Scope {
    std::unordered_set<std::string> names;
    std::unordered_map<std::string, std::shared_ptr<const NodeType>> prototypes;
    std::shared_ptr<const NodeType> interface;  ///< to which IS binds; none in the file itself
  };
  /// What is known of the node that is being read.
  struct Kind {
    const NodeType* type = nullptr;
    const NodeType* rcml = nullptr;  ///< if it is one of RCML: fields that a prototype of the file lacks
    std::shared_ptr<const NodeType> owner;
    bool is_script = false;
    const FieldRow* find(std::string_view field) const;
    const FieldRow* find_event(std::string_view name) const;
  };
  /// What has been in the braces of a node so far.
  struct Body {
    bool takes_bare = false;  ///< nodes without the name of a field
    bool has_bare = false;
    bool has_children = false;  ///< by that name
  };
  class Level;

  void check_header();
  void count(std::size_t offset);  ///< one more value, which begins there
  [[noreturn]] void fail_at(const Token& token, std::string_view expected);
  Token expect_name(std::string_view what);
  void expect(char mark);

  // vrml_values.cpp
  Value list(FieldType type);
  void one_value(FieldType type, Value& into);
  bool boolean();
  std::string string();
  Integers image();

  // vrml_numbers.cpp
  std::int32_t integer();
  double real(bool is_float);  ///< of 32 bits, or of 64

  // vrml_statements.cpp
  bool is_statement();
  Statement statement();
  Proto prototype();
  ExternProto external_prototype();
  Route route();
  std::vector<Field> interface(bool has_values);
  Field declaration(Access access, bool has_value);
  std::shared_ptr<const NodeType> declare(const std::string& name, const std::vector<Field>& interface);
  void check_twice(const std::vector<Field>& fields, std::string_view where);

  // vrml_nodes.cpp
  Node use();
  Node node();
  Node node(const Token& type, std::string name);
  Kind kind_of(const Token& type);
  void body_part(Node& node, const Kind& kind, Body& body);
  void add_bare(Node& node, Body& body, Node child);
  void add_field(Node& node, Body& body, Field field);
  Nodes& children_of(Node& node, Place place);  ///< to which more is to be added, from there
  Field field(const Token& name, const Kind& kind);
  std::string bound_to(FieldType type);

  VrmlScanner scanner_;
  std::string_view text_;
  Limits limits_;
  std::size_t values_ = 0;
  std::size_t depth_ = 0;
  std::vector<Scope> scopes_{1};
};

/// One level deeper, as long as it lasts.
class VrmlParser::Level {
 public:
  Level(VrmlParser& parser, const Token& token);
  ~Level() { --parser_.depth_; }
  Level(const Level&) = delete;
  Level& operator=(const Level&) = delete;

 private:
  VrmlParser& parser_;
};

}  // namespace x3d
