// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string_view>
#include <vector>

#include "spark/core/class_registry.h"
#include "spark/core/clock.h"
#include "spark/core/input_limits.h"
#include "spark/core/log.h"
#include "spark/core/node.h"
#include "spark/core/random.h"
#include "spark/core/taken_files.h"
#include "spark/core/variables.h"

namespace spark {

class SourcePlace;

/// The state that all objects of one server share: log, clock, random streams, script variables, class registry, the
/// tree and the search paths for files. Nothing here is global: two servers in one process have separate ones.
struct Core {
  explicit Core(std::uint64_t seed);
  ~Core();
  Core(const Core&) = delete;
  Core& operator=(const Core&) = delete;

  Log log;
  Clock clock;
  RandomStreams random;
  Variables variables;
  ClassRegistry classes;
  /// Limits on input from agents and trainers; to be set before the first of them connects.
  InputLimits input_limits;
  /// Search paths for scene files, scripts and modules; the first match wins.
  std::vector<std::filesystem::path> scene_path;
  std::vector<std::filesystem::path> script_path;
  std::vector<std::filesystem::path> module_path;
  /// Whether files that are in none of these folders are also searched for in the current folder. False if a file that
  /// may come from others selects what is played, because then the current folder may be theirs, too.
  bool searches_here = true;
  TakenFiles files;
  /// The line of a script or scene file that is being executed, if any; for messages (`spark/core/source_place.h`).
  const SourcePlace* place = nullptr;
  /// Incremented whenever an object enters the tree, takes effect there, moves or leaves it: results of a search in the
  /// tree are valid as long as this is the same.
  std::uint64_t tree_changes = 0;
  /// Incremented whenever an object of the tree gets another name, size or colour.
  std::uint64_t look_changes = 0;
  /// Idle objects that wait for others (`Misplaced`); maintained by the tree.
  std::vector<WaitingObject> waiting;

  Node& root() { return *root_; }
  /// Creates an object of `class_name` at `path`, and plain nodes for missing parts of the path. Throws
  /// `std::runtime_error` if the class is unknown or a part of the path is a leaf.
  Leaf& create(std::string_view class_name, std::string_view path, Node* relative_to = nullptr);
  /// The first object of type T below `at` (the root if null), in creation order; null if there is none.
  template <typename T>
  T* find_first(Node* at = nullptr) {
    for (const auto& child : (at ? at : root_.get())->children()) {
      if (auto* typed = dynamic_cast<T*>(child.get())) return typed;
      if (Node* node = child->as_node())
        if (auto* below = find_first<T>(node)) return below;
    }
    return nullptr;
  }

  /// All objects of type T, in the order of the tree.
  template <typename T>
  std::vector<T*> find_all(Node* at = nullptr) {
    std::vector<T*> found;
    for (const auto& child : (at ? at : root_.get())->children()) {
      if (auto* typed = dynamic_cast<T*>(child.get())) found.push_back(typed);
      if (Node* node = child->as_node())
        for (T* below : find_all<T>(node)) found.push_back(below);
    }
    return found;
  }

 private:
  std::unique_ptr<Node> root_;
};

/// All existing regular files that `name` may refer to, the preferred one first: `folder/name` of each folder, unless
/// `name` is absolute, then `name` itself. Files that cannot be read are included.
std::vector<std::filesystem::path> files_named(const std::vector<std::filesystem::path>& folders,
                                               const std::filesystem::path& name);
/// The same without the current folder, unless this world searches there (`Core::searches_here`).
std::vector<std::filesystem::path> files_named(const Core& core, const std::vector<std::filesystem::path>& folders,
                                               const std::filesystem::path& name);
/// The first of these files that can be read. If none can, the first of all, so that opening it reports the error;
/// empty if the list is.
std::filesystem::path first_readable(const std::vector<std::filesystem::path>& files);
/// The first readable one of `files_named`.
std::filesystem::path find_file(const std::vector<std::filesystem::path>& folders, const std::filesystem::path& name);

/// Creates an object for each registered class below /classes, where scripts search for it, unless it exists already.
void show_classes(Core& core);

/// Registers the classes of this room (zeitgeist/…: Leaf, Node, RandomServer, LogServer, FileServer).
void register_core_classes(ClassRegistry& classes);

}  // namespace spark
