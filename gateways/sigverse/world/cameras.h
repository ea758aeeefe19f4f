// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gateways/sigverse/world/attributes.h"
#include "gateways/sigverse/world/frames.h"

namespace sigverse {

/// A camera: either a `camera` element of the world file or the object's view point.
struct Camera {
  int id = 1;
  std::string_view link;  ///< the part to which it is fixed
  SigVector place{}, direction{0.0, 0.0, 1.0};
  std::optional<SigQuaternion> turn;  ///< overrides the direction
  double fov = 45.0;                  ///< degrees, vertical
  double aspect_ratio = 1.5;
};

/// The cameras of one object, numbered from 1 to 9. This class has no state of its own: cameras are defined by the
/// object's attributes (`epx2`, `FOV2` …), which it reads and writes.
///
/// A camera exists if the world file has a `camera` element for it, or if a class or the world file sets its attribute
/// `elnkN`. Number 1 always exists: with neither of these it is the view point (`vpx`, `vvx` …).
///
/// A setter returns the reason of a refusal, or an empty text on success. Positions are in cm, in the frame of the
/// camera's part; the caller checks that coordinates are finite and within bounds.
class Cameras {
 public:
  /// The attributes outlive it.
  explicit Cameras(Attributes& attributes) : attributes_(attributes) {}

  /// The numbers of the `camera` elements in the world file.
  void set_elements(std::vector<int> ids) { elements_ = std::move(ids); }

  /// The numbers of the existing cameras, ascending.
  std::vector<int> ids() const;
  /// nullopt if the camera does not exist. A camera whose attributes name no part is fixed to `main_part`.
  std::optional<Camera> find(int id, std::string_view main_part) const;

  std::string_view set_position(int id, const SigVector& place);
  std::string_view set_direction(int id, const SigVector& direction);
  std::string_view set_fov(int id, double degrees);
  std::string_view set_aspect_ratio(int id, double ratio);

 private:
  /// The attribute prefixes of a vector: for the view point, and for a numbered camera.
  struct VectorNames {
    std::string_view view_point, numbered;
  };
  static constexpr VectorNames kPlace{"vp", "ep"}, kDirection{"vv", "ev"};

  bool has_own(int id) const;
  bool exists(int id) const { return id == 1 || has_own(id); }
  bool is_view_point(int id) const;
  std::string attribute_name(int id, const VectorNames& names, char axis) const;
  SigVector vector(int id, const VectorNames& names, const SigVector& fallback) const;
  double number(int id, const std::string& name, double fallback) const;
  std::string_view set_vector(int id, const VectorNames& names, const SigVector& value);
  std::string_view set_number(int id, const std::string& name, double value);
  void assign_or_add(const std::string& name, std::string_view group, double value);

  Attributes& attributes_;
  std::vector<int> elements_;
};

}  // namespace sigverse
