// SPDX-License-Identifier: Apache-2.0
#include "spark/monitor/trainer_drawing.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string_view>
#include <utility>

#include "spark/core/log.h"
#include "spark/core/number_text.h"
#include "spark/sexp/writer.h"

namespace spark {
namespace {

using sexp::Expression;

constexpr std::size_t kMaxLayer = 40, kMaxText = 200;
/// The number of values after the layer.
constexpr std::pair<std::string_view, std::size_t> kShapes[] = {{"line", 4}, {"circle", 3}, {"words", 2}};

/// Letters, digits and signs that are read as one atom without quotes.
bool is_layer(std::string_view text) {
  return !text.empty() && printable(text, kMaxLayer) == text && text.find_first_of(" ()\"'\\;") == text.npos;
}

/// Each function appends the part to the text; false if it is invalid, or a second one.
bool add_author(const Expression& part, std::string& author) {
  std::int64_t number = 0;
  if (!author.empty() || part.size() != 3 || !whole_integer(part[2].text(), number) || number < 1 || number > 99)
    return false;
  if (part[1].text() != "left" && part[1].text() != "right") return false;
  sexp::Writer(author).open("by").atom(part[1].text()).integer(number).close();
  return true;
}

bool add_duration(const Expression& part, std::string& duration) {
  double seconds = 0;
  if (!duration.empty() || part.size() != 2 || !whole_number(part[1].text(), seconds) ||
      !(seconds >= TrainerDrawing::kMinSeconds && seconds <= TrainerDrawing::kMaxSeconds))
    return false;
  sexp::Writer(duration).open("for").real(seconds).close();
  return true;
}

bool add_shape(const Expression& part, std::size_t numbers, std::string& shapes) {
  const bool has_text = part.name() == "words";
  if (part.size() != 2 + numbers + (has_text ? 1 : 0) || !is_layer(part[1].text())) return false;
  sexp::Writer writer(shapes);
  writer.open(part.name()).atom(part[1].text());
  for (std::size_t i = 0; i < numbers; ++i) {
    double number = 0;
    if (!whole_number(part[2 + i].text(), number) || !(std::abs(number) <= TrainerDrawing::kMaxDistance)) return false;
    if (part.name() == "circle" && i == 2 && number < 0) return false;
    writer.real(number);
  }
  if (has_text) {
    if (!part[2 + numbers].is_atom()) return false;
    std::string text = printable(part[2 + numbers].text(), kMaxText);
    std::ranges::replace_if(
        text, [](char letter) { return letter == '"' || letter == '\\'; }, '\'');
    writer.put(" \"").put(text).put('"');
  }
  writer.close();
  return true;
}

}  // namespace

std::string TrainerDrawing::read(const Expression& command) {
  std::string author, duration, shapes;
  std::size_t count = 0;
  for (std::size_t i = 1; i < command.size(); ++i) {
    const Expression part = command[i];
    const auto* const shape = std::ranges::find(kShapes, part.name(), &std::pair<std::string_view, std::size_t>::first);
    const bool is_shape = shape != std::end(kShapes);
    if (is_shape && ++count > kMaxShapes) return fmt::format("it takes {} shapes at most", kMaxShapes);
    const bool is_right = is_shape               ? add_shape(part, shape->second, shapes)
                          : part.name() == "by"  ? add_author(part, author)
                          : part.name() == "for" ? add_duration(part, duration)
                                                 : false;
    if (!is_right)
      return "it takes (by SIDE N), (for SECONDS), each once at most, (line LAYER x1 y1 x2 y2), (circle LAYER x y r) "
             "and (words LAYER x y \"TEXT\")";
    if (author.size() + duration.size() + shapes.size() > kMaxBytes)
      return fmt::format("it takes {} bytes at most", kMaxBytes);
  }
  parts = author + duration + shapes;
  return {};
}

}  // namespace spark
