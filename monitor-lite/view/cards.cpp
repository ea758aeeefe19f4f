// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/view/cards.h"

#include <fmt/format.h>

#include "monitor-lite/view/score_sheet.h"

namespace monitor {
namespace {

constexpr glm::vec4 kCard{0.04F, 0.06F, 0.09F, 0.93F};
constexpr std::size_t kMaxLines = 7;  // per column
constexpr float kCardLine = 20;       // size of letters

std::string in_capitals(std::string words) {
  for (char& letter : words)
    if (letter >= 'a' && letter <= 'z') letter = static_cast<char>(letter - 'a' + 'A');
  return words;
}

std::string number_words(const ScoreSheet::Line& line) {
  return line.times.empty() ? line.who : fmt::format("{}    {}", line.who, line.times);
}

void draw_scorers(const Screen& screen, const Area& area, const std::vector<ScoreSheet::Line>& lines, float align,
                  float step, float shown) {
  const float x = area.x + align * area.width;
  float y = area.y + step / 2;
  const bool all = lines.size() <= kMaxLines;
  for (std::size_t i = 0; i < (all ? lines.size() : kMaxLines - 1); ++i, y += step)
    screen.text(screen.fitted(number_words(lines[i]), kCardLine, area.width), x, y, kCardLine, {1, 1, 1, 0.92F * shown},
                align);
  if (all) return;
  int more = 0;
  for (std::size_t i = kMaxLines - 1; i < lines.size(); ++i) more += lines[i].goals;
  screen.text(fmt::format("and {} more", more), x, y, kCardLine, {1, 1, 1, 0.7F * shown}, align);
}

}  // namespace

void draw_card(const Screen& screen, const Palette& palette, const Card& card, const Snapshot& now, float shown) {
  const ScoreSheet sheet = score_sheet(card.goals, now);
  const float unit = screen.unit(), step = 29 * unit, head = 46 * unit, names = 96 * unit;
  const std::size_t count = card.has_score ? std::min(kMaxLines, std::max(sheet.left.size(), sheet.right.size())) : 0;
  const float list = count > 0 ? step * static_cast<float>(count) + 30 * unit : 0.0F;
  const float foot = card.footing.empty() ? 0.0F : 40 * unit;
  const float width = std::min(820 * unit, screen.width * 0.94F), height = head + names + list + foot;
  const auto seen = [&](glm::vec4 colour) { return colour.a *= shown, colour; };
  const float x = (screen.width - width) / 2, rise = (1 - shown) * 24 * unit;
  float y = std::max(132 * unit, (screen.height - height) / 2) + rise;
  const float middle = screen.width / 2;

  screen.panel({x, y, width, height}, seen(kCard));
  screen.panel({x, y, width, head}, seen(colours::kPaper));
  screen.text(in_capitals(card.heading), middle, y + head / 2, 22, seen(colours::kInk), 0.5F);
  y += head;
  const std::string score = card.has_score ? fmt::format("{} : {}", now.score_left, now.score_right) : "-";
  const float half = std::max(screen.text_width(score, 44) / 2 + 22 * unit, 70 * unit), bar = 7 * unit;
  const float room = width / 2 - half - 30 * unit;
  screen.text(score, middle, y + names / 2, 44, seen(colours::kBright), 0.5F);
  for (const Side side : {Side::left, Side::right}) {
    const bool left = side == Side::left;
    const float begin = left ? x : middle + half, end = left ? middle - half : x + width;
    const std::string label = team_label(now, side);
    const float size = screen.fitting_size(label, 30, 17, room);
    const std::string name = screen.fitted(label, size, room);
    screen.text(name, left ? end - 8 * unit : begin + 8 * unit, y + names / 2, size, seen(colours::kBright),
                left ? 1.0F : 0.0F);
    screen.chip({left ? x : middle, y + names - bar, width / 2, bar}, seen(palette.of(side)));
  }
  y += names;
  if (count > 0) {
    const float edge = 26 * unit, column = width / 2 - half * 0.5F - edge;
    draw_scorers(screen, {x + edge, y + 15 * unit, column, list}, sheet.left, 1.0F, step, shown);
    draw_scorers(screen, {middle + half * 0.5F, y + 15 * unit, column, list}, sheet.right, 0.0F, step, shown);
    screen.panel({middle - unit / 2, y + 20 * unit, unit, list - 40 * unit}, {1, 1, 1, 0.25F * shown});
  }
  if (foot > 0)
    screen.text(screen.fitted(card.footing, 16, width - 40 * unit), middle, y + list + foot / 2 - 3 * unit, 16,
                seen(colours::kDim), 0.5F);
}

void draw_lower_third(const Screen& screen, const Palette& palette, const Event& goal, const Snapshot& now,
                      float bottom, float shown) {
  const float unit = screen.unit(), height = 84 * unit, left = std::max(24 * unit, screen.width * 0.05F);
  const glm::vec4& colour = palette.of(goal.side);
  const auto seen = [&](glm::vec4 paint) { return paint.a *= shown, paint; };
  const ScoreSheet sheet = score_sheet({goal}, {});
  const auto& lines = goal.side == Side::left ? sheet.left : sheet.right;
  const bool unknown = goal.scorer.kind == Scorer::Kind::unknown;
  const std::string who = unknown ? "scorer unknown" : lines.front().who;
  const std::string second = fmt::format("{}    {}", goal_time(goal.time), who);
  const std::string score = fmt::format("{} : {}", goal.score_left, goal.score_right);
  const float tag = screen.text_width("GOAL", 30) + 40 * unit, board = screen.text_width(score, 30) + 44 * unit;
  const float room = screen.width - 2 * left - tag - board - 40 * unit;
  const std::string name = screen.fitted(team_label(now, goal.side), 28, std::min(room, 520 * unit));
  const std::string line = screen.fitted(second, 19, std::min(room, 520 * unit));
  const float text = std::max(screen.text_width(name, 28), screen.text_width(line, 19)) + 44 * unit;
  const float y = screen.height - bottom - height, x = left - (1 - shown) * 40 * unit;
  screen.chip({x, y, tag, height}, seen(colour));
  screen.text("GOAL", x + tag / 2, y + height / 2, 30, seen(ink_on(colour)), 0.5F);
  screen.panel({x + tag, y, text, height}, seen(kCard));
  screen.text(name, x + tag + 22 * unit, y + 30 * unit, 28, seen(colours::kBright));
  screen.text(line, x + tag + 22 * unit, y + 62 * unit, 19, seen({0.80F, 0.84F, 0.88F, 1}));
  screen.panel({x + tag + text, y, board, height}, seen(colours::kPaper));
  screen.text(score, x + tag + text + board / 2, y + height / 2, 30, seen(colours::kInk), 0.5F);
}

void draw_replay_tag(const Screen& screen, const Palette& palette, Side side, const std::string& words) {
  const float unit = screen.unit(), height = 40 * unit, edge = 24 * unit;
  const float width = screen.text_width("REPLAY", 22) + 34 * unit;
  screen.chip({edge, edge, 10 * unit, height}, palette.of(side));
  screen.panel({edge + 10 * unit, edge, width, height}, colours::kPaper);
  screen.text("REPLAY", edge + 10 * unit + width / 2, edge + height / 2, 22, colours::kInk, 0.5F);
  if (words.empty()) return;
  const std::string shown = screen.fitted(words, 18, screen.width - width - 4 * edge);
  const float more = screen.text_width(shown, 18) + 30 * unit;
  screen.panel({edge + 10 * unit + width, edge, more, height}, kCard);
  screen.text(shown, edge + 10 * unit + width + more / 2, edge + height / 2, 18, colours::kBright, 0.5F);
}

}  // namespace monitor
