// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/model/model_builder.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <utility>

#include "spark/x3d/mesh.h"
#include "spark/x3d/read_error.h"

namespace monitor {
namespace {

using x3d::Affine;
using x3d::SceneNode;

/// The tolerance for a frame that only rotates and scales, as a share: round-off in files is far below it.
constexpr double kSkewed = 1e-4;
/// m; thinner boxes would have no normal.
constexpr double kThinnest = 1e-5;

glm::vec3 vector_from(const spark::Vec3& v) {
  return {v.x, v.y, v.z};
}

glm::mat4 matrix_of(const Affine& map) {
  glm::mat4 matrix(1.0F);
  for (int column = 0; column < 3; ++column)
    for (int row = 0; row < 3; ++row)
      matrix[column][row] = static_cast<float>(map.linear[static_cast<std::size_t>(3 * row + column)]);
  matrix[3] = glm::vec4(vector_from(map.translation), 1.0F);
  return matrix;
}

Affine affine_of(const spark::Pose& pose) {
  return {pose.rotation, pose.position};
}

/// A frame that only rotates, and the lengths of its axes, if `map` only rotates, mirrors and scales along the axes.
struct Scaled {
  glm::mat4 frame{1.0F};
  spark::Vec3 scale;
};
std::optional<Scaled> scaled(const Affine& map) {
  const auto column = [&](std::size_t i) { return spark::Vec3{map.linear[i], map.linear[3 + i], map.linear[6 + i]}; };
  std::array<spark::Vec3, 3> axes{column(0), column(1), column(2)};
  std::array<double, 3> lengths{};
  for (std::size_t i = 0; i < 3; ++i) {
    lengths[i] = spark::length(axes[i]);
    if (!(lengths[i] > 1e-9)) return std::nullopt;
    axes[i] = axes[i] * (1 / lengths[i]);
  }
  for (std::size_t i = 0; i < 3; ++i)
    if (std::abs(spark::dot(axes[i], axes[(i + 1) % 3])) > kSkewed) return std::nullopt;
  // Boxes, balls and cylinders are mirror-symmetric.
  if (spark::dot(spark::cross(axes[0], axes[1]), axes[2]) < 0) axes[2] = -axes[2];
  Scaled made;
  for (int i = 0; i < 3; ++i) made.frame[i] = glm::vec4(vector_from(axes[static_cast<std::size_t>(i)]), 0.0F);
  made.frame[3] = glm::vec4(vector_from(map.translation), 1.0F);
  made.scale = {lengths[0], lengths[1], lengths[2]};
  return made;
}

bool is_same(double a, double b) {
  return std::abs(a - b) <= kSkewed * std::max(a, b);
}

/// A colour of a document, clamped to its range.
glm::vec3 colour_of(const x3d::Vec3f& written) {
  const auto part = [](float value) { return value >= 0 ? std::min(value, 1.0F) : 0.0F; };
  return {part(written.x), part(written.y), part(written.z)};
}

/// The place of a vertex in an image; unusable numbers become 0.
glm::vec2 texture_place(const x3d::Vec2f& written) {
  const auto part = [](float value) { return std::abs(value) < 1e6F ? value : 0.0F; };
  return {part(written.x), part(written.y)};
}

/// The effect of a TextureTransform on texture coordinates, as in VRML97: translation, center, rotation, scale and the
/// inverse of center, the last one applied first. The identity if its numbers are unusable.
glm::mat3 texture_frame_of(const SceneNode& node) {
  const auto pair = [&](std::string_view field, glm::vec2 usual) {
    const x3d::Floats& list = node.floats(field);
    return list.size() == 2 ? glm::vec2(list[0], list[1]) : usual;
  };
  const auto shift = [](const glm::vec2& by) { return glm::mat3({1, 0, 0}, {0, 1, 0}, {by, 1}); };
  const glm::vec2 centre = pair("center", {0, 0}), size = pair("scale", {1, 1});
  const float angle = node.number("rotation", 0);
  const glm::mat3 scale({size.x, 0, 0}, {0, size.y, 0}, {0, 0, 1});
  const glm::mat3 turn({std::cos(angle), std::sin(angle), 0}, {-std::sin(angle), std::cos(angle), 0}, {0, 0, 1});
  const glm::mat3 frame = shift(-centre) * scale * turn * shift(centre) * shift(pair("translation", {0, 0}));
  for (int column = 0; column < 3; ++column)
    for (int row = 0; row < 3; ++row)
      if (!(std::abs(frame[column][row]) < 1e6F)) return glm::mat3(1.0F);
  return frame;
}

/// The image of a PixelTexture, whose first row is the bottom one; null if its numbers are invalid.
std::shared_ptr<const Image> image_of(const x3d::Integers& numbers) {
  if (numbers.size() < 4 || numbers[0] <= 0 || numbers[1] <= 0 || numbers[2] < 1 || numbers[2] > 4) return nullptr;
  const auto width = static_cast<std::size_t>(numbers[0]), height = static_cast<std::size_t>(numbers[1]);
  const int parts = numbers[2];
  if (numbers.size() - 3 != width * height) return nullptr;
  auto image = std::make_shared<Image>();
  image->width = numbers[0];
  image->height = numbers[1];
  image->is_grey = parts < 3;
  image->has_opacity = parts % 2 == 0;
  image->pixels.reserve(4 * width * height);
  for (std::size_t row = height; row-- > 0;)
    for (std::size_t column = 0; column < width; ++column) {
      const auto number = static_cast<std::uint32_t>(numbers[3 + row * width + column]);
      const auto part = [&](int from_last) { return static_cast<unsigned char>(number >> 8 * from_last); };
      const int opacity = parts % 2 == 0 ? 1 : 0;
      const unsigned char last = part(opacity);
      const unsigned char red = parts < 3 ? last : part(opacity + 2), green = parts < 3 ? last : part(opacity + 1);
      image->pixels.insert(image->pixels.end(),
                           {red, green, last, opacity ? part(0) : static_cast<unsigned char>(255)});
    }
  return image;
}

/// Whether the number is usable as a size: mesh_of refuses all others, with the reason.
bool is_size(float size) {
  return size > 0 && size < 1e9F;
}

}  // namespace

Model ModelBuilder::build(const x3d::Scene& scene) {
  for (const SceneNode* root : scene.roots()) {
    if (root->type == "Background") {
      if (!model_.sky) add_sky(*root);
    } else if (root->type == "NavigationInfo") {
      const x3d::Floats& size = root->floats("avatarSize");
      if (!size.empty() && size[0] > 0) model_.avatar_radius = size[0];
    } else {
      add_part(*root);
    }
  }
  return std::move(model_);
}

Model ModelBuilder::build(std::span<const PlacedPart> parts) {
  only_meshes_ = true;
  for (const PlacedPart& part : parts) {
    model_.parts.push_back({part.name, pose_in_world({}, {}), {}});
    for (const x3d::PlacedShape& shape : part.shapes) {
      visits_.add(*shape.shape);
      add_shape(*shape.shape, shape.placed);
    }
  }
  return std::move(model_);
}

void ModelBuilder::add_part(const SceneNode& root) {
  // The scale of a Transform stays in the frames of its shapes.
  const x3d::SplitAffine place = x3d::split(x3d::placed_children(root, {}));
  back_ = affine_of(inverse(place.pose));
  Model::Part part;
  part.name = root.name;
  part.pose = pose_in_world({}, {}) * matrix_of(affine_of(place.pose));
  model_.parts.push_back(std::move(part));
  walk(root, {});
}

void ModelBuilder::walk(const SceneNode& node, const Affine& place) {
  visits_.add(node);
  if (node.type == "Shape") return add_shape(node, place);
  if (node.type == "Viewpoint") return add_viewpoint(node, place);
  const auto& children = x3d::drawn_children(node);
  if (children.empty()) return;
  const Affine below = x3d::placed_children(node, place);
  for (const SceneNode* child : children) walk(*child, below);
}

void ModelBuilder::add_viewpoint(const SceneNode& node, const Affine& place) {
  const x3d::Vec3f at = node.vector("position", {0, 0, 10});
  const spark::Pose own{{at.x, at.y, at.z}, x3d::rotation_matrix(node.rotation("orientation", {}))};
  const Affine whole = back_ * place * affine_of(own);
  if (!x3d::is_finite(whole)) x3d::refuse(node, "the place of this Viewpoint is not finite");
  Model::Viewpoint view;
  view.name = node.name;
  view.description = node.text("description");
  view.part = model_.parts.size() - 1;
  view.frame = matrix_of(affine_of(x3d::split(whole).pose));
  const float field = node.number("fieldOfView", view.field_of_view);
  if (field > 0 && field < 3.14159F) view.field_of_view = field;
  model_.viewpoints.push_back(std::move(view));
}

void ModelBuilder::add_sky(const SceneNode& background) {
  const auto stops = [&](std::string_view colours, std::string_view angles) {
    const x3d::Floats &list = background.floats(colours), &at = background.floats(angles);
    std::vector<Dome::Stop> made;
    float before = 0;
    for (std::size_t i = 0; 3 * i + 2 < list.size() && i <= at.size(); ++i) {
      const float angle = i == 0 ? 0 : at[i - 1];
      if (!(angle >= before && angle <= 3.1416F)) break;
      made.push_back({before = angle, colour_of({list[3 * i], list[3 * i + 1], list[3 * i + 2]})});
    }
    return made;
  };
  std::vector<Dome::Stop> sky = stops("skyColor", "skyAngle");
  if (sky.empty()) sky.push_back({0, glm::vec3(0)});
  // The colours of the ground begin at the nadir, and cover those of the sky.
  const std::vector<Dome::Stop> ground = stops("groundColor", "groundAngle");
  if (ground.size() > 1) {
    constexpr float kDown = 3.14159265F;
    const float edge = std::max(0.0F, kDown - ground.back().angle);
    const auto beyond = std::ranges::find_if(sky, [&](const Dome::Stop& stop) { return stop.angle > edge; });
    glm::vec3 last = sky.back().colour;
    if (beyond != sky.end()) {
      const Dome::Stop& before = *std::prev(beyond);
      last = glm::mix(before.colour, beyond->colour, (edge - before.angle) / (beyond->angle - before.angle));
      sky.erase(beyond, sky.end());
    }
    sky.push_back({edge, last});
    for (auto stop = ground.rbegin(); stop != ground.rend(); ++stop)
      sky.push_back({std::max(edge, kDown - stop->angle), stop->colour});
  }
  model_.sky = std::move(sky);
}

ModelBuilder::Paint ModelBuilder::paint_of(const SceneNode& shape) {
  const SceneNode* appearance = shape.node("appearance");
  const SceneNode* material = appearance ? appearance->node("material") : nullptr;
  Paint paint;
  if (material) {
    const float clear = material->number("transparency", 0);
    paint.colour = glm::vec4(colour_of(material->vector("diffuseColor", {0.8F, 0.8F, 0.8F})),
                             clear > 0 ? 1 - std::min(clear, 1.0F) : 1);
    paint.glow = colour_of(material->vector("emissiveColor", {0, 0, 0}));
    paint.is_lit = true;
  }
  const SceneNode* texture = has_textures_ && appearance ? appearance->node("texture") : nullptr;
  if (texture) paint.texture = texture_of(*texture);
  const SceneNode* frame = paint.texture ? appearance->node("textureTransform") : nullptr;
  if (frame) paint.texture_frame = texture_frame_of(*frame);
  return paint;
}

void ModelBuilder::add_shape(const SceneNode& shape, const Affine& place) {
  const SceneNode* geometry = shape.node("geometry");
  if (!geometry) return;
  const Affine relative = back_ * place;
  if (!x3d::is_finite(relative)) x3d::refuse(shape, "the place of this Shape is not finite");
  const Paint paint = paint_of(shape);
  // The image may be less transparent than its material.
  if (paint.colour.a <= 0 && !paint.texture) return;
  if (!only_meshes_ && add_simple(*geometry, relative, paint)) return;
  const auto mesh = mesh_of(*geometry);
  if (!mesh) return;
  Model::Shape made;
  made.kind = Model::Shape::Kind::mesh;
  made.mesh = *mesh;
  made.frame = matrix_of(relative);
  made.colour = paint.colour;
  made.glow = paint.glow;
  made.is_lit = paint.is_lit;
  made.texture = paint.texture;
  made.texture_frame = paint.texture_frame;
  // The colours of a geometry replace that of the material.
  if (geometry->node("color")) made.colour = glm::vec4(glm::vec3(1), made.colour.a);
  if (geometry->node("color") && !paint.is_lit) made.colour = glm::vec4(1), made.glow = glm::vec3(0);
  glm::vec3 low(1e30F), high(-1e30F);
  for (const Mesh::Vertex& vertex : model_.meshes[*mesh].vertices) {
    low = glm::min(low, vertex.place);
    high = glm::max(high, vertex.place);
  }
  made.middle = (low + high) / 2.0F;
  made.half = (high - low) / 2.0F;
  model_.parts.back().shapes.push_back(made);
}

/// Adds a box, ball or cylinder, which is drawn with smooth edges. Returns false for any other geometry, for one that
/// is scaled or mirrored into another form, for one that glows, and for one with an image on it.
bool ModelBuilder::add_simple(const SceneNode& geometry, const Affine& place, const Paint& paint) {
  if (paint.glow != glm::vec3(0) || paint.texture) return false;
  const auto frame = scaled(place);
  if (!frame) return false;
  const spark::Vec3& scale = frame->scale;
  Model::Shape made;
  made.frame = frame->frame;
  made.colour = paint.colour;
  if (geometry.type == "Box") {
    const x3d::Vec3f size = geometry.vector("size", {2, 2, 2});
    if (!is_size(size.x) || !is_size(size.y) || !is_size(size.z)) return false;
    made.kind = Model::Shape::Kind::box;
    made.sizes = {std::max(size.x * scale.x, kThinnest), std::max(size.y * scale.y, kThinnest),
                  std::max(size.z * scale.z, kThinnest)};
    made.half = made.sizes / 2.0F;
  } else if (geometry.type == "Sphere") {
    const float radius = geometry.number("radius", 1);
    if (!is_size(radius) || !is_same(scale.x, scale.y) || !is_same(scale.x, scale.z)) return false;
    made.kind = Model::Shape::Kind::ball;
    made.sizes = glm::vec3(radius * scale.x);
    made.half = made.sizes;
  } else if (geometry.type == "Cylinder") {
    const float radius = geometry.number("radius", 1), height = geometry.number("height", 2);
    const bool is_whole =
        geometry.boolean("side", true) && geometry.boolean("top", true) && geometry.boolean("bottom", true);
    if (!is_whole || !is_size(radius) || !is_size(height) || !is_same(scale.x, scale.z)) return false;
    made.kind = Model::Shape::Kind::cylinder;
    made.sizes = {radius * scale.x, height * scale.y, 0};
    made.half = {made.sizes.x, made.sizes.x, made.sizes.y / 2};
    // In the document the axis is y.
    const glm::vec4 y = made.frame[1], z = made.frame[2];
    made.frame[1] = -z;
    made.frame[2] = y;
  } else {
    return false;
  }
  model_.parts.back().shapes.push_back(made);
  return true;
}

std::optional<std::size_t> ModelBuilder::mesh_of(const SceneNode& geometry) {
  if (const auto known = meshes_.find(&geometry); known != meshes_.end()) return known->second;
  auto& result = meshes_[&geometry];
  std::optional<x3d::Mesh> made;
  try {
    made = x3d::mesh_of(geometry, warnings_);
  } catch (const x3d::ReadError& error) {
    warnings_.add(geometry.file, geometry.place, error.reason() + ": left out");
  }
  if (!made || made->triangles.empty()) return std::nullopt;
  vertices_ += made->vertices.size();
  if (vertices_ > x3d::kMaxVertices)
    x3d::refuse(geometry, fmt::format("more than {} vertices are drawn", x3d::kMaxVertices));
  Model::Triangles mesh;
  mesh.is_solid = made->is_solid;
  mesh.vertices.reserve(made->vertices.size());
  for (std::size_t i = 0; i < made->vertices.size(); ++i) {
    const x3d::Vec3f &at = made->vertices[i], &n = made->normals[i];
    Mesh::Vertex vertex{{at.x, at.y, at.z}, {n.x, n.y, n.z}};
    if (i < made->colours.size())
      vertex.colour = colour_of({made->colours[i].r, made->colours[i].g, made->colours[i].b});
    if (has_textures_) vertex.texture = texture_place(made->texture_coordinates[i]);
    mesh.vertices.push_back(vertex);
  }
  mesh.triangles = std::move(made->triangles);
  model_.meshes.push_back(std::move(mesh));
  return result = model_.meshes.size() - 1;
}

std::optional<std::size_t> ModelBuilder::texture_of(const SceneNode& node) {
  constexpr std::size_t kMaxTextures = 1000, kMaxNames = 8;
  if (const auto known = textures_.find(&node); known != textures_.end()) return known->second;
  auto& result = textures_[&node];
  const auto leave_out = [&](std::string_view what) {
    warnings_.add(node.file, node.place, what);
    return std::nullopt;
  };
  if (model_.textures.size() == kMaxTextures)
    return leave_out(fmt::format("more than {} textures: left out", kMaxTextures));
  Model::Texture made;
  made.repeat_s = node.boolean("repeatS", true);
  made.repeat_t = node.boolean("repeatT", true);
  made.file = node.file;
  made.place = node.place;
  if (node.type == "PixelTexture") {
    const x3d::Integers& numbers = node.integers("image");
    // 0 0 0 is the default of a missing image.
    if (numbers.size() <= 3) return std::nullopt;
    made.image = image_of(numbers);
    if (!made.image) return leave_out("the numbers of this PixelTexture are not an image: left out");
  } else if (node.type == "ImageTexture") {
    made.folder = std::filesystem::path(made.file).parent_path().string();
    const x3d::Strings& urls = node.strings("url");
    for (std::size_t i = 0; i < std::min(urls.size(), kMaxNames); ++i)
      if (auto name = x3d::local_file_name(urls[i])) made.names.push_back(std::move(*name));
    if (urls.empty()) return std::nullopt;
    if (made.names.empty()) return leave_out("the url of this ImageTexture is not a file on this machine: left out");
  } else {
    return leave_out(fmt::format("{} is skipped", node.type));
  }
  model_.textures.push_back(std::move(made));
  return result = model_.textures.size() - 1;
}

}  // namespace monitor
