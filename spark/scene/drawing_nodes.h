// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <string>

#include "spark/core/class_registry.h"
#include "spark/core/transform.h"

namespace spark {

/// Nodes that describe appearance. This server draws nothing: it stores them so that scene files made for a graphical
/// client load, and for any program that shows the scene. Lengths in metres, colours 0 … 1.
class StaticMesh : public BaseNode {
 public:
  void load(const std::string& file, const Values&) { file_ = file; }
  void set_scale(Vec3 scale) { scale_ = scale; }
  const std::string& file() const { return file_; }
  const Vec3& scale() const { return scale_; }

 private:
  std::string file_;
  Vec3 scale_{1, 1, 1};
};

/// A shape of one material. It has the pose of its Transform, unless it has an offset in that frame: so a robot may be
/// drawn with many shapes, which are invisible to perceptors that list Transforms.
class SingleMatNode : public StaticMesh {
 public:
  static constexpr double kMaxOffset = 1e6;  ///< m

  void set_material(const std::string& name) { material_ = name, note_look(); }
  const std::string& material() const { return material_; }
  bool set_position(Vec3 position);  ///< m; false beyond `kMaxOffset`
  bool set_rotation(Vec3 degrees);   ///< Rx·Ry·Rz; false beyond `Body::kMaxAngle`
  /// `nullopt` if it has the pose of its Transform.
  const std::optional<Pose>& offset() const { return offset_; }

 private:
  std::string material_ = "default";
  std::optional<Pose> offset_;
};

class BoxShape : public SingleMatNode {
 public:
  void set_extents(Vec3 extents) { extents_ = extents, note_look(); }
  const Vec3& extents() const { return extents_; }

 private:
  Vec3 extents_{1, 1, 1};
};

class SphereShape : public SingleMatNode {
 public:
  void set_radius(double radius) { radius_ = radius, note_look(); }
  double radius() const { return radius_; }

 private:
  double radius_ = 1.0;
};

/// Capped cylinder along z.
class CCylinderShape : public SingleMatNode {
 public:
  void set_params(double radius, double length) { radius_ = radius, length_ = length, note_look(); }
  double radius() const { return radius_; }
  double length() const { return length_; }

 private:
  double radius_ = 1.0;
  double length_ = 1.0;
};

/// Cylinder with flat ends along z.
class CylinderShape : public SingleMatNode {
 public:
  void set_params(double radius, double length) { radius_ = radius, length_ = length, note_look(); }
  double radius() const { return radius_; }
  double length() const { return length_; }

 private:
  double radius_ = 1.0;
  double length_ = 1.0;
};

class Axis : public SingleMatNode {
 public:
  void set_size(double size) { size_ = size; }
  double size() const { return size_; }

 private:
  double size_ = 1.0;
};

class Light : public BaseNode {
 public:
  using Colour = std::array<double, 4>;  ///< red, green, blue, alpha

  void set_radius(double radius) { radius_ = radius; }
  double radius() const { return radius_; }
  void set_ambient(double r, double g, double b, double a) { ambient_ = {r, g, b, a}; }
  void set_diffuse(double r, double g, double b, double a) { diffuse_ = {r, g, b, a}; }
  void set_specular(double r, double g, double b, double a) { specular_ = {r, g, b, a}; }
  /// cd, the same in every direction, 0 to `kMaxIntensity`; 0 unless set: dark for parts that measure light.
  bool set_intensity(double candela) {
    if (!(candela >= 0.0 && candela <= kMaxIntensity)) return false;
    intensity_ = candela;
    return true;
  }
  double intensity() const { return intensity_; }
  static constexpr double kMaxIntensity = 1e6;
  const Colour& ambient() const { return ambient_; }
  const Colour& diffuse() const { return diffuse_; }
  const Colour& specular() const { return specular_; }

 private:
  double radius_ = 1.0;
  double intensity_ = 0.0;
  Colour ambient_{0, 0, 0, 1};
  Colour diffuse_{1, 1, 1, 1};
  Colour specular_{1, 1, 1, 1};
};

/// Registers them under their names in scene files (kerosin/Box …; behaviour 11.5).
void register_drawing_classes(ClassRegistry& classes);

}  // namespace spark
