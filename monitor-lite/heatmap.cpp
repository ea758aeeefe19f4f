// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/heatmap.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "monitor-lite/client/events.h"
#include "monitor-lite/client/field_marks.h"
#include "monitor-lite/client/heat.h"
#include "monitor-lite/view/png_file.h"

namespace monitor {
namespace {

constexpr double kSpread = 0.8;        // m, standard deviation of the blur
constexpr double kMaxFrameSize = 1.0;  // s, the most that one frame counts for

constexpr int kHead = 52, kLegend = 92;  ///< pixels above and below the field
constexpr int kNarrowest = 540;
constexpr int kEdge = 18;
constexpr double kLetters = 22.0, kSmallLetters = 15.0;

constexpr Ink kGrass{26, 60, 40};
constexpr Ink kPaper{14, 22, 20};
constexpr Ink kWords{232, 236, 238};
constexpr Ink kLines{200, 215, 205};
constexpr Ink kLeft{70, 160, 255};
constexpr Ink kRight{255, 165, 20};
constexpr Ink kBall{255, 255, 255};

Ink mixed(const Ink& a, const Ink& b, double share) {
  return {std::lerp(a[0], b[0], share), std::lerp(a[1], b[1], share), std::lerp(a[2], b[2], share)};
}

/// The colour for these presences of the teams and the ball, each 0 to 1.
Ink heat(double left, double right, double ball) {
  Ink ink = mixed(kGrass, kLeft, 0.9 * left);
  ink = mixed(ink, kRight, 0.9 * right * (1 - 0.5 * left));
  return mixed(ink, kBall, 0.5 * ball * ball);
}

/// The presence that gets the full colour. The faint values that the blur leaves far from every player are ignored.
double full(const std::vector<float>& values) {
  if (values.empty()) return 0.0;
  const double least = static_cast<double>(*std::max_element(values.begin(), values.end())) * 1e-3;
  std::vector<double> counted;
  for (const float value : values)
    if (static_cast<double>(value) > least) counted.push_back(static_cast<double>(value));
  return full_heat(std::move(counted));
}

/// Converts presence to brightness, 0 to 1.
std::vector<float> brightness(std::vector<float> layer, double full) {
  for (float& value : layer) value = static_cast<float>(heat_shade(static_cast<double>(value), full));
  return layer;
}

/// Whether a point, m, is on a line of the field.
bool on_line(const Game& game, const FieldMarks& marks, double x, double y) {
  constexpr double kHalfWidth = 0.12;
  const double l = marks.half_length, w = marks.half_width;
  const auto near = [](double a, double b) { return std::abs(a - b) <= kHalfWidth; };
  const auto up_to = [](double a, double b) { return a <= b + kHalfWidth; };
  const double ax = std::abs(x), ay = std::abs(y);
  const bool goal = ax >= l && up_to(ax, l + game.goal_depth) && up_to(ay, game.goal_width / 2);
  if (goal && (near(ay, game.goal_width / 2) || near(ax, l + game.goal_depth))) return true;
  if (!up_to(ax, l) || !up_to(ay, w)) return false;
  const double front = l - marks.penalty_depth;
  const bool penalty = ax >= front - kHalfWidth && up_to(ay, marks.penalty_half_width);
  if (penalty && (near(ax, front) || near(ay, marks.penalty_half_width))) return true;
  return near(ax, l) || near(ay, w) || near(x, 0) || near(std::hypot(x, y), marks.circle);
}

/// As many letters of a name as fit, but at least one.
std::string_view cut_name(Font& font, std::string_view name, double size, double room) {
  std::size_t letters = name.size();
  while (letters > 1 && static_cast<double>(font.width(Font::first_letters(name, letters))) * size > room) --letters;
  return Font::first_letters(name, letters);
}

}  // namespace

Heatmap::Heatmap(const Game& game) : game_(game) {
  const auto cells = [](double metres) {
    return static_cast<int>(std::ceil((std::clamp(metres, 1.0, 300.0) + 2 * kBorder) * kCellsPerMetre));
  };
  columns_ = cells(game.field_length);
  rows_ = cells(game.field_width);
  for (Layer* layer : {&left_, &right_, &ball_}) layer->resize(cell(0, rows_));
}

std::size_t Heatmap::cell(int column, int row) const {
  return static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_) + static_cast<std::size_t>(column);
}

