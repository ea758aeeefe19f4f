// SPDX-License-Identifier: Apache-2.0
#include "spark/scene/scene_importer.h"

#include "spark/scene/scene_import.h"

namespace spark {

std::span<const std::string_view> RubySceneImporter::extensions() const {
  static constexpr std::string_view kExtensions[] = {".rsg"};
  return kExtensions;
}

ImportOutcome RubySceneImporter::import(BaseNode& target, const SceneSource& source) {
  return SceneImport(target, source).run(unlink_);
}

}  // namespace spark
