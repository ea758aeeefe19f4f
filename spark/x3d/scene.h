// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "spark/x3d/limits.h"
#include "spark/x3d/node.h"
#include "spark/x3d/warnings.h"

namespace x3d {

/// A file that was found and read.
struct SourceText {
  std::string path;    ///< for messages, and to distinguish files
  std::string folder;  ///< the folder for relative names in it
  std::string text;
};

/// Finds the file with the name `name` in a file of `folder`, and reads it. `nullopt` if there is none; may throw
/// `std::runtime_error` with one line if it cannot be read. `name` contains no `\`, no drive letter and no address; it
/// may be absolute and contain "..", which a source for untrusted files must refuse.
using TextSource = std::function<std::optional<SourceText>(const std::string& name, const std::string& folder)>;

/// Reads regular files from the disk, relative names below `folder`; at most `bytes` and one more of each.
TextSource local_files(std::size_t bytes = kShapeLimits.bytes);

/// The name of the local file that a url of a document refers to: `\` becomes `/`, an absolute path on Windows or
/// another machine is reduced to the file name, a fragment (`#door`) is dropped. `nullopt` for any other address.
std::optional<std::string> local_file_name(std::string_view url);

struct SceneNode;

/// A field of a resolved node.
struct SceneField {
  std::string_view name;                ///< as in VRML97
  const Value* value = nullptr;         ///< never null; its nodes are the unresolved ones
  std::vector<const SceneNode*> nodes;  ///< of an SFNode or MFNode: the resolved ones
  Place place;
  bool is_default = false;  ///< it is missing, and comes from the interface of a prototype
};

/// A node of a resolved scene. Several fields may refer to one node (USE), so the nodes form a directed acyclic graph.
/// A walk through it must count its visits, as those of walk.h do: a short text can have 2^60 paths.
struct SceneNode {
  std::string_view type;  ///< of VRML97 or of humanoids; never of a prototype
  std::string_view name;  ///< of DEF, or of a prototype's instance if that has one; may be empty
  std::string_view file;
  Place place;
  std::size_t height = 1;  ///< the number of nodes on the longest path down from here, bounded by `Limits::depth`
  std::vector<SceneField> fields;

  /// The field with that name; null if it is missing.
  const SceneField* find(std::string_view field) const;
  /// The nodes in that field; empty if it is missing.
  const std::vector<const SceneNode*>& nodes(std::string_view field) const;
  /// The first node in that field, or null.
  const SceneNode* node(std::string_view field) const;
  // The value of a field, or the fallback if it is missing or of another type.
  bool boolean(std::string_view field, bool fallback) const;
  float number(std::string_view field, float fallback) const;
  Vec3f vector(std::string_view field, Vec3f fallback) const;
  Rotation rotation(std::string_view field, Rotation fallback) const;
  std::string_view text(std::string_view field, std::string_view fallback = {}) const;
  /// The whole list of an MF… field, which may be large; empty if it is missing or of another type.
  const Floats& floats(std::string_view field) const;
  const Integers& integers(std::string_view field) const;
  const Strings& strings(std::string_view field) const;
};

/// "FILE:LINE:COLUMN".
std::string place_of(const SceneNode& node);
/// Throws a `ReadError` with the place of the node.
[[noreturn]] void refuse(const SceneNode& node, std::string_view what);

/// A document without prototypes, USE, Switch and Inline. Owns everything that its nodes refer to; it can be moved, and
/// its nodes keep their addresses. Immutable: any number of threads may read it.
class Scene {
 public:
  const std::vector<const SceneNode*>& roots() const { return roots_; }
  /// All nodes of the scene, each once, including those that have no effect on the drawing.
  const std::deque<SceneNode>& nodes() const { return nodes_; }

 private:
  friend class SceneBuilder;
  std::deque<Document> documents_;  ///< the nodes refer to their values
  std::deque<std::string> files_;
  std::deque<SceneNode> nodes_;
  std::vector<const SceneNode*> roots_;
};

/// Resolves a document.
///   * An instance of a prototype becomes the first node of the prototype's body, with the fields that IS binds. Those
///     of Humanoid, Joint and Segment (humanoid_nodes.h) are kept, with the defaults of the interface.
///   * USE becomes another reference to the same node.
///   * A Switch keeps the chosen child in `choice`, an LOD its first level in `level`.
///   * An Inline becomes a Group of the roots of its file, which `source` finds; each file is read once.
///     Network addresses are never followed. For an absolute Windows path only the file name is used, `\` becomes `/`.
///   * ROUTE and scripts are dropped.
///
/// Skipped with a warning: instances of EXTERNPROTO, an Inline whose file is missing, cannot be read, is refused, or
/// contains this Inline. Throws `ReadError` (file and line) for a prototype or a node that contains itself, nodes
/// nested more than `limits.depth` deep, and for more than `limits.objects` nodes (or four times as many nodes and
/// fields) after expansion. `limits.bytes` applies to all inlined files together. `file` has the path and the folder of
/// the document; its text is not used.
Scene resolve(Document document, const SourceText& file, const TextSource& source, const Limits& limits,
              Warnings& warnings);

/// Calls `read_document` and `resolve`.
Scene read_scene(const SourceText& file, const TextSource& source, const Limits& limits, Warnings& warnings);

}  // namespace x3d
