// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "spark/x3d/node.h"
#include "spark/x3d/node_type.h"

namespace x3d {

/// The type of a node that is being read.
struct NodeKind {
  const NodeType* type = nullptr;
  /// Type of RCML or humanoids: defines fields that a prototype of the file lacks.
  const NodeType* known = nullptr;
  std::shared_ptr<const NodeType> owner;  ///< owns `type`, if a prototype declares it
  bool is_rcml = false;
  bool is_script = false;

  const FieldRow* find(std::string_view field) const;
  const FieldRow* find_event(std::string_view name) const;
};

/// The names that are known to the readers of both encodings at a position of a text: the prototypes and the names of
/// DEF. The file is a scope, and the body of each prototype another one.
class ReadingScopes {
 public:
  /// Begins the body of a prototype with that interface.
  void begin(std::shared_ptr<const NodeType> interface);
  void end() { scopes_.pop_back(); }

  void add_name(const std::string& name, const NodeKind& kind) {
    scopes_.back().names.insert_or_assign(name, kind.owner ? nullptr : kind.type);
  }
  bool has_name(const std::string& name) const { return scopes_.back().names.contains(name); }
  /// The type of the node with that name, if it is one of VRML97 and not of a prototype; else empty.
  std::string_view standard_type_of(const std::string& name) const;
  /// Names of skipped nodes: USE of them is skipped, too.
  void add_skipped_name(std::string_view name) { scopes_.back().skipped.emplace(name); }
  /// To be called when a node that was read is skipped after all, with all nodes in it.
  void drop_names(const Node& node);
  bool is_skipped_name(const std::string& name) const { return scopes_.back().skipped.contains(name); }

  /// Makes a prototype known from here to the end of the scope.
  void declare(const std::shared_ptr<const NodeType>& prototype);
  /// The kind of a node of that type: of the innermost prototype with the name, else of `find_node_type`.
  std::optional<NodeKind> kind_of(std::string_view type) const;
  /// Whether this is the body of the prototype with that name, or within it.
  bool is_within(std::string_view prototype) const;
  /// The interface to which IS binds; null in the file itself.
  const NodeType* interface() const { return scopes_.back().interface.get(); }

 private:
  struct Scope {
    std::unordered_map<std::string, const NodeType*> names;  ///< null: the type is that of a prototype
    std::unordered_set<std::string> skipped;
    std::unordered_map<std::string, std::shared_ptr<const NodeType>> prototypes;
    std::shared_ptr<const NodeType> interface;
  };
  std::vector<Scope> scopes_{1};
};

bool can_have_value(Access access);

/// The node type that results from the interface of a prototype.
std::shared_ptr<const NodeType> prototype_type(const std::string& name, const std::vector<Field>& interface);

/// The second of two fields with the same name, or null. Takes n·log n time, because a Script may declare any number of
/// fields.
const Field* find_twice(const std::vector<Field>& fields);

}  // namespace x3d
