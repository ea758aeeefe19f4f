// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/model/texture_store.h"

#include <fmt/format.h>

#include <stdexcept>

#include "spark/x3d/xml_characters.h"

namespace monitor {

void TextureStore::upload(const Image& image, Entry& entry) {
  auto made = std::make_unique<const Texture>(image);
  if (pixels_ + made->size() > kMaxPixels) {
    entry.why = fmt::format("textures have more than {} pixels together", kMaxPixels);
    return;
  }
  pixels_ += made->size();
  entry.texture = std::move(made);
}

const TextureStore::Entry& TextureStore::of_file(const std::string& name, const std::string& folder) {
  const auto [known, is_new] = files_.try_emplace({folder, name});
  Entry& entry = known->second;
  if (!is_new) return entry;
  try {
    if (const auto image = source_(name, folder)) upload(*image, entry);
  } catch (const std::runtime_error& error) {
    entry.why = error.what();
  }
  return entry;
}

const Texture* TextureStore::find(const Model::Texture& texture, x3d::Warnings& warnings) {
  if (texture.image) {
    const auto [known, is_new] = images_.try_emplace(texture.image.get());
    if (is_new) {
      kept_.push_back(texture.image);
      upload(*texture.image, known->second);
    }
    if (!known->second.texture) warnings.add(texture.file, texture.place, known->second.why + ": left out");
    return known->second.texture.get();
  }
  std::string why;
  for (const std::string& name : texture.names) {
    const Entry& entry = of_file(name, texture.folder);
    if (entry.texture) return entry.texture.get();
    if (why.empty() && !entry.why.empty())
      why = fmt::format("the texture {} is left out: {}", x3d::shortened(name), entry.why);
  }
  if (why.empty() && !texture.names.empty())
    why = fmt::format("the texture {} is left out: there is no such file", x3d::shortened(texture.names.front()));
  if (!why.empty()) warnings.add(texture.file, texture.place, why);
  return nullptr;
}

}  // namespace monitor
