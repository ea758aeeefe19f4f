// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <string_view>

#include "monitor-lite/trainer/tally.h"

namespace monitor {
namespace {

/// Colours that colour-blind people can distinguish (Okabe and Ito); they repeat from the eighth outcome on.
constexpr std::array<std::string_view, 7> kColours{"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                                   "#56b4e9", "#e69f00", "#595959"};
constexpr double kWidth = 1000, kMaxHeight = 700;  // units of the picture
constexpr double kHead = 34, kLegendLine = 22;
constexpr double kMargin = 4;                      // m, around the field
constexpr double kAround = 5;                      // m, around the used area
constexpr double kMinWidth = 36, kMinHeight = 26;  // m

std::string escaped(std::string_view text) {
  std::string safe;
  for (const char c : text) {
    if (c == '<')
      safe += "&lt;";
    else if (c == '&')
      safe += "&amp;";
    else if (c == '"')
      safe += "&quot;";
    else
      safe += static_cast<unsigned char>(c) < 0x80 ? c : '?';
  }
  return safe;
}

class Plot {
 public:
  Plot(const Tally& tally, const Game& game) : tally_(tally), game_(game) {}
  std::string draw(const Tally::Run& run, const std::vector<Attempt>& attempts);

 private:
  std::string x(double metres) const { return short_number((metres - left_) * scale_, 1); }
  std::string y(double metres) const { return short_number((upper_ - metres) * scale_, 1); }
  std::string size(double metres) const { return short_number(metres * scale_, 1); }
  void choose_view(const std::vector<Attempt>& attempts);
  std::size_t index_of(const std::string& outcome) const {
    std::size_t index = 0;
    while (index < tally_.outcomes.size() && tally_.outcomes[index].name != outcome) ++index;
    return index;
  }
  template <typename... Args>
  void add(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Args>(args)...);
  }
  void draw_field();
  void draw_goal(double side);
  void draw_path(const Attempt& attempt);
  void draw_beginning(const Attempt& attempt);
  void draw_legend(double top);

  const Tally& tally_;
  const Game& game_;
  std::string text_;
  double left_ = 0, right_ = 0, lower_ = 0, upper_ = 0;  ///< the visible part of the field, m
  double scale_ = 1;                                     ///< units per metre
};

/// Widens a range to at least `size`, within the limits as far as possible.
void widen(double& least, double& most, double size, double limit) {
  const double lacking = std::max(0.0, size - (most - least)) / 2;
  least = std::max(least - lacking, -limit);
  most = std::min(most + lacking, limit);
  if (most - least >= size) return;
  if (least == -limit)
    most = std::min(limit, least + size);
  else
    least = std::max(-limit, most - size);
}

/// Finds the part of the field that was used.
void Plot::choose_view(const std::vector<Attempt>& attempts) {
  const double length = game_.field_length / 2 + kMargin, width = game_.field_width / 2 + kMargin;
  left_ = lower_ = std::numeric_limits<double>::infinity();
  right_ = upper_ = -left_;
  const auto see = [this](const Point& point) {
    left_ = std::min(left_, point.x - kAround);
    right_ = std::max(right_, point.x + kAround);
    lower_ = std::min(lower_, point.y - kAround);
    upper_ = std::max(upper_, point.y + kAround);
  };
  for (const Attempt& attempt : attempts) {
    for (const Placed& placed : attempt.beginning.placed) see(placed.place);
    for (const Point& point : attempt.ball_path) see(point);
    see(attempt.ball_end);
  }
  left_ = std::clamp(left_, -length, length);
  right_ = std::clamp(right_, -length, length);
  lower_ = std::clamp(lower_, -width, width);
  upper_ = std::clamp(upper_, -width, width);
  widen(left_, right_, kMinWidth, length);
  widen(lower_, upper_, kMinHeight, width);
  scale_ = std::min(kWidth / (right_ - left_), kMaxHeight / (upper_ - lower_));
}

void Plot::draw_goal(double side) {
  const double line = side * game_.field_length / 2;
  const double left = side < 0 ? line - game_.goal_depth : line;
  add("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"none\" stroke=\"#fff\" stroke-width=\"2\"/>\n",
      x(left), y(game_.goal_width / 2), size(game_.goal_depth), size(game_.goal_width));
}

void Plot::draw_field() {
  const double length = game_.field_length, width = game_.field_width;
  add("<rect width=\"100%\" height=\"100%\" fill=\"#dfeadf\"/>\n");
  add("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"#cfe0cf\" stroke=\"#fff\" stroke-width=\"2\"/>\n",
      x(-length / 2), y(width / 2), size(length), size(width));
  add("<line x1=\"{0}\" y1=\"{1}\" x2=\"{0}\" y2=\"{2}\" stroke=\"#fff\" stroke-width=\"2\"/>\n", x(0), y(width / 2),
      y(-width / 2));
  draw_goal(-1);
  draw_goal(1);
}

void Plot::draw_path(const Attempt& attempt) {
  const std::string_view colour = kColours[index_of(attempt.outcome) % kColours.size()];
  add("<polyline points=\"");
  for (const Point& point : attempt.ball_path) add("{},{} ", x(point.x), y(point.y));
  add("{0},{1}\" stroke=\"{2}\"/><circle cx=\"{0}\" cy=\"{1}\" r=\"3\" fill=\"{2}\" stroke=\"none\"/>\n",
      x(attempt.ball_end.x), y(attempt.ball_end.y), colour);
}

void Plot::draw_beginning(const Attempt& attempt) {
  for (const Placed& placed : attempt.beginning.placed) {
    if (placed.side == Side::none) continue;
    const bool is_left = placed.side == Side::left;
    add("<circle cx=\"{}\" cy=\"{}\" r=\"4\" fill=\"{}\"/>\n", x(placed.place.x), y(placed.place.y),
        is_left ? "#409eff" : "#ffa614");
  }
}

void Plot::draw_legend(double top) {
  double line = top;
  for (std::size_t i = 0; i < tally_.outcomes.size(); ++i) {
    const Tally::Outcome& each = tally_.outcomes[i];
    line += kLegendLine;
    add("<rect x=\"12\" y=\"{}\" width=\"22\" height=\"6\" fill=\"{}\"/>"
        "<text x=\"44\" y=\"{}\">{}: {} of {} ({:.1f} %, 95 %: {:.1f} to {:.1f} %)</text>\n",
        short_number(line - 8, 1), kColours[i % kColours.size()], short_number(line, 1), escaped(each.name),
        each.attempts, tally_.attempts, 100 * each.share, 100 * each.low, 100 * each.high);
  }
}

std::string Plot::draw(const Tally::Run& run, const std::vector<Attempt>& attempts) {
  choose_view(attempts);
  const double bottom = kHead + (upper_ - lower_) * scale_;
  const double height = bottom + kLegendLine * (static_cast<double>(tally_.outcomes.size()) + 1);
  add("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" "
      "font-family=\"sans-serif\" font-size=\"15\">\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n",
      short_number(kWidth, 1), short_number(height, 1));
  add("<text x=\"12\" y=\"23\" font-size=\"18\">{}: {} attempts, seed {}</text>\n", escaped(run.play), tally_.attempts,
      run.seed);
  add("<svg y=\"{}\" width=\"{}\" height=\"{}\">\n", short_number(kHead, 1), size(right_ - left_),
      size(upper_ - lower_));
  draw_field();
  add("<g fill=\"none\" stroke-width=\"1.5\" stroke-linejoin=\"round\" opacity=\"0.7\">\n");
  for (const Attempt& attempt : attempts) draw_path(attempt);
  add("</g>\n<g stroke=\"#333\" stroke-width=\"0.5\" opacity=\"0.75\">\n");
  for (const Attempt& attempt : attempts) draw_beginning(attempt);
  add("</g>\n</svg>\n");
  draw_legend(bottom);
  add("</svg>\n");
  return std::move(text_);
}

}  // namespace

std::string plot_of(const Tally::Run& run, const Tally& tally, const std::vector<Attempt>& attempts, const Game& game) {
  return Plot(tally, game).draw(run, attempts);
}

}  // namespace monitor
