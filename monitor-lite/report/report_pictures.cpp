// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/report/report_pictures.h"

#include <fmt/format.h>

#include <array>
#include <iterator>

#include "monitor-lite/client/heat.h"

namespace monitor {
namespace {

/// An SVG element with metres as units and the marks of the field; `inside` is drawn over them.
std::string on_field(const Game& game, std::string_view title, std::string_view inside) {
  const double length = game.field_length, width = game.field_width;
  const double x = -length / 2, y = -width / 2, goal = game.goal_width / 2, depth = game.goal_depth;
  return fmt::format(
      "<svg role=\"img\" aria-label=\"{}\" viewBox=\"{:g} {:g} {:g} {:g}\">"
      "<rect class=\"f\" x=\"{:g}\" y=\"{:g}\" width=\"{:g}\" height=\"{:g}\"/>"
      // The stream's y points up.
      "<g transform=\"scale(1 -1)\">{}"
      "<path class=\"g\" d=\"M{:g} {:g}h{:g}v{:g}h{:g}z M0 {:g}v{:g}"
      "M{:g} {:g}h{:g}v{:g}h{:g} M{:g} {:g}h{:g}v{:g}h{:g}\"/><circle class=\"g\" r=\"9.15\"/></g></svg>\n",
      title, x - 3, y - 3, length + 6, width + 6, x - 3, y - 3, length + 6, width + 6, inside, x, y, length, width,
      -length, y, width, x, -goal, -depth, 2 * goal, depth, -x, -goal, depth, 2 * goal, -depth);
}

}  // namespace

std::string shares_picture(const Report& report, std::array<double, 2> Report::Slice::*what, std::string_view title) {
  constexpr double kHeight = 100, kBar = 10;
  const double width = kBar * static_cast<double>(report.slices.size());
  std::string bars;
  for (std::size_t i = 0; i < report.slices.size(); ++i) {
    const auto& seconds = report.slices[i].*what;
    if (seconds[0] + seconds[1] <= 0.0) continue;
    const double left = kHeight * seconds[0] / (seconds[0] + seconds[1]), x = kBar * static_cast<double>(i);
    bars += fmt::format(
        "<rect class=\"l\" x=\"{:g}\" width=\"{:g}\" height=\"{:.1f}\"/>"
        "<rect class=\"r\" x=\"{:g}\" y=\"{:.1f}\" width=\"{:g}\" height=\"{:.1f}\"/>",
        x, kBar, left, x, left, kBar, kHeight - left);
  }
  if (bars.empty()) return {};
  std::string out = fmt::format(
      "<svg class=\"c\" role=\"img\" aria-label=\"{}\" viewBox=\"0 0 {:g} {:g}\" preserveAspectRatio=\"none\">{}",
      title, width, kHeight, bars);
  for (const Event& goal : report.goals)
    out += fmt::format("<rect class=\"m\" x=\"{:.1f}\" width=\"1.5\" height=\"{:g}\"/>",
                       kBar * goal.time / Report::kSliceSeconds, kHeight);
  return out + fmt::format("<path class=\"g\" d=\"M0 {:g}h{:g}\"/></svg>\n", kHeight / 2, width);
}

std::string ball_path_picture(const Report& report) {
  std::string path;
  for (const auto& piece : report.ball_path) {
    if (piece.size() < 2) continue;
    char command = 'M';
    for (const auto& [x, y] : piece) {
      fmt::format_to(std::back_inserter(path), "{}{:.1f} {:.1f}", command, x, y);
      command = command == 'M' ? 'L' : ' ';
    }
  }
  return on_field(report.game, "path of the ball", fmt::format("<path class=\"p\" d=\"{}\"/>", path));
}

std::string heat_picture(const Report& report, std::size_t which) {
  using Heat = Report::Heat;
  static constexpr std::array<std::string_view, 3> kClasses{"l", "r", "b"};
  static constexpr std::array<std::string_view, 3> kTitles{"where the left team was", "where the right team was",
                                                           "where the ball was"};
  const Heat& heat = report.heat[which];
  const double full = full_heat({heat.seconds.begin(), heat.seconds.end()});
  const double width = report.game.field_length / Heat::kColumns, height = report.game.field_width / Heat::kRows;
  std::string spots;
  for (int row = 0; row < Heat::kRows; ++row)
    for (int column = 0; column < Heat::kColumns; ++column) {
      const double seconds =
          heat.seconds[static_cast<std::size_t>(row) * Heat::kColumns + static_cast<std::size_t>(column)];
      const double shade = heat_shade(seconds, full);
      if (shade < 0.05) continue;
      fmt::format_to(std::back_inserter(spots),
                     "<rect class=\"{}\" x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\" "
                     "opacity=\"{:.2f}\"/>",
                     kClasses[which], column * width - report.game.field_length / 2,
                     row * height - report.game.field_width / 2, width, height, shade);
    }
  return on_field(report.game, kTitles[which], spots);
}

}  // namespace monitor
