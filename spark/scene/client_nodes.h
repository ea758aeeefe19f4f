// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>

#include "spark/core/class_registry.h"
#include "spark/core/transform.h"

namespace spark {

/// A camera of the scene: its pose, angle of view, planes and picture. This server draws nothing; cameras of robots and
/// programs that show the scene read it.
///
/// It looks along the y axis of its node, the nearest Transform above; the z axis of that node points upwards.
class Camera : public BaseNode {
 public:
  static constexpr double kMinAngle = 1.0, kMaxAngle = 179.0;  ///< degrees
  static constexpr double kNearest = 1e-6, kFarthest = 1e6;    ///< m
  static constexpr int kMaxPicture = 16384;                    ///< pixels along an edge
  struct Viewport {
    int x = 0, y = 0, width = 640, height = 480;  ///< pixels
  };

  // Setters refuse values out of range, and planes in the wrong order.
  bool set_viewport(int x, int y, int width, int height);
  const Viewport& viewport() const { return viewport_; }
  bool set_fov(double degrees);
  double fov() const { return fov_; }  ///< degrees, over the height of the picture; 60 unless set
  /// The smaller of the angles over the height and over the width of the picture, radians.
  double smaller_angle() const;
  bool set_z_near(double distance);
  bool adjust_z_near(double change) { return set_z_near(z_near_ + change); }
  double z_near() const { return z_near_; }  ///< m; 0.1 unless set
  bool set_z_far(double distance);
  bool adjust_z_far(double change) { return set_z_far(z_far_ + change); }
  double z_far() const { return z_far_; }  ///< m; 1000 unless set

  /// The pose from which it looks, in the world: that of its node, unless a class overrides it.
  virtual Pose pose() const;
  /// The same pose with other axes: x points forwards, y to the left, z up.
  Pose view_pose() const;
  Vec3 look_direction() const;  ///< in the world, of length 1
  Vec3 up_direction() const;

 private:
  Viewport viewport_;
  double fov_ = 60.0;
  double z_near_ = 0.1;
  double z_far_ = 1000.0;
};

/// A material that drawing nodes refer to; red, green, blue and alpha from 0 to 1.
class Material : public Node {
 public:
  using Colour = std::array<double, 4>;

 protected:
  Material() = default;
};

class MaterialSolid : public Material {
 public:
  void set_ambient(double r, double g, double b, double a) { ambient_ = {r, g, b, a}; }
  void set_diffuse(double r, double g, double b, double a) { diffuse_ = {r, g, b, a}, note_look(); }
  void set_specular(double r, double g, double b, double a) { specular_ = {r, g, b, a}; }
  void set_emission(double r, double g, double b, double a) { emission_ = {r, g, b, a}; }
  const Colour& ambient() const { return ambient_; }
  const Colour& diffuse() const { return diffuse_; }
  const Colour& specular() const { return specular_; }
  const Colour& emission() const { return emission_; }

 private:
  Colour ambient_{0.2, 0.2, 0.2, 1}, diffuse_{0.8, 0.8, 0.8, 1}, specular_{0, 0, 0, 1}, emission_{0, 0, 0, 1};
};

/// The same with textures, given by file names.
class Material2DTexture : public MaterialSolid {
 public:
  void set_diffuse_texture(const std::string& file) { diffuse_texture_ = file; }
  void set_normal_texture(const std::string& file) { normal_texture_ = file; }
  void set_specular_texture(const std::string& file) { specular_texture_ = file; }
  const std::string& diffuse_texture() const { return diffuse_texture_; }
  const std::string& normal_texture() const { return normal_texture_; }
  const std::string& specular_texture() const { return specular_texture_; }

 private:
  std::string diffuse_texture_, normal_texture_, specular_texture_;
};

/// /sys/server/material: materials are below it, by name. "default" always exists.
class MaterialServer : public Node {
 public:
  /// Null if there is no material with that name.
  const Material* find_material(const std::string& name) const;

 protected:
  void linked() override;
};

/// Logs that the call has no effect here, once for all objects of that class. Returns an empty Value, which is nil in
/// scripts.
Value without_effect(const Leaf& object, std::string_view why);

/// Registers these and the servers of graphical clients that scripts create but this server does not use.
void register_client_classes(ClassRegistry& classes);

}  // namespace spark
