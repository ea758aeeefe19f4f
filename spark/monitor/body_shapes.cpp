// SPDX-License-Identifier: Apache-2.0
#include "spark/monitor/body_shapes.h"

#include <algorithm>
#include <initializer_list>
#include <string_view>
#include <vector>

#include "spark/monitor/millionths.h"
#include "spark/physics/body.h"

namespace spark {
namespace {

void append_shape(std::string& out, std::string_view kind, std::initializer_list<double> lengths, dGeomID geom) {
  out += '(';
  out += kind;
  const dReal* middle = dGeomGetOffsetPosition(geom);
  const auto append = [&](double number) {
    out += ' ';
    append_millionths(out, number);
  };
  for (const double length : lengths) append(length);
  for (int axis = 0; axis < 3; ++axis) append(middle[axis]);
  out += ')';
}

}  // namespace

void append_shapes(std::string& out, const Body& body) {
  std::vector<dGeomID> geoms;
  for (dGeomID geom = dBodyGetFirstGeom(body.id()); geom; geom = dBodyGetNextGeom(geom)) geoms.push_back(geom);
  std::ranges::reverse(geoms);  // ODE puts the latest first
  for (const dGeomID geom : geoms) switch (dGeomGetClass(geom)) {
      case dSphereClass:
        append_shape(out, "sphere", {dGeomSphereGetRadius(geom)}, geom);
        break;
      case dBoxClass: {
        dVector3 edges;
        dGeomBoxGetLengths(geom, edges);
        append_shape(out, "box", {edges[0], edges[1], edges[2]}, geom);
        break;
      }
      case dCapsuleClass: {
        dReal radius = 0, length = 0;
        dGeomCapsuleGetParams(geom, &radius, &length);
        append_shape(out, "capsule", {radius, length}, geom);
        break;
      }
      default:
        break;
    }
}

}  // namespace spark