void Heatmap::add(const Snapshot& snapshot) {
  team_left_ = team_name(snapshot, Side::left);
  team_right_ = team_name(snapshot, Side::right);
  const double seconds = last_time_ < 0 ? 0.0 : std::clamp(snapshot.time - last_time_, 0.0, kMaxFrameSize);
  last_time_ = snapshot.time;
  // Before kick-off all players wait at their places, which would outshine the match.
  if (play_mode_text(game_, snapshot.play_mode) == "BeforeKickOff") return;
  for (const Player& player : snapshot.players)
    if (player.side != Side::none) add_to(player.side == Side::left ? left_ : right_, player.position, seconds);
  add_to(ball_, snapshot.ball, seconds);
}

void Heatmap::add_to(Layer& layer, const Point& position, double seconds) const {
  const double column = std::floor((position.x + game_.field_length / 2 + kBorder) * kCellsPerMetre);
  const double row = std::floor((position.y + game_.field_width / 2 + kBorder) * kCellsPerMetre);
  if (column >= 0 && column < columns_ && row >= 0 && row < rows_)
    layer[cell(static_cast<int>(column), static_cast<int>(row))] += static_cast<float>(seconds);
}

/// Returns seconds per m².
Heatmap::Layer Heatmap::blurred(const Layer& layer) const {
  const double sigma = kSpread * kCellsPerMetre;
  const int reach = static_cast<int>(4 * sigma);
  std::vector<float> weight;
  double sum = 0.0;
  for (int i = -reach; i <= reach; ++i) sum += std::exp(-0.5 * i * i / (sigma * sigma));
  for (int i = -reach; i <= reach; ++i)
    weight.push_back(static_cast<float>(std::exp(-0.5 * i * i / (sigma * sigma)) / sum * kCellsPerMetre));
  const float* const middle = weight.data() + reach;
  const auto pass = [&](const Layer& from, int step_x, int step_y) {
    Layer to(from.size());
    for (int row = 0; row < rows_; ++row)
      for (int column = 0; column < columns_; ++column)
        for (int i = -reach; i <= reach; ++i) {
          const int x = column + i * step_x, y = row + i * step_y;
          if (x < 0 || x >= columns_ || y < 0 || y >= rows_) continue;
          to[cell(column, row)] += middle[i] * from[cell(x, y)];
        }
    return to;
  };
  return pass(pass(layer, 1, 0), 0, 1);
}

int Heatmap::width() const {
  return std::max(columns_ * kPixelsPerCell, kNarrowest);
}

int Heatmap::height() const {
  return rows_ * kPixelsPerCell + kHead + kLegend;
}

int Heatmap::left_edge() const {
  return (width() - columns_ * kPixelsPerCell) / 2;
}

double Heatmap::x_of(double x) const {
  return left_edge() + (x + game_.field_length / 2 + kBorder) * kPixelsPerMetre;
}

double Heatmap::y_of(double y) const {
  return kHead + rows_ * kPixelsPerCell - (y + game_.field_width / 2 + kBorder) * kPixelsPerMetre;
}

Heatmap::Ramp Heatmap::ramp(int index) const {
  const int part = (width() - 2 * kEdge) / 4;
  return {kEdge + index * part, height() - kLegend + 40, part - 2 * kEdge, 16};
}

double Heatmap::bar_length() const {
  return game_.field_length > 60 ? 20.0 : game_.field_length > 30 ? 10.0 : 5.0;
}

