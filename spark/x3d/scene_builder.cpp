// SPDX-License-Identifier: Apache-2.0
#include "spark/x3d/scene_builder.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "spark/x3d/humanoid_nodes.h"
#include "spark/x3d/node_type.h"
#include "spark/x3d/read_error.h"
#include "spark/x3d/x3d_reader.h"
#include "spark/x3d/xml_characters.h"

namespace x3d {
namespace {

constexpr std::size_t kStepsPerObject = 4;

const SceneField* find_in(const std::vector<SceneField>& fields, std::string_view name) {
  const auto found = std::ranges::find(fields, name, &SceneField::name);
  return found == fields.end() ? nullptr : &*found;
}

/// Of the nodes in a Switch or an LOD, only the one that is drawn is kept. Skipped nodes (null) count, too.
void choose(std::string_view type, std::vector<SceneField>& fields) {
  const auto keep = [&](std::string_view field, std::size_t index) {
    for (SceneField& one : fields) {
      if (one.name != field) continue;
      const SceneNode* kept = index < one.nodes.size() ? one.nodes[index] : nullptr;
      one.nodes.clear();
      if (kept) one.nodes.push_back(kept);
    }
  };
  if (type == "LOD") keep("level", 0);
  if (type != "Switch") return;
  const SceneField* which = find_in(fields, "whichChoice");
  const auto* number = which ? std::get_if<Integers>(&which->value->data) : nullptr;
  // -1, the default, chooses none.
  keep("choice", number && number->size() == 1 && number->front() >= 0 ? static_cast<std::size_t>(number->front())
                                                                       : static_cast<std::size_t>(-1));
}

}  // namespace

/// One more level of nesting during the lifetime of the object.
class SceneBuilder::Level {
 public:
  Level(SceneBuilder& builder, const Node& node, const Scope& scope) : builder_(builder) {
    if (builder.depth_ >= builder.limits_.depth)
      refuse(scope.file, node.place, fmt::format("nodes are nested more than {} deep", builder.limits_.depth));
    ++builder.depth_;
  }
  ~Level() { --builder_.depth_; }
  Level(const Level&) = delete;
  Level& operator=(const Level&) = delete;

