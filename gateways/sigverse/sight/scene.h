// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gateways/sigverse/sight/vectors.h"

namespace sigverse::sight {

/// A simple shape in the world.
struct Shape {
  enum class Kind { box, cylinder, sphere };
  Kind kind = Kind::box;
  Vector centre{};
  Quaternion turn{1.0, 0.0, 0.0, 0.0};  ///< of its axes, of any length except 0
  Vector size{};                        ///< cm, > 0: box x, y, z; cylinder (axis y) radius, length; sphere radius
};

/// A shape, prepared for testing many rays.
class Solid {
 public:
  /// nullopt if the centre is not a valid position (`is_place`), if a size is not above 0 and at most `kMaxLength`, or
  /// if the rotation has length 0.
  static std::optional<Solid> of(const Shape& shape);

  const Vector& centre() const { return centre_; }
  const Axes& axes() const { return axes_; }
  /// Half the edge lengths of the smallest enclosing box along its axes. The axes of a sphere are those of the world.
  const Vector& half() const { return half_; }
  /// The radius of the smallest enclosing sphere around its centre.
  double reach() const { return reach_; }

  /// The distance from `eye` at which the ray meets the surface; infinity if it does not. Both are given in the frame
  /// of the shape's axes, with its centre as origin; `direction` is a unit vector. If the eye is inside, the ray meets
  /// the far side.
  double meets(const Vector& eye, const Vector& direction) const;
  /// The same in the world's frame; faster for rays that miss the shape by far.
  double meets_from(const Vector& eye, const Vector& direction) const;
  bool contains(const Vector& place) const;
  /// The outward unit normal at a point of the surface. On an edge it is that of one of the adjacent faces.
  Vector outward(const Vector& place) const;

 private:
  Solid() = default;

  Shape::Kind kind_ = Shape::Kind::box;
  Vector centre_{};
  Axes axes_;
  Vector half_{};
  double reach_ = 0.0;
};

/// The visible objects, made of simple shapes, at one moment. Plain geometry in cm with y up, independent of physics
/// and graphics. The ground is not an object, so it is not seen and hides nothing.
class Scene {
 public:
  struct Object {
    std::string name;
    std::vector<Solid> solids;  ///< at least one; the centre of the first is that of the object
    double reach = 0.0;         ///< the radius of a sphere around all of them with that centre

    const Vector& centre() const { return solids.front().centre(); }
    bool contains(const Vector& place) const;
    /// The distance from `eye` at which the ray meets the nearest of its surfaces; infinity if there is none.
    double meets(const Vector& eye, const Vector& direction) const;
  };

  void clear() { objects_.clear(); }
  /// Adds an object. Its first shape is the main one. Returns false, with nothing added, if there are no shapes or if
  /// `Solid::of` refuses one of them.
  bool add(std::string_view name, const std::vector<Shape>& shapes);
  const std::vector<Object>& objects() const { return objects_; }

 private:
  std::vector<Object> objects_;
};

}  // namespace sigverse::sight
