// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>
#include <numbers>
#include <utility>

#include "gateways/sigverse/sight/sight.h"

namespace sigverse::sight {
namespace {

/// Sine and cosine of the angle of a row or column of rays.
struct RayAngle {
  double sine = 0.0, cosine = 1.0;
};

/// The angles are at equal steps from `half` to -`half`, each in the middle of its step.
std::vector<RayAngle> ray_angles(int count, double half) {
  std::vector<RayAngle> angles;
  for (int i = 0; i < count; ++i) {
    const double angle = half * (1.0 - (2.0 * i + 1.0) / count);
    angles.push_back({std::sin(angle), std::cos(angle)});
  }
  return angles;
}

/// The nearest surface along each ray of a view. Shapes are added one after the other, preferably nearest first. Only
/// rays within the cone around the bounding sphere of a shape are tested.
class NearestSurfaces {
 public:
  NearestSurfaces(const View& view, double farthest, int columns, int rows)
      : view_(view),
        half_width_(view.half_width()),
        columns_(ray_angles(columns, half_width_)),
        rows_(ray_angles(rows, view.half_height())),
        nearest_(columns_.size() * rows_.size(), farthest) {}

  void draw(const Solid& solid);
  const std::vector<double>& nearest() const { return nearest_; }

 private:
  /// The cone of directions that a sphere occupies, in the axes of the view. The sine of half its opening angle is
  /// radius/distance.
  struct Cone {
    double azimuth, sine, cosine;  ///< of its axis: the azimuth, and sine and cosine of the elevation
    double cosine_half;            ///< of half its opening angle
  };
  using Columns = std::pair<std::size_t, std::size_t>;  ///< the first, and one past the last

  Columns columns_in(const Cone& cone, const RayAngle& row) const;

  const View& view_;
  double half_width_;
  std::vector<RayAngle> columns_, rows_;
  std::vector<double> nearest_;  ///< row by row
  std::vector<Vector> across_;   ///< for one shape: the columns' share of each direction, in the axes of the shape
};

/// A direction with elevation e whose azimuth differs by d from that of the cone's axis, which has elevation m, is in
/// the cone if cos d · cos e · cos m + sin e · sin m >= cos(half its opening angle).
NearestSurfaces::Columns NearestSurfaces::columns_in(const Cone& cone, const RayAngle& row) const {
  constexpr double kRound = 1e-9, kSmallestWidth = 1e-6;
  const Columns all{0, columns_.size()};
  const double scale = row.cosine * cone.cosine;
  const double rest = cone.cosine_half - row.sine * cone.sine;
  if (rest <= -scale + kRound) return all;
  if (rest > scale + kRound) return {0, 0};
  const double difference = std::acos(std::min(1.0, rest / scale - kRound));
  const double left = cone.azimuth + difference, right = cone.azimuth - difference;
  if (left > std::numbers::pi || right < -std::numbers::pi || half_width_ < kSmallestWidth) return all;
  const auto count = static_cast<double>(columns_.size());
  const auto column = [&](double azimuth) { return (count * (1.0 - azimuth / half_width_) - 1.0) / 2.0; };
  const double first = std::clamp(std::floor(column(left)), 0.0, count);
  const double last = std::clamp(std::ceil(column(right)) + 1.0, 0.0, count);
  return {static_cast<std::size_t>(first), static_cast<std::size_t>(last)};
}

void NearestSurfaces::draw(const Solid& solid) {
  const Vector to = view_.axes.inside(solid.centre() - view_.eye);
  const double distance = length(to), near = distance - solid.reach();
  const bool is_around = near <= 0.0;
  Cone cone{};
  if (!is_around) {
    const double opening = solid.reach() / distance;
    cone = {std::atan2(to[0], to[2]), to[1] / distance, std::hypot(to[0], to[2]) / distance,
            std::sqrt(1.0 - opening * opening)};
  }
  const Vector eye = solid.axes().inside(view_.eye - solid.centre());
  const Vector x = solid.axes().inside(view_.axes.x), y = solid.axes().inside(view_.axes.y),
               z = solid.axes().inside(view_.axes.z);
  across_.clear();
  for (const RayAngle& column : columns_) across_.push_back(column.sine * x + column.cosine * z);
  for (std::size_t j = 0; j < rows_.size(); ++j) {
    const auto [first, last] = is_around ? Columns{0, columns_.size()} : columns_in(cone, rows_[j]);
    double* const nearest = &nearest_[j * columns_.size()];
    const Vector up = rows_[j].sine * y;
    for (std::size_t i = first; i < last; ++i)
      if (near < nearest[i]) nearest[i] = std::min(nearest[i], solid.meets(eye, rows_[j].cosine * across_[i] + up));
  }
}

/// The shapes that may be nearer than `farthest`, nearest first.
std::vector<const Solid*> nearest_first(const Scene& scene, const Vector& eye, std::string_view own, double farthest) {
  std::vector<std::pair<double, const Solid*>> sorted;
  for (const Scene::Object& object : scene.objects()) {
    if (object.name == own) continue;
    for (const Solid& solid : object.solids)
      if (const double near = length(solid.centre() - eye) - solid.reach(); near < farthest)
        sorted.emplace_back(near, &solid);
  }
  std::ranges::stable_sort(sorted, {}, &std::pair<double, const Solid*>::first);
  std::vector<const Solid*> solids;
  for (const auto& [near, solid] : sorted) solids.push_back(solid);
  return solids;
}

char octet_of(double distance, const DistanceRange& range) {
  constexpr double kLargest = 255.0;
  const double share = std::clamp((distance - range.start) / (range.end - range.start), 0.0, 1.0);
  return static_cast<char>(static_cast<unsigned char>(std::lround(kLargest * share)));
}

}  // namespace

bool is_valid(const DistanceRange& range) {
  return std::isfinite(range.start) && std::isfinite(range.end) && range.start < range.end &&
         std::isfinite(range.end - range.start);
}

std::string distances(const Scene& scene, const View& view, std::string_view own, const DistanceRange& range,
                      Rays rays) {
  if (!is_valid(range)) return {};
  const int columns = rays == Rays::middle ? 1 : kColumns, rows = rays == Rays::picture ? kRows : 1;
  if (!is_valid(view)) return std::string(static_cast<std::size_t>(columns * rows), '\xff');
  NearestSurfaces surfaces(view, range.end, columns, rows);
  for (const Solid* solid : nearest_first(scene, view.eye, own, range.end)) surfaces.draw(*solid);
  std::string octets;
  octets.reserve(surfaces.nearest().size());
  for (const double distance : surfaces.nearest()) octets.push_back(octet_of(distance, range));
  return octets;
}

}  // namespace sigverse::sight