 private:
  SceneBuilder& builder_;
};

const SceneBuilder::Prototype* SceneBuilder::Scope::find(std::string_view type) const {
  std::size_t before = static_cast<std::size_t>(-1);
  for (const Scope* scope = this; scope; before = scope->outer_order, scope = scope->outer) {
    const auto found = scope->by_name.find(type);
    if (found == scope->by_name.end()) continue;
    const auto& list = found->second;
    const auto end = std::ranges::partition_point(list, [&](const Prototype* one) { return one->order < before; });
    if (end != list.begin()) return *std::prev(end);
  }
  return nullptr;
}

/// The field of the instance to which IS binds; null if it has no value.
const SceneField* SceneBuilder::Scope::bound(std::string_view field) const {
  if (!prototype) return nullptr;
  if (const auto found = given->find(field); found != given->end()) return &found->second;
  const auto found = prototype->defaults.find(field);
  return found == prototype->defaults.end() ? nullptr : &found->second;
}

SceneBuilder::SceneBuilder(Scene& scene, const TextSource& source, const Limits& limits, Warnings& warnings)
    : scene_(scene), source_(source), limits_(limits), warnings_(warnings) {}

void SceneBuilder::build(Document document, const std::string& path, const std::string& folder) {
  scene_.roots_ = roots_of(std::move(document), path, folder);
}

std::vector<const SceneNode*> SceneBuilder::roots_of(Document document, const std::string& path,
                                                     const std::string& folder) {
  const Document& kept = scene_.documents_.emplace_back(std::move(document));
  Scope scope;
  scope.file = scene_.files_.emplace_back(path);
  scope.folder = folder;
  files_.try_emplace(path);
  std::vector<const SceneNode*> roots;
  for (const Statement& statement : kept.statements) {
    if (const auto* written = std::get_if<Node>(&statement.what)) {
      if (const SceneNode* one = node(*written, scope)) roots.push_back(one);
    } else {
      declare(statement, scope);
    }
  }
  files_[path] = roots;
  return roots;
}

void SceneBuilder::count(const Scope& scope, Place place) {
  if (++steps_ / kStepsPerObject > limits_.objects || scene_.nodes_.size() > limits_.objects)
    refuse(scope.file, place,
           fmt::format("there are more than {} nodes when prototypes are expanded", limits_.objects));
}

/// Whether instances of a prototype are kept as joints and the like: it has the name of such a node, and the field with
/// its parts.
bool SceneBuilder::stays(std::string_view name, const std::vector<Field>& interface) {
  if (humanoid_kind(name) == HumanoidKind::none) return false;
  const std::string_view parts = name == "Humanoid"        ? "humanoidBody"
                                 : name == "HAnimHumanoid" ? "skeleton"
                                                           : "children";
  return std::ranges::any_of(
      interface, [&](const Field& field) { return field.name == parts && field.value.type == FieldType::MFNode; });
}

void SceneBuilder::declare(const Statement& statement, Scope& scope) {
  Prototype prototype;
  std::string_view name;
  if (const auto* proto = std::get_if<Proto>(&statement.what)) {
    count(scope, proto->place);
    name = proto->name;
    prototype.proto = proto;
    prototype.is_humanoid = stays(proto->name, proto->interface);
    for (const Field& written : proto->interface) {
      count(scope, written.place);
      if (!written.value.has_value()) continue;
      SceneField made = field(written, scope);
      made.is_default = true;
      prototype.defaults.insert_or_assign(written.name, std::move(made));
    }
  } else if (const auto* external = std::get_if<ExternProto>(&statement.what)) {
    count(scope, external->place);
    name = external->name;
    prototype.is_humanoid = stays(external->name, external->interface);
  } else {
    return;
  }
  prototype.order = ++declarations_;
  prototype.declared_in = &scope;
  scope.by_name[name].push_back(&scope.prototypes.emplace_back(std::move(prototype)));
}

SceneNode* SceneBuilder::node(const Node& node, Scope& scope) {
  if (node.is_use()) return used(node, scope);
  const Level level(*this, node, scope);
  count(scope, node.place);
  const bool is_script = node.type == "Script" && !scope.find(node.type);
  // A Script may contain a USE of itself, which is skipped.
  if (!node.name.empty()) scope.names.insert_or_assign(node.name, Named{nullptr, !is_script});
  SceneNode* result = made(node, scope);
  if (!node.name.empty()) {
    if (result) result->name = node.name;
    scope.names.insert_or_assign(node.name, Named{result, false});
  }
  return result;
}

SceneNode* SceneBuilder::used(const Node& use, const Scope& scope) {
  const auto found = scope.names.find(use.name);
  if (found == scope.names.end())
    refuse(scope.file, use.place,
           fmt::format("USE of '{}': no earlier node in its scope has this name", shortened(use.name)));
  if (found->second.is_open)
    refuse(scope.file, use.place, fmt::format("USE of '{}' in the node of that name", shortened(use.name)));
  return found->second.node;
}

SceneNode* SceneBuilder::made(const Node& node, Scope& scope) {
  if (const Prototype* prototype = scope.find(node.type)) return instance(node, *prototype, scope);
  if (!find_node_type(node.type)) refuse(scope.file, node.place, fmt::format("there is no node type '{}'", node.type));
  std::vector<SceneField> given = fields(node, scope);
  if (node.type == "Script") return nullptr;
  if (node.type == "Inline") return inlined(node, find_in(given, "url"), scope);
  choose(node.type, given);
  return add(node, node.type, std::move(given), scope);
}

SceneNode* SceneBuilder::add(const Node& node, std::string_view type, std::vector<SceneField> fields,
                             const Scope& scope) {
  SceneNode& made = scene_.nodes_.emplace_back();
  made.type = type;
  made.file = scope.file;
  made.place = node.place;
  for (SceneField& field : fields) {
    std::erase(field.nodes, nullptr);
    for (const SceneNode* below : field.nodes) made.height = std::max(made.height, below->height + 1);
  }
  if (made.height > limits_.depth)
    refuse(scope.file, node.place, fmt::format("nodes are nested more than {} deep", limits_.depth));
  made.fields = std::move(fields);
  return &made;
}

/// The fields of a node, in which IS is replaced by what it binds to. Skipped nodes are null.
std::vector<SceneField> SceneBuilder::fields(const Node& node, Scope& scope) {
  std::vector<SceneField> made;
  made.reserve(node.fields.size());
  std::size_t statement = 0;
  for (std::size_t i = 0; i <= node.fields.size(); ++i) {
    for (; statement < node.statements.size() && node.statements[statement].before <= i; ++statement)
      declare(node.statements[statement], scope);
    if (i == node.fields.size()) break;
    const Field& written = node.fields[i];
    count(scope, written.place);
    if (!written.is.empty()) {
      if (const SceneField* bound = scope.bound(written.is)) {
        made.push_back(*bound);
        made.back().name = written.name;
      }
    } else if (written.value.has_value()) {
      made.push_back(field(written, scope));
    }
  }
  return made;
}

SceneField SceneBuilder::field(const Field& written, Scope& scope) {
  SceneField made{written.name, &written.value, {}, written.place, false};
  if (const auto* nodes = std::get_if<Nodes>(&written.value.data)) {
    made.nodes.reserve(nodes->size());
    for (const Node& one : *nodes) made.nodes.push_back(node(one, scope));
  }
  return made;
}

SceneNode* SceneBuilder::instance(const Node& node, const Prototype& prototype, Scope& scope) {
  std::vector<SceneField> given = fields(node, scope);
  if (prototype.is_humanoid) {
    // The interface may have any number of fields; only these are used.
    for (const FieldRow& row : find_humanoid_type(node.type)->rows()) {
      const auto usual = prototype.defaults.find(row.name);
      if (usual != prototype.defaults.end() && !find_in(given, row.name)) given.push_back(usual->second);
    }
    return add(node, node.type, std::move(given), scope);
  }
  if (!prototype.proto) {
    warnings_.add(scope.file, node.place, fmt::format("EXTERNPROTO {} is not loaded: skipped", shortened(node.type)));
    return nullptr;
  }
  std::unordered_map<std::string_view, SceneField> by_name;
  for (SceneField& one : given) by_name.insert_or_assign(one.name, std::move(one));
  return body_of(node, prototype, by_name, scope);
}

/// The first node of a prototype's body; null, with a warning, if it has none.
SceneNode* SceneBuilder::body_of(const Node& node, const Prototype& prototype,
                                 const std::unordered_map<std::string_view, SceneField>& given, const Scope& scope) {
  Scope body;
  body.file = scope.file;
  body.folder = scope.folder;
  body.outer = prototype.declared_in;
  body.outer_order = prototype.order;
  body.prototype = &prototype;
  body.given = &given;
  for (const Statement& statement : prototype.proto->body) {
    if (const auto* first = std::get_if<Node>(&statement.what)) return this->node(*first, body);
    declare(statement, body);
  }
  warnings_.add(scope.file, node.place, fmt::format("PROTO {} contains no node: skipped", shortened(node.type)));
  return nullptr;
}

SceneNode* SceneBuilder::inlined(const Node& node, const SceneField* urls, const Scope& scope) {
  static const Value kNoNodes{FieldType::MFNode, Nodes{}};
  const auto* list = urls ? std::get_if<Strings>(&urls->value->data) : nullptr;
  if (!list) return nullptr;
  for (const std::string& url : *list) {
    count(scope, node.place);
    const auto name = local_file_name(url);
    if (!name) {
      warnings_.add(scope.file, node.place,
                    fmt::format("Inline of '{}', which is not a file on this machine: skipped", shortened(url)));
      continue;
    }
    if (auto roots = file(*name, node, scope)) {
      std::vector<SceneField> children{{"children", &kNoNodes, std::move(*roots), node.place, false}};
      return add(node, "Group", std::move(children), scope);
    }
  }
  return nullptr;
}

/// The roots of an inlined file; `nullopt`, with a warning, if it is not available.
std::optional<std::vector<const SceneNode*>> SceneBuilder::file(const std::string& name, const Node& node,
                                                                const Scope& scope) {
  const auto warn = [&](std::string_view why) {
    warnings_.add(scope.file, node.place, fmt::format("Inline of '{}': {}: skipped", shortened(name), why));
    return std::nullopt;
  };
  std::optional<SourceText> found;
  try {
    found = source_ ? source_(name, scope.folder) : std::nullopt;
  } catch (const std::runtime_error& error) {
    return warn(error.what());
  }
  if (!found) return warn("there is no such file");
  if (const auto known = files_.find(found->path); known != files_.end()) {
    if (!known->second) return warn("it contains this file");
    return known->second;
  }
  if (found->text.size() > limits_.bytes - std::min(bytes_, limits_.bytes))
    return warn(fmt::format("all inlined files are longer than {} octets", limits_.bytes));
  bytes_ += found->text.size();
  try {
    Document document = read_document(found->text, found->path, limits_, warnings_);
    std::string().swap(found->text);
    return roots_of(std::move(document), found->path, found->folder);
  } catch (const ReadError& error) {
    // A file that failed is not read again.
    files_[found->path] = std::vector<const SceneNode*>();
    return warn(error.what());
  }
}

}  // namespace x3d
