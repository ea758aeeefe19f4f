// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "spark/x3d/scene.h"

namespace x3d {

/// Makes the nodes of one scene, by recursive descent through documents, which `Limits::depth` bounds. Borrows
/// everything. Used by `resolve`, which is the interface for others.
class SceneBuilder {
 public:
  SceneBuilder(Scene& scene, const TextSource& source, const Limits& limits, Warnings& warnings);

  /// Makes the roots of the scene of a document, which the scene keeps.
  void build(Document document, const std::string& path, const std::string& folder);

 private:
  struct Scope;

  /// A prototype that was declared in a scope.
  struct Prototype {
    const Proto* proto = nullptr;  ///< null for an EXTERNPROTO
    std::size_t order = 0;         ///< of its declaration, among all
    const Scope* declared_in = nullptr;
    std::unordered_map<std::string_view, SceneField> defaults;
    bool is_humanoid = false;  ///< its instances are kept
  };

  /// The node of a DEF name; `is_open` while it is being made.
  struct Named {
    SceneNode* node = nullptr;  ///< null for a skipped node
    bool is_open = false;
  };

  /// A file, or the body of one instance of a prototype.
  struct Scope {
    std::string_view file;
    std::string folder;
    std::unordered_map<std::string_view, Named> names;
    std::deque<Prototype> prototypes;
    std::unordered_map<std::string_view, std::vector<const Prototype*>> by_name;  ///< of `prototypes`, in order
    const Scope* outer = nullptr;  ///< where the prototype of this body was declared
    std::size_t outer_order = 0;   ///< only earlier declarations are known
    const Prototype* prototype = nullptr;
    const std::unordered_map<std::string_view, SceneField>* given = nullptr;  ///< given by the instance

    const Prototype* find(std::string_view type) const;
    const SceneField* bound(std::string_view field) const;
  };

  class Level;

  std::vector<const SceneNode*> roots_of(Document document, const std::string& path, const std::string& folder);
  SceneNode* node(const Node& node, Scope& scope);
  SceneNode* used(const Node& use, const Scope& scope);
  SceneNode* made(const Node& node, Scope& scope);
  SceneNode* instance(const Node& node, const Prototype& prototype, Scope& scope);
  SceneNode* body_of(const Node& node, const Prototype& prototype,
                     const std::unordered_map<std::string_view, SceneField>& given, const Scope& scope);
  SceneNode* inlined(const Node& node, const SceneField* urls, const Scope& scope);
  std::optional<std::vector<const SceneNode*>> file(const std::string& name, const Node& node, const Scope& scope);
  void declare(const Statement& statement, Scope& scope);
  std::vector<SceneField> fields(const Node& node, Scope& scope);
  SceneField field(const Field& written, Scope& scope);
  SceneNode* add(const Node& node, std::string_view type, std::vector<SceneField> fields, const Scope& scope);
  void count(const Scope& scope, Place place);
  static bool stays(std::string_view name, const std::vector<Field>& interface);

  Scene& scene_;
  const TextSource& source_;
  Limits limits_;
  Warnings& warnings_;
  std::size_t depth_ = 0, steps_ = 0, declarations_ = 0, bytes_ = 0;
  /// Files that were read, by path; `nullopt` while one is being read.
  std::unordered_map<std::string, std::optional<std::vector<const SceneNode*>>> files_;
};

}  // namespace x3d
