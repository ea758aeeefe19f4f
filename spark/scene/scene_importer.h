// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "spark/core/class_registry.h"
#include "spark/core/transform.h"

namespace spark {

/// The content of one scene file, on its way into the scene. Borrowed for one import.
struct SceneSource {
  std::string_view text;
  const std::string& place;  ///< the file's name in messages
  const Values& arguments;   ///< of the importScene that wants it
  /// By argument: whether it comes from outside, from an agent for instance; arguments beyond its end do not. A text
  /// that comes from outside may be a name in the scene, but neither a part of an expression in Ruby nor a file.
  const std::vector<bool>& foreign;
  /// The file is to take just as many arguments as there are; if not, it is `broken`. Otherwise one that is missing
  /// matters where it is used, and surplus ones do not matter (behaviour 10).
  bool is_exact = false;
};

/// How an import has ended.
enum class ImportOutcome {
  done,
  not_mine,  ///< the file is of another kind; nothing has been done or written
  failed,    ///< after an error line; what was built until then stays
  broken,    ///< after an error line; the file is no scene, so nothing of the outermost import is to remain
};

/// Reads scene files of one kind, known by the ends of their names. RubySceneImporter, for `.rsg` and for all files
/// that no other importer takes, is always there. A module adds another by registering a class derived from this; the
/// script makes it known to the scene: `get('/sys/server/scene').initSceneImporter('ObjImporter')`.
///
/// Text and arguments are bounded by `kSceneFileLimits`; whatever they hold, an importer must end with a line that
/// names file and line.
class SceneImporter : public Leaf {
 public:
  /// Lower case, with the dot: ".obj". A file's name counts in any case.
  virtual std::span<const std::string_view> extensions() const = 0;
  /// Builds nodes below `target`. Exceptions are reported with the place of the file and count as `failed`.
  virtual ImportOutcome import(BaseNode& target, const SceneSource& source) = 0;
};

/// The importer of RubySceneGraph and RubyDeltaScene files. Scripts that create one of their own may change how it
/// works; without one there is still one with the defaults.
class RubySceneImporter : public SceneImporter {
 public:
  std::span<const std::string_view> extensions() const override;
  ImportOutcome import(BaseNode& target, const SceneSource& source) override;
  /// Whether a full scene takes the place of everything below its target (false).
  void set_unlink_on_complete_scenes(bool on) { unlink_ = on; }

 private:
  bool unlink_ = false;
};

}  // namespace spark
