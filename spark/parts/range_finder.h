// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ode/ode.h>

#include <string>
#include <vector>

#include "spark/agent/perceptor.h"

namespace spark {

class Collider;

/// `(RNG (name N) (ranges d …))`: the distance of the first solid in each direction of a scan, m. The rays are in the
/// x-y plane of its node, begin at the node's origin, and cover −angle/2 to +angle/2 about its x (`set_scan`), that is,
/// from right to left, anticlockwise seen from above.
///
/// It detects solid colliders, where the last step left them, except those of its own agent, sensors and disabled ones.
/// A ray that hits nothing reads the maximum range, one that begins inside a solid reads 0. It has no noise, and costs
/// time only in a sensation.
class RangeFinder : public Perceptor {
 public:
  struct Scan {
    double angle = 180.0, step = 1.0;  ///< degrees
    double farthest = 10.0;            ///< m
    std::size_t rays() const;          ///< at least one
  };
  static constexpr std::size_t kMaxRays = 2048;

  RangeFinder();
  ~RangeFinder() override;
  void perceive(PerceptWriter& writer) override;
  std::string_view help() const override { return "(RNG (name N) (ranges d ...)), m, from right to left"; }
  std::span<const PerceptField> fields() const override { return fields_; }

  /// To be set before the first percept, because gateways read its layout then. Angle 0 (one ray along x) to 360
  /// degrees, step > 0 to 360 degrees, at most `kMaxRays` rays; farthest > 0, at most `World::kMaxDistance`.
  bool set_scan(double angle, double step, double farthest);
  const Scan& scan() const { return scan_; }

 private:
  /// A collider that may be hit, with a sphere around it.
  struct Candidate {
    Collider* collider;
    Vec3 middle;    ///< from the node's origin
    double radius;  ///< infinite for planes
  };
  void prepare();
  bool find_candidates(const Vec3& origin);
  double range(const Vec3& origin, const Vec3& direction) const;

  Scan scan_;
  dGeomID ray_;                     ///< in no space, so that steps ignore it
  std::vector<std::string> names_;  ///< of the fields
  std::vector<PerceptField> fields_;
  std::vector<Vec3> directions_;       ///< in the frame of the node
  std::vector<Candidate> candidates_;  ///< used by `perceive`; a member, so that its memory is reused
  std::vector<PerceptWriter::Real> ranges_;
};

}  // namespace spark
