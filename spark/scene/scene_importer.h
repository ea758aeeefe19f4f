// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "spark/core/class_registry.h"
#include "spark/core/transform.h"

namespace spark {

/// The content of one scene file to be imported. Borrowed for one import.
struct SceneSource {
  std::string_view text;
  const std::string& place;  ///< the file's name in messages
  const Values& arguments;   ///< of the importScene call
  /// By argument: whether it comes from outside, for example from an agent; arguments beyond its end do not. A text
  /// from outside may be a name in the scene, but neither a part of a Ruby expression nor a file.
  const std::vector<bool>& foreign;
  /// The file must have exactly as many parameters as there are arguments; if not, it is `broken`. Otherwise a missing
  /// argument is an error only where it is used, and surplus ones are ignored (behaviour 10).
  bool is_exact = false;
};

/// The result of an import.
enum class ImportOutcome {
  done,
  not_mine,  ///< the file is of another kind; nothing was done or written
  failed,    ///< after an error line; nodes built until then are kept
  broken,    ///< after an error line; the file is not a scene, so the outermost import must remove everything
};

/// Reads scene files of one kind, identified by the extension of their names. RubySceneImporter, for `.rsg` and for all
/// files that no other importer takes, always exists. A module adds another by registering a class derived from this;
/// the script adds it to the scene: `get('/sys/server/scene').initSceneImporter('ObjImporter')`.
///
/// Text and arguments are bounded by `kSceneFileLimits`. An importer must handle any content: every error ends in a
/// line that names file and line.
class SceneImporter : public Leaf {
 public:
  /// Lower case, with the dot: ".obj". The case of a file's name is ignored.
  virtual std::span<const std::string_view> extensions() const = 0;
  /// Builds nodes below `target`. Exceptions are reported with the place of the file and count as `failed`.
  virtual ImportOutcome import(BaseNode& target, const SceneSource& source) = 0;
};

/// The importer of RubySceneGraph and RubyDeltaScene files. Scripts that create one may change its settings; otherwise
/// there is one with the defaults.
class RubySceneImporter : public SceneImporter {
 public:
  std::span<const std::string_view> extensions() const override;
  ImportOutcome import(BaseNode& target, const SceneSource& source) override;
  /// Whether a full scene replaces everything below its target (default: false).
  void set_unlink_on_complete_scenes(bool on) { unlink_ = on; }

 private:
  bool unlink_ = false;
};

}  // namespace spark