void Heatmap::draw_field(Canvas& canvas, const Layer& left, const Layer& right, const Layer& ball) const {
  const FieldMarks marks = field_marks(game_);
  const int edge = left_edge();
  for (int y = 0; y < rows_ * kPixelsPerCell; ++y)
    for (int x = 0; x < columns_ * kPixelsPerCell; ++x) {
      // Brightness is interpolated linearly between the centres of four cells.
      const double column = std::clamp((x + 0.5) / kPixelsPerCell - 0.5, 0.0, columns_ - 1.001);
      const double row = std::clamp((y + 0.5) / kPixelsPerCell - 0.5, 0.0, rows_ - 1.001);
      const std::size_t first = cell(static_cast<int>(column), static_cast<int>(row));
      const double u = column - std::floor(column), v = row - std::floor(row);
      const auto at = [&](const Layer& layer) {
        const auto below = static_cast<std::size_t>(columns_);
        const auto value = [&](std::size_t index) { return static_cast<double>(layer[index]); };
        return std::lerp(std::lerp(value(first), value(first + 1), u),
                         std::lerp(value(first + below), value(first + below + 1), u), v);
      };
      const int line = kHead + rows_ * kPixelsPerCell - 1 - y;  // the top row comes first in the picture
      canvas.dot(edge + x, line, heat(at(left), at(right), at(ball)));
      if (on_line(game_, marks, (x + 0.5) / kPixelsPerMetre - kBorder - marks.half_length,
                  (y + 0.5) / kPixelsPerMetre - kBorder - marks.half_width))
        canvas.dot(edge + x, line, kLines, 0.8);
    }
}

void Heatmap::draw_head(Canvas& canvas, Font& font) const {
  const double line = kHead / 2.0;
  constexpr int kSwatch = 20;
  const int top = (kHead - kSwatch) / 2, right = canvas.width() - kEdge;
  canvas.panel(kEdge, top, kSwatch, kSwatch, kLeft);
  canvas.panel(right - kSwatch, top, kSwatch, kSwatch, kRight);
  // Names that are too long for half of the picture are truncated.
  const double room = canvas.width() / 2.0 - 2 * kEdge - kSwatch;
  canvas.text(font, cut_name(font, team_left_, kLetters, room), kEdge + kSwatch + 12, line, kLetters, kWords);
  canvas.text(font, cut_name(font, team_right_, kLetters, room), right - kSwatch - 12, line, kLetters, kWords, 1.0);
}

void Heatmap::draw_legend(Canvas& canvas, Font& font, double players, double ball) const {
  const std::string names[] = {team_left_, team_right_, "ball"};
  for (int index = 0; index < 3; ++index) {
    const Ramp area = ramp(index);
    for (int x = 0; x < area.width; ++x) {
      const double share = (x + 0.5) / area.width, is = std::sqrt(share);
      canvas.panel(area.x + x, area.y, 1, area.height,
                   heat(index == 0 ? is : 0, index == 1 ? is : 0, index == 2 ? is : 0));
    }
    canvas.text(font, cut_name(font, names[index], kSmallLetters, area.width), area.x, area.y - 16, kSmallLetters,
                kWords);
    canvas.text(font, "0", area.x, area.y + area.height + 14, kSmallLetters, kWords);
    canvas.text(font, fmt::format("{:.2g} s/m\xc2\xb2", index == 2 ? ball : players), area.x + area.width,
                area.y + area.height + 14, kSmallLetters, kWords, 1.0);
  }
  const int length = static_cast<int>(bar_length() * kPixelsPerMetre), right = canvas.width() - kEdge;
  const Ramp beside = ramp(2);
  canvas.panel(right - length, beside.y + 6, length, 3, kWords);
  for (const int end : {right - length, right - 3}) canvas.panel(end, beside.y, 3, 16, kWords);
  canvas.text(font, fmt::format("{:g} m", bar_length()), right - length / 2.0, beside.y - 16, kSmallLetters, kWords,
              0.5);
}

Canvas Heatmap::draw() const {
  const Layer left = blurred(left_), right = blurred(right_), ball = blurred(ball_);
  // Both teams use the same scale, so that their colours can be compared.
  Layer both = left;
  both.insert(both.end(), right.begin(), right.end());
  const double players_full = full(std::move(both)), ball_full = full(ball);
  Canvas canvas(width(), height(), kPaper);
  draw_field(canvas, brightness(left, players_full), brightness(right, players_full), brightness(ball, ball_full));
  Font font;
  draw_head(canvas, font);
  draw_legend(canvas, font, players_full, ball_full);
  return canvas;
}

void Heatmap::write_png(const std::filesystem::path& file) const {
  const Canvas canvas = draw();
  monitor::write_png(file, canvas.width(), canvas.height(), canvas.bytes().data());
}

}  // namespace monitor
