// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <glm/glm.hpp>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "monitor-lite/view/dome.h"
#include "monitor-lite/view/image.h"
#include "monitor-lite/view/mesh.h"
#include "spark/x3d/scene.h"
#include "spark/x3d/walk.h"
#include "spark/x3d/warnings.h"

namespace monitor {

/// A resolved VRML97 or X3D document as plain data to be drawn: its parts with their shapes, its viewpoints and its
/// sky. It does not refer to the document.
///
/// The world of a model has z up, as everywhere in this project: a point (x, y, z) of the document, which has y up, is
/// (x, −z, y) here. Lengths are in the unit of the document. The frames of parts, shapes and viewpoints keep the axes
/// of the document, so its poses can be used unchanged: see `pose_in_world`.
struct Model {
  struct Triangles {
    std::vector<Mesh::Vertex> vertices;
    std::vector<Mesh::Triangle> triangles;
    bool is_solid = true;
  };

  struct Shape {
    /// A ball's size is its radius in x, a cylinder's its radius and its length, along z of `frame`; a box has its
    /// edges. All three are invisible from the inside.
    enum class Kind : std::uint8_t { box, ball, cylinder, mesh };
    Kind kind = Kind::box;
    glm::mat4 frame{1.0F};  ///< in the part; only that of a mesh may scale
    glm::vec3 sizes{1.0F};
    std::size_t mesh = 0;  ///< index into `meshes`
    glm::vec4 colour{0.8F, 0.8F, 0.8F, 1.0F};
    glm::vec3 glow{0.0F};                ///< emissive colour
    std::optional<std::size_t> texture;  ///< index into `textures`; only of a mesh
    glm::mat3 texture_frame{1.0F};       ///< from the texture coordinates of the mesh to those of the image
    /// Without a material nothing is lit: the colour is then black, and the image, or the glow, is shown unchanged.
    bool is_lit = true;
    /// Its bounding box, in `frame`: middle and half the edges.
    glm::vec3 middle{0.0F}, half{0.5F};
  };

  /// An image on shapes: that of a file, or one in the document itself.
  struct Texture {
    std::vector<std::string> names;      ///< of its file, see `ImageSource`, the preferred one first; bounded
    std::string folder;                  ///< the folder of relative names
    std::shared_ptr<const Image> image;  ///< of a PixelTexture; null: it is in a file
    bool repeat_s = true, repeat_t = true;
    std::string file;  ///< the file that names it and the place there, for warnings
    x3d::Place place;
  };

  /// A top-level node of the document, which moves as one.
  struct Part {
    std::string name;           ///< of DEF; may be empty
    glm::mat4 pose{1.0F};       ///< in the world, without scale
    std::vector<Shape> shapes;  ///< in the order of the document
  };

  struct Viewpoint {
    std::string name;         ///< of DEF; may be empty
    std::string description;  ///< for users; may be empty
    std::size_t part = 0;
    glm::mat4 frame{1.0F};            ///< in the part; it looks along −z, y is up
    float field_of_view = 0.785398F;  ///< radians, the smaller angle of the picture
  };

  std::vector<Triangles> meshes;  ///< each geometry once, however often it is drawn
  std::vector<Texture> textures;  ///< each node once
  std::vector<Part> parts;
  std::vector<Viewpoint> viewpoints;
  /// The colours of the first Background; nothing if the document has none.
  std::optional<std::vector<Dome::Stop>> sky;
  /// The size from its NavigationInfo: surfaces nearer to an eye than half of it need not be drawn.
  float avatar_radius = 0.25F;

  /// The viewpoint with that name: its DEF, that of its part, or its description. Nothing if there is none.
  std::optional<std::size_t> find_viewpoint(std::string_view name) const;
  std::optional<std::size_t> find_part(std::string_view name) const;
};

/// Whether a model has the textures of its document. With textures a shape that has one is a mesh, whatever its
/// geometry, and PixelTextures use memory; they are omitted if no image will ever be drawn.
enum class WithTextures { no, yes };

/// A refused or unknown geometry, and other parts that cannot be drawn, are omitted with a warning. Throws
/// `x3d::ReadError` if a place is not finite, or if more than `x3d::kMaxVisits` nodes or `x3d::kMaxVertices` vertices
/// are drawn.
Model model_of(const x3d::Scene& scene, x3d::Warnings& warnings, WithTextures textures = WithTextures::no);

/// Shapes of a document that move as one, each placed in the frame of its part.
struct PlacedPart {
  std::string name;
  std::vector<x3d::PlacedShape> shapes;
};
/// A model with one part for each of these, such as the limbs of a robot, at the frame of the document. All of its
/// shapes are meshes, so that their frames may be scaled in any way. It has neither viewpoints nor sky. Throws
/// likewise.
Model model_of(std::span<const PlacedPart> parts, x3d::Warnings& warnings, WithTextures textures = WithTextures::no);

/// The pose of a part in the world from the translation and the rotation (axis and angle, radians) of its Transform.
glm::mat4 pose_in_world(const glm::vec3& translation, const glm::vec4& rotation);

}  // namespace monitor
