// SPDX-License-Identifier: Apache-2.0
#include "spark/x3d/scene.h"

#include <utility>

#include "spark/x3d/read_error.h"
#include "spark/x3d/scene_builder.h"
#include "spark/x3d/x3d_reader.h"

namespace x3d {
namespace {

/// The list in a value; empty if the field is missing or has another type.
template <typename List>
const List& list_of(const SceneField* field) {
  static const List none;
  const List* list = field ? std::get_if<List>(&field->value->data) : nullptr;
  return list ? *list : none;
}

}  // namespace

const SceneField* SceneNode::find(std::string_view field) const {
  for (const SceneField& one : fields)
    if (one.name == field) return &one;
  return nullptr;
}

const std::vector<const SceneNode*>& SceneNode::nodes(std::string_view field) const {
  static const std::vector<const SceneNode*> none;
  const SceneField* found = find(field);
  return found ? found->nodes : none;
}

const SceneNode* SceneNode::node(std::string_view field) const {
  const auto& list = nodes(field);
  return list.empty() ? nullptr : list.front();
}

bool SceneNode::boolean(std::string_view field, bool fallback) const {
  const SceneField* found = find(field);
  const bool* value = found ? std::get_if<bool>(&found->value->data) : nullptr;
  return value ? *value : fallback;
}

float SceneNode::number(std::string_view field, float fallback) const {
  const Floats& list = floats(field);
  return list.size() == 1 ? list[0] : fallback;
}

Vec3f SceneNode::vector(std::string_view field, Vec3f fallback) const {
  const Floats& list = floats(field);
  return list.size() == 3 ? Vec3f{list[0], list[1], list[2]} : fallback;
}

Rotation SceneNode::rotation(std::string_view field, Rotation fallback) const {
  const Floats& list = floats(field);
  return list.size() == 4 ? Rotation{list[0], list[1], list[2], list[3]} : fallback;
}

std::string_view SceneNode::text(std::string_view field, std::string_view fallback) const {
  const Strings& list = list_of<Strings>(find(field));
  return list.size() == 1 ? std::string_view(list[0]) : fallback;
}

const Floats& SceneNode::floats(std::string_view field) const {
  return list_of<Floats>(find(field));
}

const Integers& SceneNode::integers(std::string_view field) const {
  return list_of<Integers>(find(field));
}

const Strings& SceneNode::strings(std::string_view field) const {
  return list_of<Strings>(find(field));
}

std::string place_of(const SceneNode& node) {
  std::string place = placed(node.file, node.place, {});
  place.resize(place.size() - 2);
  return place;
}

void refuse(const SceneNode& node, std::string_view what) {
  refuse(node.file, node.place, what);
}

Scene resolve(Document document, const SourceText& file, const TextSource& source, const Limits& limits,
              Warnings& warnings) {
  Scene scene;
  SceneBuilder(scene, source, limits, warnings).build(std::move(document), file.path, file.folder);
  return scene;
}

Scene read_scene(const SourceText& file, const TextSource& source, const Limits& limits, Warnings& warnings) {
  return resolve(read_document(file.text, file.path, limits, warnings), file, source, limits, warnings);
}

}  // namespace x3d
