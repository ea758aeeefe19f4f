// SPDX-License-Identifier: Apache-2.0
#include "spark/x3d/ear_cutter.h"

#include <cmath>

#include "spark/x3d/polygon.h"

namespace x3d {

using spark::Vec3;

namespace {

/// Twice the area of a triangle, the cross product (b − a) × (c − a); negative if it is clockwise.
template <typename Point>
double doubled_area(const Point& a, const Point& b, const Point& c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

}  // namespace

const std::vector<EarCutter::Triangle>& EarCutter::cut(std::span<const Vec3> corners) {
  triangles_.clear();
  if (corners.size() == 3) {
    triangles_.push_back({0, 1, 2});
    return triangles_;
  }
  project(corners);
  if (is_exhausted() || is_convex())
    cut_fan();
  else
    cut_ears();
  return triangles_;
}

/// Drops the coordinate along which the normal is longest.
void EarCutter::project(std::span<const Vec3> corners) {
  const Vec3 normal = polygon_normal(corners);
  const double x = std::abs(normal.x), y = std::abs(normal.y), z = std::abs(normal.z);
  points_.clear();
  points_.reserve(corners.size());
  for (const Vec3& corner : corners) {
    if (z >= x && z >= y)
      points_.push_back(normal.z < 0 ? Point{corner.y, corner.x} : Point{corner.x, corner.y});
    else if (x >= y)
      points_.push_back(normal.x < 0 ? Point{corner.z, corner.y} : Point{corner.y, corner.z});
    else
      points_.push_back(normal.y < 0 ? Point{corner.x, corner.z} : Point{corner.z, corner.x});
  }
}

bool EarCutter::is_convex() const {
  const std::size_t count = points_.size();
  for (std::size_t i = 0; i < count; ++i)
    if (doubled_area(points_[(i + count - 1) % count], points_[i], points_[(i + 1) % count]) < 0) return false;
  return true;
}

void EarCutter::cut_fan() {
  for (std::uint32_t i = 2; i < points_.size(); ++i) triangles_.push_back({0, i - 1, i});
}

double EarCutter::turn(std::uint32_t corner) const {
  return doubled_area(points_[before_[corner]], points_[corner], points_[behind_[corner]]);
}

/// Whether the triangle of a convex corner and its neighbours contains no other corner. Corners at the same point as
/// one of the three, which a cut to a hole makes, do not count.
bool EarCutter::is_ear(std::uint32_t corner) {
  const Point &a = points_[before_[corner]], &b = points_[corner], &c = points_[behind_[corner]];
  const auto is_at = [](const Point& p, const Point& q) { return p.x == q.x && p.y == q.y; };
  for (std::size_t i = 0; i < concave_.size();) {
    const std::uint32_t other = concave_[i];
    if (is_cut_[other] || turn(other) > 0) {
      concave_[i] = concave_.back();
      concave_.pop_back();
      continue;
    }
    ++i;
    ++tests_;
    const Point& p = points_[other];
    if (doubled_area(a, b, p) >= 0 && doubled_area(b, c, p) >= 0 && doubled_area(c, a, p) >= 0 && !is_at(p, a) &&
        !is_at(p, b) && !is_at(p, c))
      return false;
  }
  return true;
}

void EarCutter::remove(std::uint32_t corner) {
  triangles_.push_back({before_[corner], corner, behind_[corner]});
  behind_[before_[corner]] = behind_[corner];
  before_[behind_[corner]] = before_[corner];
  is_cut_[corner] = true;
}

void EarCutter::cut_ears() {
  const auto count = static_cast<std::uint32_t>(points_.size());
  before_.resize(count);
  behind_.resize(count);
  is_cut_.assign(count, false);
  concave_.clear();
  for (std::uint32_t i = 0; i < count; ++i) {
    before_[i] = i == 0 ? count - 1 : i - 1;
    behind_[i] = i + 1 == count ? 0 : i + 1;
  }
  for (std::uint32_t i = 0; i < count; ++i)
    if (turn(i) <= 0) concave_.push_back(i);
  std::uint32_t at = 0, left = count, looked_at = 0;
  while (left > 2) {
    const double area = turn(at);
    // A polygon that crosses itself may have no ear; then any corner is cut off, preferably a convex one. Corners on a
    // straight line are cut off at once.
    const bool is_last_try = looked_at >= 2 * left;
    const bool cuts = left == 3 || area == 0 || is_last_try || (looked_at >= left && area > 0) || is_exhausted() ||
                      (area > 0 && is_ear(at));
    if (!cuts) {
      ++looked_at;
      at = behind_[at];
      continue;
    }
    const std::uint32_t next = behind_[at];
    remove(at);
    --left;
    looked_at = 0;
    // Skipping a corner keeps triangles from becoming thinner and thinner around a single one.
    at = left > 3 ? behind_[next] : next;
  }
}

}  // namespace x3d
