// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "spark/core/class_registry.h"
#include "spark/core/file_system.h"
#include "spark/core/transform.h"
#include "spark/scene/scene_importer.h"
#include "spark/sexp/reader.h"

namespace spark {

/// Limits of one scene file, and of one import with all imported files: an error in a file, or a hostile file, must end
/// in an error line, not in exhausted memory.
inline constexpr sexp::Limits kSceneFileLimits{kMaxFileBytes, 64, 1 << 18};
inline constexpr int kImportDepth = 32;
inline constexpr int kImportFiles = 4096;

/// Finds, reads and imports a scene file. Error lines about the file itself name the place that imports it
/// (`SourcePlace`). A broken file removes everything that its own import has built. `foreign` and `is_exact` are those
/// of `SceneSource`.
ImportOutcome import_scene_file(BaseNode& target, const std::string& name, const Values& arguments,
                                const std::vector<bool>& foreign = {}, bool is_exact = false);

}  // namespace spark
