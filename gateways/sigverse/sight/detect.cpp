// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "gateways/sigverse/sight/pyramid.h"
#include "gateways/sigverse/sight/sight.h"

namespace sigverse::sight {
namespace {

bool is_in(const Pyramid& pyramid, const Scene::Object& object) {
  return std::ranges::any_of(object.solids, [&](const Solid& solid) { return pyramid.meets(solid); });
}

bool is_hidden(const Scene& scene, const Scene::Object& seen, const Vector& eye, std::string_view own) {
  if (seen.contains(eye)) return false;
  // The eye is not at the object's centre, because the centre is inside the object.
  const Vector to = seen.centre() - eye;
  const Vector direction = 1.0 / length(to) * to;
  const double before = seen.meets(eye, direction);
  return std::ranges::any_of(scene.objects(), [&](const Scene::Object& other) {
    return &other != &seen && other.name != own && other.meets(eye, direction) < before;
  });
}

}  // namespace

std::vector<std::string_view> detect(const Scene& scene, const View& view, std::string_view own) {
  std::vector<std::string_view> names;
  if (!is_valid(view)) return names;
  const Pyramid pyramid(view, kNear, kFar);
  for (const Scene::Object& object : scene.objects())
    if (object.name != own && is_in(pyramid, object) && !is_hidden(scene, object, view.eye, own))
      names.emplace_back(object.name);
  std::ranges::sort(names);
  return names;
}

}  // namespace sigverse::sight
