// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/client/body_reader.h"

#include <cmath>
#include <span>
#include <string_view>

#include "spark/core/number_text.h"

namespace monitor {
namespace {

using spark::sexp::Expression;

constexpr double kMaxDistance = 1e6;  // m; nothing that could be drawn is beyond
constexpr std::size_t kMaxName = 256;
constexpr std::size_t kMaxShapes = 100;  // of one body

/// Exactly these numbers, from element `first` of the list to its end.
bool read_numbers(const Expression& list, std::size_t first, std::span<double> numbers) {
  if (list.size() != first + numbers.size()) return false;
  for (std::size_t i = 0; i < numbers.size(); ++i)
    if (!spark::whole_number(list[first + i].text(), numbers[i]) || !(std::abs(numbers[i]) <= kMaxDistance))
      return false;
  return true;
}

bool read_name(const Expression& item, std::string& name) {
  if (item.size() < 2) return false;
  name = item[1].text().substr(0, kMaxName);
  return !name.empty();
}

struct KnownShape {
  std::string_view name;
  BodyShape::Kind kind;
  std::size_t lengths;
};
constexpr KnownShape kShapes[] = {
    {"sphere", BodyShape::Kind::sphere, 1}, {"box", BodyShape::Kind::box, 3}, {"capsule", BodyShape::Kind::capsule, 2}};

bool read_shape(const Expression& item, const KnownShape& known, BodyShape& shape) {
  double numbers[6] = {};
  if (!read_numbers(item, 1, std::span(numbers, known.lengths + 3))) return false;
  shape.kind = known.kind;
  for (std::size_t i = 0; i < known.lengths; ++i) {
    if (numbers[i] < 0.0) return false;
    shape.lengths[i] = numbers[i];
  }
  const double* middle = numbers + known.lengths;
  shape.middle = {middle[0], middle[1], middle[2]};
  return true;
}

}  // namespace

bool read_body(const Expression& item, Body& body) {
  double n[7] = {};
  if (!read_name(item, body.name) || !read_numbers(item, 2, n)) return false;
  const double length = std::sqrt(n[3] * n[3] + n[4] * n[4] + n[5] * n[5] + n[6] * n[6]);
  if (!(length > 0.9 && length < 1.1)) return false;
  body.position = {n[0], n[1], n[2]};
  body.rotation = {n[3] / length, n[4] / length, n[5] / length, n[6] / length};
  return true;
}

bool read_shapes(const Expression& item, std::string& name, std::vector<BodyShape>& shapes) {
  if (!read_name(item, name)) return false;
  for (std::size_t i = 2; i < item.size() && shapes.size() < kMaxShapes; ++i)
    for (const KnownShape& known : kShapes) {
      if (item[i].name() != known.name) continue;
      BodyShape shape;
      if (!read_shape(item[i], known, shape)) return false;
      shapes.push_back(shape);
    }
  return true;
}

}  // namespace monitor
