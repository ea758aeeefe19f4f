// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/client/drawn_shape.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "spark/core/number_text.h"

namespace monitor {
namespace {

using spark::sexp::Expression;

constexpr std::size_t kMaxDrawnLayer = 40, kMaxWords = 200;
constexpr double kMaxDrawnDistance = 10000;  // m

bool read_drawn_numbers(const Expression& list, std::size_t count, double (&numbers)[4]) {
  if (list.size() < 2 + count) return false;
  for (std::size_t i = 0; i < count; ++i)
    if (!spark::whole_number(list[2 + i].text(), numbers[i]) || !(std::abs(numbers[i]) <= kMaxDrawnDistance))
      return false;
  return true;
}

std::optional<PlayerName> player_of(const Expression& by) {
  std::int64_t number = 0;
  if (by.size() != 3 || !spark::whole_integer(by[2].text(), number) || number < 0 || number > 99) return {};
  const std::string_view side = by[1].text();
  if (side != "left" && side != "right") return {};
  return PlayerName{side == "left" ? Side::left : Side::right, static_cast<int>(number)};
}

}  // namespace

bool read_drawn(const Expression& list, PlayerName by, DrawnShape& drawn) {
  const double turn = by.first == Side::right ? -1 : 1;
  const std::string_view name = list.name();
  double numbers[4] = {};
  if (name == "line" && read_drawn_numbers(list, 4, numbers))
    drawn.kind = DrawnShape::Kind::line;
  else if (name == "circle" && read_drawn_numbers(list, 3, numbers) && numbers[2] >= 0)
    drawn.kind = DrawnShape::Kind::circle;
  else if (name == "words" && list.size() > 4 && list[4].is_atom() && read_drawn_numbers(list, 2, numbers))
    drawn.kind = DrawnShape::Kind::words;
  else
    return false;
  drawn.layer = list[1].text().substr(0, kMaxDrawnLayer);
  drawn.by = by;
  drawn.from = {turn * numbers[0], turn * numbers[1], 0};
  if (drawn.kind == DrawnShape::Kind::line) drawn.to = {turn * numbers[2], turn * numbers[3], 0};
  if (drawn.kind == DrawnShape::Kind::circle) drawn.radius = numbers[2];
  if (drawn.kind == DrawnShape::Kind::words) drawn.words = list[4].text().substr(0, kMaxWords);
  return true;
}

void DrawingHead::read(const Expression& part) {
  double number = 0;
  if (part.name() == "by" && !by)
    by = player_of(part);
  else if (part.size() != 2 || !spark::whole_number(part[1].text(), number) || !std::isfinite(number))
    return;
  else if (part.name() == "for" && !seconds && number > 0)
    seconds = std::min(number, kMaxSeconds);
  else if (part.name() == "time" && !time)
    time = number;
}

LiveDrawing read_live_drawing(const Expression& item) {
  DrawingHead head;
  for (std::size_t i = 1; i < item.size(); ++i) head.read(item[i]);
  LiveDrawing drawing{.by = head.by.value_or(PlayerName{}), .seconds = head.seconds.value_or(LiveDrawing::kSeconds)};
  for (std::size_t i = 1; i < item.size() && drawing.shapes.size() < kMaxDrawnShapes; ++i)
    if (DrawnShape drawn; read_drawn(item[i], drawing.by, drawn)) drawing.shapes.push_back(std::move(drawn));
  return drawing;
}

}  // namespace monitor
