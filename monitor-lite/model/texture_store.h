// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>

#include "monitor-lite/model/model.h"
#include "monitor-lite/view/image.h"
#include "monitor-lite/view/texture.h"
#include "spark/x3d/warnings.h"

namespace monitor {

/// The textures of any number of models: each file is requested and uploaded once, even if it is missing. Needs a
/// current OpenGL context, also in the destructor.
class TextureStore {
 public:
  /// The maximum number of pixels of all textures together, without mipmaps: some 170 MB including them.
  static constexpr std::size_t kMaxPixels = 32 * 1024 * 1024;

  explicit TextureStore(ImageSource source) : source_(std::move(source)) {}

  /// The texture, which lives as long as the store. Null, with a warning at its place, if none of its names leads to an
  /// image, if the image is refused, and after `kMaxPixels`.
  const Texture* find(const Model::Texture& texture, x3d::Warnings& warnings);

 private:
  /// The result for a file.
  struct Entry {
    std::unique_ptr<const Texture> texture;
    std::string why;  ///< why there is no texture; empty: there is no such file
  };
  const Entry& of_file(const std::string& name, const std::string& folder);
  void upload(const Image& image, Entry& entry);

  ImageSource source_;
  std::map<std::pair<std::string, std::string>, Entry> files_;  ///< by folder and name
  std::unordered_map<const Image*, Entry> images_;              ///< of documents
  std::vector<std::shared_ptr<const Image>> kept_;              ///< keeps the addresses in `images_` valid
  std::size_t pixels_ = 0;
};

}  // namespace monitor
