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
  Quaternion turn{1.0, 0.0, 0.0, 0.0};  ///< of its axes, of any length but 0
  Vector size{};                        ///< cm, > 0: box x, y, z; cylinder (axis y) radius, length; sphere radius
};

/// A shape, prepared for many rays.
class Solid {
 public:
  /// Nothing if the centre is no place (`is_place`), a size is not above 0 and at most `kMaxLength`, or the turn has no
  /// length.
  static std::optional<Solid> of(const Shape& shape);

  const Vector& centre() const { return centre_; }
  const Axes& axes() const { return axes_; }
  /// Half the edges of the smallest box along its axes around it. The axes of a sphere are those of the world.
  const Vector& half() const { return half_; }
  /// The radius of a sphere around it that has its centre.
  double reach() const { return reach_; }

  /// How far from `eye` the ray meets its surface; infinity if it does not. Both are given in the frame of its axes,
  /// with its centre as origin; `direction` has length 1. Of a shape that has the eye inside it the ray meets the far
  /// side.
  double meets(const Vector& eye, const Vector& direction) const;
  /// The same in the frame of the world, and quicker for rays that pass far from it.
  double meets_from(const Vector& eye, const Vector& direction) const;
  bool contains(const Vector& place) const;
  /// The direction, of length 1, that is straight out of the surface at a place on it. On an edge it is that of one of
  /// the faces there.
  Vector outward(const Vector& place) const;

 private:
  Solid() = default;

  Shape::Kind kind_ = Shape::Kind::box;
  Vector centre_{};
  Axes axes_;
  Vector half_{};
  double reach_ = 0.0;
};

/// What can be seen: objects of simple shapes, at one moment. Plain geometry in cm with y up; it knows neither physics
/// nor graphics. The ground is no object, so that it is not seen and hides nothing.
class Scene {
 public:
  struct Object {
    std::string name;
    std::vector<Solid> solids;  ///< at least one; the centre of the first is that of the object
    double reach = 0.0;         ///< the radius of a sphere around all of them that has that centre

    const Vector& centre() const { return solids.front().centre(); }
    bool contains(const Vector& place) const;
    /// How far from `eye` the ray meets the nearest of its surfaces; infinity if it meets none.
    double meets(const Vector& eye, const Vector& direction) const;
  };

  void clear() { objects_.clear(); }
  /// Adds an object. Its first shape is the main one. False, and nothing added, if there is no shape or one of them is
  /// refused by `Solid::of`.
  bool add(std::string_view name, const std::vector<Shape>& shapes);
  const std::vector<Object>& objects() const { return objects_; }

 private:
  std::vector<Object> objects_;
};

}  // namespace sigverse::sight
